import { getColumns, getColumnTable, getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { PersonalDataName } from "#domain/account/personal-data.ts";
import { accessRecords } from "../schema/access-records.ts";
import { mailChoices, userProfiles } from "../schema/account.ts";
import {
  generalDocumentDrafts,
  generalDocumentVersions,
  signedGeneralDocuments,
  signingCodes,
  signingRequests,
} from "../schema/agreements.ts";
import { announcements } from "../schema/announcements.ts";
import { auditEvents } from "../schema/audit.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { documentDecisions, documentVersions } from "../schema/document-versions.ts";
import { invoicePayments, uniqueDocuments } from "../schema/documents.ts";
import { evidenceEvents } from "../schema/evidence.ts";
import {
  authAccounts,
  authSessions,
  authUsers,
  authVerifications,
  linkedIdentities,
  passkeys,
  secondFactors,
} from "../schema/identity.ts";
import { invitations } from "../schema/invitations.ts";
import { mails } from "../schema/mail.ts";
import { notifications } from "../schema/notifications.ts";
import { documentOpenings } from "../schema/openings.ts";
import { organizationDetails } from "../schema/organization-details.ts";
import { notes, organizationStatusChanges } from "../schema/organizations.ts";
import { pagePresences, pageRevisions } from "../schema/pages.ts";
import { emailChanges } from "../schema/people.ts";
import { organizationPermissionRequests, organizationPermissions } from "../schema/permissions.ts";
import { documentSharings } from "../schema/public-view.ts";
import { idempotencyKeys } from "../schema/requests.ts";
import { retainers } from "../schema/retainers.ts";
import { sections, templates } from "../schema/templates.ts";

// Everything that names a person: in the export of their data, or left out with a reason. A test walks the schema, so a
// new column that names a person must be added to one of the two.

/** By what a column names a person: a list in JSON contains the id of their profile. */
export type NamingKind = "profile" | "account" | "email" | "personName" | "list";
type Naming = Partial<Record<NamingKind, readonly PgColumn[]>>;

/** Rows of one table that the export has, and which of their columns. */
export type PersonalRows = Naming & {
  /** The key in the export. */
  name: PersonalDataName;
  table: PgTable;
  columns: readonly PgColumn[];
  /** The profile whose email a row has, if any: by an email, no row of another profile is found. */
  emailOf?: PgColumn;
  /** Texts that may hold a link that works: its token is left out. */
  withoutTokens?: PgColumn;
  /** What only the person with the email of the row received: null in rows that name the person otherwise. */
  ofRecipient?: readonly PgColumn[];
};

/** All columns but secrets, generated ones, and what is about others. */
function allBut(table: PgTable, ...left: readonly PgColumn[]): PgColumn[] {
  const columns: PgColumn[] = Object.values(getColumns(table));
  return columns.filter((column) => !column.generated && !left.includes(column));
}

/** What a colleague wrote has their name of the day, and no id: people of the same name cannot be told apart. */
export const WRITTEN: readonly PersonalRows[] = [
  {
    name: "announcements",
    table: announcements,
    personName: [announcements.sentBy],
    columns: [announcements.announcementId, announcements.sentBy, announcements.sentAt],
  },
  {
    name: "notes",
    table: notes,
    personName: [notes.writtenBy, notes.changedBy],
    columns: [notes.noteId, notes.organizationId, notes.writtenBy, notes.writtenAt, notes.changedBy],
  },
  {
    name: "changesOfStatus",
    table: organizationStatusChanges,
    personName: [organizationStatusChanges.changedBy],
    columns: [
      organizationStatusChanges.organizationId,
      organizationStatusChanges.status,
      organizationStatusChanges.changedBy,
      organizationStatusChanges.changedAt,
    ],
  },
  {
    name: "publishedTexts",
    table: generalDocumentVersions,
    personName: [generalDocumentVersions.publishedBy],
    columns: [
      generalDocumentVersions.generalDocumentId,
      generalDocumentVersions.version,
      generalDocumentVersions.publishedBy,
      generalDocumentVersions.publishedAt,
    ],
  },
  {
    name: "draftedTexts",
    table: generalDocumentDrafts,
    personName: [generalDocumentDrafts.savedBy],
    columns: [
      generalDocumentDrafts.generalDocumentId,
      generalDocumentDrafts.savedBy,
      generalDocumentDrafts.savedAt,
    ],
  },
  {
    name: "sections",
    table: sections,
    personName: [sections.madeBy],
    columns: [sections.sectionId, sections.name, sections.madeBy],
  },
];

const requests = organizationPermissionRequests;
const permission = organizationPermissions;
const signature = signedGeneralDocuments;

export const PERSONAL_DATA: readonly PersonalRows[] = [
  {
    name: "profile",
    table: userProfiles,
    profile: [userProfiles.userProfileId],
    account: [userProfiles.authUserId],
    columns: allBut(userProfiles),
  },
  {
    name: "mailChoices",
    table: mailChoices,
    profile: [mailChoices.userProfileId],
    columns: allBut(mailChoices),
  },
  {
    name: "newEmail",
    table: emailChanges,
    profile: [emailChanges.userProfileId],
    columns: allBut(emailChanges, emailChanges.tokenHash),
  },
  {
    name: "newEmailsRequestedForOthers",
    table: emailChanges,
    profile: [emailChanges.requestedByUserProfileId],
    columns: [emailChanges.requestedByUserProfileId, emailChanges.expiresAt, emailChanges.confirmedAt],
  },
  { name: "signIn", table: authUsers, account: [authUsers.id], columns: allBut(authUsers) },
  {
    name: "sessions",
    table: authSessions,
    account: [authSessions.userId],
    columns: allBut(authSessions, authSessions.token, authSessions.sealedIdToken),
  },
  {
    name: "waysToSignIn",
    table: authAccounts,
    account: [authAccounts.userId],
    columns: allBut(
      authAccounts,
      authAccounts.password,
      authAccounts.accessToken,
      authAccounts.refreshToken,
      authAccounts.idToken,
    ),
  },
  {
    name: "twoStepSignIn",
    table: secondFactors,
    account: [secondFactors.userId],
    columns: [secondFactors.userId, secondFactors.createdAt],
  },
  {
    name: "passkeys",
    table: passkeys,
    account: [passkeys.userId],
    columns: allBut(passkeys, passkeys.credentialId, passkeys.publicKey),
  },
  {
    name: "linkedIdentities",
    table: linkedIdentities,
    account: [linkedIdentities.userId],
    columns: allBut(linkedIdentities, linkedIdentities.tokensFrom),
  },
  { name: "memberships", table: permission, profile: [permission.userId], columns: allBut(permission) },
  { name: "requestsForAccess", table: requests, email: [requests.email], columns: allBut(requests) },
  {
    name: "requestsForAccessOfOthers",
    table: requests,
    profile: [requests.requestedByUserProfileId],
    columns: [
      requests.organizationPermissionRequestId,
      requests.organizationId,
      requests.requestedByUserProfileId,
      requests.permissionType,
      requests.createdAt,
    ],
  },
  {
    name: "invitations",
    table: invitations,
    profile: [invitations.usedByUserProfileId],
    email: [invitations.email],
    emailOf: invitations.usedByUserProfileId,
    columns: allBut(invitations, invitations.tokenHash),
  },
  {
    name: "invitationsToOthers",
    table: invitations,
    profile: [invitations.invitedByUserProfileId],
    columns: [
      invitations.invitationId,
      invitations.organizationId,
      invitations.invitedByUserProfileId,
      invitations.sentAt,
      invitations.usedAt,
      invitations.endedAt,
    ],
  },
  {
    name: "decisions",
    table: documentDecisions,
    profile: [documentDecisions.userProfileId],
    email: [documentDecisions.userEmail],
    emailOf: documentDecisions.userProfileId,
    // The page may have prices that its client does not see; the document is in the portal.
    columns: allBut(documentDecisions, documentDecisions.page, documentDecisions.totalCost),
  },
  {
    name: "signatures",
    table: signature,
    profile: [signature.userProfileId],
    email: [signature.userEmail],
    emailOf: signature.userProfileId,
    columns: allBut(signature, signature.signerHash),
  },
  {
    name: "requestsToSignAgain",
    table: signingRequests,
    email: [signingRequests.email],
    columns: allBut(signingRequests),
  },
  {
    name: "changesOfAccess",
    table: accessRecords,
    profile: [accessRecords.userProfileId],
    email: [accessRecords.personEmail, accessRecords.newEmail],
    emailOf: accessRecords.userProfileId,
    columns: allBut(accessRecords, accessRecords.actorName, accessRecords.actorEmail),
  },
  {
    name: "changesOfAccessOfOthers",
    table: accessRecords,
    profile: [accessRecords.actorUserProfileId],
    email: [accessRecords.actorEmail],
    emailOf: accessRecords.actorUserProfileId,
    columns: allBut(
      accessRecords,
      accessRecords.userProfileId,
      accessRecords.personName,
      accessRecords.personEmail,
      accessRecords.newEmail,
    ),
  },
  {
    name: "receivedDocuments",
    table: documentRecipients,
    profile: [documentRecipients.userProfileId],
    email: [documentRecipients.email],
    emailOf: documentRecipients.userProfileId,
    columns: allBut(
      documentRecipients,
      documentRecipients.tokenHash,
      documentRecipients.browserHash,
      documentRecipients.codeHash,
    ),
  },
  {
    name: "openings",
    table: documentOpenings,
    profile: [documentOpenings.userProfileId],
    columns: allBut(documentOpenings),
  },
  {
    name: "notifications",
    table: notifications,
    profile: [notifications.userProfileId],
    columns: allBut(notifications),
  },
  {
    name: "emails",
    table: mails,
    profile: [mails.aboutId],
    email: [mails.recipient],
    columns: allBut(mails, mails.html, mails.sealed),
    withoutTokens: mails.text,
    // Mails about the person go to the company's owners, too.
    ofRecipient: [mails.recipient, mails.subject, mails.text, mails.failure],
  },
  {
    name: "activity",
    table: auditEvents,
    profile: [auditEvents.userProfileId, auditEvents.subjectId],
    columns: allBut(auditEvents),
  },
  {
    name: "billingContactOf",
    table: organizationDetails,
    email: [organizationDetails.billingEmail],
    columns: [
      organizationDetails.organizationId,
      organizationDetails.billingContact,
      organizationDetails.billingEmail,
    ],
  },
  {
    name: "usualRecipientOf",
    table: organizationDetails,
    list: [organizationDetails.usualRecipients],
    columns: [organizationDetails.organizationId],
  },
  {
    name: "ownedOrganizations",
    table: organizationDetails,
    profile: [organizationDetails.ownerId],
    columns: [organizationDetails.organizationId, organizationDetails.ownerId],
  },
  {
    name: "documents",
    table: uniqueDocuments,
    profile: [uniqueDocuments.ownerId, uniqueDocuments.pageSavedBy],
    columns: [
      uniqueDocuments.uniqueDocumentId,
      uniqueDocuments.externalId,
      uniqueDocuments.name,
      uniqueDocuments.ownerId,
      uniqueDocuments.pageSavedBy,
      uniqueDocuments.pageSavedAt,
    ],
  },
  {
    name: "sentDocuments",
    table: documentVersions,
    profile: [documentVersions.sentByUserProfileId],
    columns: [
      documentVersions.uniqueDocumentId,
      documentVersions.number,
      documentVersions.sentAt,
      documentVersions.sentByUserProfileId,
    ],
  },
  {
    name: "savedPages",
    table: pageRevisions,
    profile: [pageRevisions.savedBy],
    columns: [
      pageRevisions.uniqueDocumentId,
      pageRevisions.templateId,
      pageRevisions.number,
      pageRevisions.savedAt,
      pageRevisions.savedBy,
    ],
  },
  {
    name: "openPages",
    table: pagePresences,
    profile: [pagePresences.userProfileId],
    columns: allBut(pagePresences),
  },
  {
    name: "templates",
    table: templates,
    profile: [templates.pageSavedBy],
    columns: [templates.templateId, templates.name, templates.pageSavedBy],
  },
  {
    name: "sharedDocuments",
    table: documentSharings,
    profile: [documentSharings.sharedByUserProfileId],
    columns: allBut(documentSharings),
  },
  {
    name: "recordedPayments",
    table: invoicePayments,
    profile: [invoicePayments.recordedBy],
    columns: [
      invoicePayments.paymentId,
      invoicePayments.invoiceId,
      invoicePayments.recordedAt,
      invoicePayments.recordedBy,
    ],
  },
  {
    name: "retainers",
    table: retainers,
    profile: [retainers.ownerId],
    columns: [retainers.retainerId, retainers.name, retainers.ownerId, retainers.createdAt],
  },
  ...WRITTEN,
];

/** Columns that may name a person, and why the export has none of their rows. */
export const NOT_EXPORTED: ReadonlyMap<PgColumn, string> = new Map<PgColumn, string>([
  [
    idempotencyKeys.caller,
    "Answers that a repeated request gets again, for a day: copies of what the export has",
  ],
  [authVerifications.identifier, "Keyed hashes of emailed codes, for minutes"],
  [evidenceEvents.subjectId, "Each event is of a record that the export has"],
  [signedGeneralDocuments.signerHash, "A hash of what the signature has"],
  [signingCodes.email, "Keyed hashes of emailed codes, for minutes"],
]);

/** "table.column", as the database names it. */
export const columnName = (column: PgColumn) => `${getTableName(getColumnTable(column))}.${column.name}`;

const KINDS: readonly NamingKind[] = ["profile", "account", "email", "personName", "list"];

/** The columns by which rows are found, each with what it holds. */
export const namingColumns = (rows: PersonalRows): [NamingKind, PgColumn][] =>
  KINDS.flatMap((kind) => (rows[kind] ?? []).map((column): [NamingKind, PgColumn] => [kind, column]));
