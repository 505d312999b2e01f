import { and, asc, eq, inArray, isNotNull, min, or, type SQL, sql } from "drizzle-orm";
import { refuseSide } from "#domain/access/two-sides.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import {
  NOT_ACCEPTED,
  type PendingInvitation,
  type ReceivedInvitation,
  stateOfInvitation,
} from "#domain/invitations/invitation.ts";
import type { Change } from "../access/change.ts";
import { isSameEmail } from "../account/queries.ts";
import { AppError, conflict } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, limitsOfNetworks } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { accessRecords } from "../schema/access-records.ts";
import { userProfiles } from "../schema/account.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { organizations } from "../schema/organizations.ts";

export type InvitationRow = typeof invitations.$inferSelect;

/** Where people are invited to: the company, or a client's organization. */
export type InvitedTo = "company" | { organizationId: Id };

/** The stored form of a token, from which the token cannot be recovered. */
export function invitationHash({ secrets }: Pick<Deps, "secrets">, token: string): string {
  return secrets.hash("invitation", token);
}

/** The pending invitations to the company or an organization, newest last. Expired ones are among them. */
export async function findPendingInvitations(reader: DbOrTx, to: InvitedTo): Promise<PendingInvitation[]> {
  const rows = await selectPending(reader, isTo(to));
  return rows.map(presentPending);
}

/** The pending invitations to an email, to the company and to organizations. */
export async function findPendingInvitationsOf(reader: DbOrTx, email: string): Promise<PendingInvitation[]> {
  const rows = await selectPending(reader, isSameEmail(invitations.email, email));
  return rows.map(presentPending);
}

/** Reads one pending invitation again; null if there is none with this id. */
export async function findPendingInvitation(
  reader: DbOrTx,
  invitationId: Id,
): Promise<PendingInvitation | null> {
  const [row] = await selectPending(reader, eq(invitations.invitationId, invitationId));
  return row ? presentPending(row) : null;
}

/** When people were invited first, by invitation: one that is sent again has its access records, and a new `sentAt`. */
export async function findInvitedAt(
  reader: DbOrTx,
  sent: readonly Pick<InvitationRow, "invitationId" | "sentAt">[],
): Promise<Map<Id, Date>> {
  const { invitationId, kind, at } = accessRecords;
  const ids = sent.map((one) => one.invitationId);
  const rows = await reader
    .select({ invitationId, at: min(at) })
    .from(accessRecords)
    .where(and(isAnyOf(invitationId, ids), eq(kind, "invite")))
    .groupBy(invitationId);
  const recorded = new Map(rows.map((row) => [row.invitationId, row.at]));
  return new Map(sent.map((one) => [one.invitationId, recorded.get(one.invitationId) ?? one.sentAt]));
}

function selectPending(reader: DbOrTx, which: SQL | undefined) {
  return reader
    .select({ invitation: invitations, inviter: userProfiles })
    .from(invitations)
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, invitations.invitedByUserProfileId))
    .where(and(which, isPending()))
    .orderBy(asc(invitations.sentAt), asc(invitations.invitationId));
}

type PendingRow = { invitation: InvitationRow; inviter: typeof userProfiles.$inferSelect | null };

function presentPending({ invitation, inviter }: PendingRow): PendingInvitation {
  const { invitationId, email, adminRole, organizationId, permissionType, sentAt, expiresAt } = invitation;
  return {
    invitationId,
    email,
    name: `${invitation.firstName} ${invitation.lastName}`.trim(),
    adminRole,
    organizationId,
    permissionType,
    invitedByName: inviter && displayName(inviter),
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isMailDue: invitation.isMailDue,
  };
}

export function isTo(to: InvitedTo): SQL | undefined {
  return to === "company"
    ? isNotNull(invitations.adminRole)
    : eq(invitations.organizationId, to.organizationId);
}

/** Reads and locks an invitation until the transaction ends. */
export async function lockInvitation(tx: Tx, which: SQL | undefined): Promise<InvitationRow | null> {
  const [row] = await tx.select().from(invitations).where(which).for("update");
  return row ?? null;
}

/** The result of the database function in rls/functions.ts. */
type Received = Omit<ReceivedInvitation, "state" | "expiresAt" | "needsCode" | "requiredIssuer"> & {
  /** The rights that the invited person has. */
  heldRole: AdminRole | null;
  isMember: boolean;
  expiresAt: Date;
  usedAt: Date | null;
  endedAt: Date | null;
  isAlreadyIn: boolean;
  /** The browser that opened the document's link first; null: no one did, or it is the link of an invitation's own mail. */
  linkBrowser: string | null;
  isInactive: boolean;
  /** Whether it is the link of a document, and a profile or sign-in of this email is there already. */
  isKnownByLink: boolean;
  /** Of the required issuer. */
  issuerId: Id | null;
  issuerName: string | null;
};

/** A link that someone opened: the stored forms of its token and of their browser. */
export type Presented = { tokenHash: string; browser: string | null };

/** The invitation of a token as its holder may see it; null for an unknown token. */
export async function findReceivedInvitation(
  reader: DbOrTx,
  { tokenHash, browser }: Presented,
  now: Date,
): Promise<ReceivedInvitation | null> {
  const { rows } = await reader.execute<Received>(sql`select * from counterpart_invitation(${tokenHash})`);
  const [found] = rows;
  if (!found) return null;
  const {
    usedAt,
    endedAt,
    isAlreadyIn,
    isInactive,
    heldRole,
    isMember,
    linkBrowser,
    isKnownByLink,
    issuerId,
    issuerName,
    ...shown
  } = found;
  const expiresAt = new Date(found.expiresAt);
  const side = shown.adminRole === null ? "client" : "company";
  const otherSide = refuseSide(side, { adminRole: heldRole, isMember });
  const facts = { usedAt, endedAt, isAlreadyIn, isInactive, otherSide, expiresAt };
  return {
    ...shown,
    state: stateOfInvitation(facts, now),
    expiresAt: expiresAt.toISOString(),
    requiredIssuer: issuerId === null || issuerName === null ? null : { issuerId, name: issuerName },
    // Without the code, someone to whom the link was forwarded would take the rights that this person has elsewhere.
    needsCode: (linkBrowser !== null && linkBrowser !== browser) || (isKnownByLink && !shown.hasAccount),
  };
}

const ACCEPTED_AN_HOUR = 100;

/** Counts an attempt to accept before its transaction begins. Throws AppError "rate-limited". */
export async function countAcceptance(
  deps: Pick<Deps, "database" | "clock">,
  { ipAddress }: Origin,
): Promise<void> {
  const limit = { key: "accept invitation", max: ACCEPTED_AN_HOUR, windowSeconds: 3600 };
  await consumeAttempt(deps, limitsOfNetworks(ipAddress, limit));
}

/** The error for an unknown token. A token that a newer mail has replaced answers alike. */
export function unknownLink(): AppError {
  const message =
    "This link doesn't work, or has expired. If you have a newer email from us, please use its link.";
  return new AppError("not-found", message);
}

/** Reads and locks the open invitation of a token, so that of two concurrent acceptances the second is refused. */
export async function lockOpenInvitation(
  { tx, at }: Pick<Change, "tx" | "at">,
  presented: Presented,
): Promise<InvitationRow & Pick<ReceivedInvitation, "hasAccount" | "needsCode">> {
  const { tokenHash } = presented;
  const { invitationId } = invitations;
  const ofLink = tx
    .select({ invitationId: documentRecipients.invitationId })
    .from(documentRecipients)
    .where(eq(documentRecipients.tokenHash, tokenHash));
  const isPresented = or(eq(invitations.tokenHash, tokenHash), inArray(invitationId, ofLink));
  const invitation = await lockInvitation(tx, isPresented);
  await lockLinked(tx, tokenHash);
  const received = invitation && (await findReceivedInvitation(tx, presented, at));
  if (!received) throw unknownLink();
  const { state, hasAccount, needsCode } = received;
  if (state !== "open") throw conflict(state, NOT_ACCEPTED[state]);
  return { ...invitation, hasAccount, needsCode };
}

/** Prevents the deactivation of the organization of a document's link until the transaction ends. */
async function lockLinked(tx: Tx, tokenHash: string): Promise<void> {
  await tx
    .select({ organizationId: organizations.organizationId })
    .from(documentRecipients)
    .innerJoin(organizations, eq(organizations.organizationId, documentRecipients.organizationId))
    .where(eq(documentRecipients.tokenHash, tokenHash))
    .for("share", { of: organizations });
}
