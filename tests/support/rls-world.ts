import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { Db } from "#server/db/database.ts";
import { indexPageText } from "#server/documents/index-page-text.ts";
import { readEnv } from "#server/env/read-env.ts";
import {
  generalDocumentDrafts,
  signatureConfirmations,
  signedGeneralDocuments,
  signedVersions,
  signingCodes,
  signingRequests,
} from "#server/schema/agreements.ts";
import { announcementOrganizations, announcements } from "#server/schema/announcements.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentRecipients } from "#server/schema/document-recipients.ts";
import { documentDecisions, documentSnapshots } from "#server/schema/document-versions.ts";
import { evidenceEvents, evidenceHeads } from "#server/schema/evidence.ts";
import { files } from "#server/schema/files.ts";
import { imageFiles, images, imageTexts } from "#server/schema/images.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { documentOpenings } from "#server/schema/openings.ts";
import { notes, organizationStatusChanges } from "#server/schema/organizations.ts";
import { pagePresences, pageRevisions } from "#server/schema/pages.ts";
import { paymentPlanParts } from "#server/schema/payment-plans.ts";
import { emailChanges } from "#server/schema/people.ts";
import { organizationPermissionRequests } from "#server/schema/permissions.ts";
import { documentSharings } from "#server/schema/public-view.ts";
import { idempotencyKeys } from "#server/schema/requests.ts";
import { retainerLines, retainerPeriods, retainers } from "#server/schema/retainers.ts";
import { numberSeries, settings } from "#server/schema/settings.ts";
import { firstSettings } from "#server/settings/queries.ts";
import {
  makeAccessRecord,
  makeAdmin,
  makeDocument,
  makeGeneralDocument,
  makeInvoice,
  makeInvoiceLine,
  makeNotification,
  makeOrganization,
  makePage,
  makePayment,
  makePermission,
  makePerson,
  makeQuote,
  makeSection,
  makeTemplate,
  makeWorkOrder,
  unique,
} from "./factories.ts";

const HOUR_MS = 3_600_000;
const soon = () => new Date(Date.now() + HOUR_MS);
const past = () => new Date(Date.now() - HOUR_MS);
const newHash = () => (v7() + v7()).replaceAll("-", "").slice(0, 64);

async function addRetainer(db: Db, organizationId: string): Promise<void> {
  const retainerId = unique("retainer");
  const [startsOn, endsOn] = ["2026-07-01", "2026-07-31"];
  const at = past();
  await db.insert(retainers).values({
    retainerId,
    organizationId,
    name: "Hosting",
    period: "MONTH",
    startsOn,
    pauses: [],
    issuesItself: false,
    status: "ACTIVE",
    nextIndex: 1,
    createdAt: at,
    updatedAt: at,
  });
  const line = { description: "Hosting", quantity: "1", rate: "50", discountPercent: "0", hasGst: true };
  await db.insert(retainerLines).values({ retainerId, position: 0, ...line });
  await db.insert(retainerPeriods).values({ retainerId, startsOn, endsOn, preparedAt: at });
}

/** A change of each table of evidence, which no role may make. */
export const NEVER_CHANGED: Record<string, string> = {
  access_records: "person_name = 'Eve'",
  audit_events: "action = 'nothing'",
  document_decisions: "user_name = 'Eve'",
  document_snapshots: "file_id = ''",
  document_versions: "work = '{}'",
  evidence_events: "facts = '{}'",
  general_document_versions: "rich_text = ''",
  signed_general_documents: "user_email = 'eve@example.test'",
  signed_versions: "rich_text = ''",
};

export type RlsWorld = Awaited<ReturnType<typeof makeRlsWorld>>;

/**
 * Rows of every table for three organizations: a person's active one, another one of theirs, and a foreign one. One
 * document of the foreign one is shared with everybody.
 */
export async function makeRlsWorld(db: Db) {
  const generalDocument = await makeGeneralDocument(db);
  const contentHash = newHash();
  const { generalDocumentId } = generalDocument;
  await db
    .insert(signedVersions)
    .values({ contentHash, generalDocumentId, name: "Terms", richText: "<p></p>" });

  const { templateId, page } = await makeTemplate(db);
  const at = { savedAt: new Date(), storedAt: new Date() };
  await db.insert(pageRevisions).values({ templateId, number: 1, ...at, because: "WORK", page });

  async function sign(given: Partial<typeof signedGeneralDocuments.$inferInsert>) {
    const signed = {
      signedGeneralDocumentId: unique("signed"),
      generalDocumentId,
      userFirstName: "Ada",
      userLastName: "Byron",
      userEmail: `${unique("signer")}@example.test`,
      contentHash,
      signerHash: newHash(),
      signedAt: new Date(),
      ...given,
    };
    await db.insert(signedGeneralDocuments).values(signed);
    return signed;
  }

  async function addEvidence(chain: string, subjectId: string) {
    const position = (await db.$count(evidenceEvents, eq(evidenceEvents.chain, chain))) + 1;
    await db.insert(evidenceEvents).values({
      chain,
      position,
      subjectId,
      publicKey: contentHash,
      at: new Date(),
      kind: "document.approve" as const,
      facts: {},
      sealed: {},
      salts: {},
      previousHead: contentHash,
      head: contentHash,
      signature: "",
    });
    await db.insert(evidenceHeads).values({ chain, position, head: contentHash }).onConflictDoNothing();
  }

  async function makeFile(organizationId: string | null) {
    const fileId = unique("file");
    const bytes = { sha256: newHash(), byteLength: 1, contentType: "application/pdf", fileName: "a.pdf" };
    await db.insert(files).values({ fileId, organizationId, ...bytes });
    return fileId;
  }

  async function fill(organizationId: string, userProfileId: string) {
    const { document } = await makeQuote(db, { organizationId });
    await makeWorkOrder(db, { organizationId, shownAt: null });
    await makeWorkOrder(db, {
      organizationId,
      uniqueDocumentId: document.uniqueDocumentId,
      shownAt: null,
    });
    const shown = await makeDocument(db, { organizationId, status: "DRAFT" });
    const unshown = await makeDocument(db, { organizationId, status: "DRAFT", shownAt: null });
    const decided = await makeDocument(db, { organizationId, status: "APPROVED" });
    const pages = [document, shown, unshown, decided].map((one) => ({ ...one, page: one.puckState }));
    await db.transaction((tx) => indexPageText(tx, pages));
    const kept = { savedAt: new Date(), storedAt: new Date(), because: "WORK" as const, page: makePage() };
    const ofUnshown = { uniqueDocumentId: unshown.uniqueDocumentId, organizationId };
    await db.insert(pageRevisions).values({ ...ofUnshown, number: 1, ...kept });
    const presence = { userProfileId, tabId: unique("tab"), expiresAt: soon() };
    await db.insert(pagePresences).values({ uniqueDocumentId: unshown.uniqueDocumentId, ...presence });
    const { uniqueDocumentId } = decided;
    await db.insert(documentDecisions).values({
      uniqueDocumentId,
      organizationId,
      decision: "APPROVED",
      decidedAt: new Date(),
      userName: "Ada",
      userEmail: "ada@example.test",
      organizationName: organizationId,
      contentHash,
      page: makePage(),
    });
    await addRetainer(db, organizationId);
    // Prepared, or of a far day, so that no job reads this document, whose decision has no evidence.
    const ofPlan = { uniqueDocumentId, organizationId, percent: "50" };
    await db.insert(paymentPlanParts).values([
      { ...ofPlan, position: 0, name: "Deposit", due: "accepted", preparedAt: past() },
      { ...ofPlan, position: 1, name: "Rest", due: "date", day: "2199-12-31" },
    ]);
    const fileId = await makeFile(organizationId);
    const documentSnapshotId = unique("snapshot");
    await db
      .insert(documentSnapshots)
      .values({ documentSnapshotId, uniqueDocumentId, organizationId, status: "APPROVED", fileId });
    for (const issuedAt of [new Date(), null]) {
      const { invoiceId } = await makeInvoice(db, { organizationId, issuedAt });
      await makeInvoiceLine(db, { invoiceId });
      await makePayment(db, { invoiceId });
    }
    for (const reader of [userProfileId, null]) {
      await db.insert(documentOpenings).values({
        documentOpeningId: unique("opening"),
        uniqueDocumentId: document.uniqueDocumentId,
        organizationId,
        userProfileId: reader,
        what: "page",
        firstAt: new Date(),
        lastAt: new Date(),
        times: 1,
      });
    }
    await db.insert(documentRecipients).values({
      documentRecipientId: unique("recipient"),
      uniqueDocumentId: document.uniqueDocumentId,
      organizationId,
      versionNumber: 1,
      kind: "TO",
      email: `${unique("recipient")}@example.test`,
      name: "Mia Wong",
      tokenHash: newHash(),
      sentAt: new Date(),
    });
    await makeAccessRecord(db, { organizationId, userProfileId });
    await makeNotification(db, { userProfileId, organizationId });
    await db.insert(organizationPermissionRequests).values({
      organizationPermissionRequestId: unique("request"),
      organizationId,
      email: `${unique("new")}@example.test`,
      firstName: "",
      lastName: "",
      permissionType: "read",
    });
    await db.insert(organizationStatusChanges).values({
      organizationStatusChangeId: unique("change"),
      organizationId,
      status: "ACTIVE",
      changedBy: "Noah",
      changedAt: new Date(),
    });
    const about = { organizationId, writtenBy: "Noah", writtenAt: new Date() };
    await db.insert(notes).values({ noteId: unique("note"), text: "Pays late", ...about });
    await makeSection(db);
    const announcementId = unique("announcement");
    await db.insert(announcements).values({
      announcementId,
      title: "Closed",
      text: "On Monday",
      isMailed: false,
      isToAll: false,
      sentBy: "Noah",
      sentAt: new Date(),
    });
    await db.insert(announcementOrganizations).values({ announcementId, organizationId });
    await sign({ organizationId, userProfileId });
    await addEvidence(organizationId, uniqueDocumentId);
    const happened = {
      at: new Date(),
      userProfileId,
      organizationId,
      subjectId: uniqueDocumentId,
      details: {},
    };
    for (const action of ["document.approve", "document.open"]) {
      await db.insert(auditEvents).values({ auditEventId: v7(), action, ...happened });
    }
    return { document, decided, fileId };
  }

  const own = await makeOrganization(db);
  const second = await makeOrganization(db);
  const foreign = await makeOrganization(db);
  const person = await makePerson(db, { organization: own });
  const { userProfileId: userId } = person;
  await makePermission(db, { userId, organizationId: second.organizationId, permissionType: "read" });
  const colleague = await makePerson(db, { organization: own, permission: "read" });
  const stranger = await makePerson(db, { organization: foreign });
  const admin = await makeAdmin(db, "owner");
  await fill(own.organizationId, userId);
  await fill(own.organizationId, colleague.userProfileId);
  await fill(second.organizationId, userId);
  const ofStranger = await fill(foreign.organizationId, stranger.userProfileId);
  await sign({ userProfileId: userId });

  const shared = [ofStranger.document.uniqueDocumentId, ofStranger.decided.uniqueDocumentId];
  const noLonger = await makeDocument(db, { organizationId: foreign.organizationId });
  await db
    .insert(documentSharings)
    .values([
      ...shared.map((uniqueDocumentId) => ({ uniqueDocumentId, expiresAt: soon(), sharedAt: past() })),
      { uniqueDocumentId: noLonger.uniqueDocumentId, expiresAt: past(), sharedAt: past() },
    ]);
  const ofVisitor = await sign({});
  await addEvidence(PORTAL_CHAIN, ofVisitor.signedGeneralDocumentId);
  const { signedGeneralDocumentId: subjectId } = ofVisitor;
  await db
    .insert(auditEvents)
    .values({ auditEventId: v7(), at: new Date(), action: "agreement.sign", subjectId, details: {} });
  const { signedGeneralDocumentId } = await sign({});
  const { version } = generalDocument;
  const asked = { generalDocumentId, version, signedGeneralDocumentId, askedAt: new Date() };
  await db.insert(signingRequests).values({ ...asked, email: `${unique("asked")}@example.test` });
  await db.insert(generalDocumentDrafts).values({
    generalDocumentId,
    name: "Terms",
    richText: "<p>Better terms</p>",
    signatureType: "ACKNOWLEDGE",
    isGeneralTerms: false,
    savedAt: new Date(),
    savedBy: "Noah",
  });
  const tokenHash = newHash();
  const confirmation = { tokenHash, signedGeneralDocumentId, expiresAt: soon() };
  const stale = {
    ...confirmation,
    tokenHash: newHash(),
    signedGeneralDocumentId: subjectId,
  };
  await db.insert(signatureConfirmations).values([confirmation, { ...stale, expiresAt: past() }]);
  const email = `${unique("code")}@example.test`;
  const signingCodeId = unique("signing-code");
  const code = { signingCodeId, generalDocumentId, email, codeHash: newHash(), expiresAt: soon() };
  await db.insert(signingCodes).values(code);

  for (const organizationId of [null, own.organizationId, foreign.organizationId]) {
    const imageId = unique("image");
    const size = { width: 10, height: 10 };
    const bytes = { sha256: newHash(), byteLength: 1 };
    await db.insert(images).values({ imageId, organizationId, contentType: "image/webp", ...bytes, ...size });
    await db.insert(imageFiles).values({ imageId, width: 480, ...bytes });
    await db.insert(imageTexts).values({ imageId, organizationId, alt: "A kiln" });
  }
  const callers = [
    `person ${userId}`,
    `person ${userId} for ${own.organizationId}`,
    `person ${userId} for ${second.organizationId}`,
    `person ${stranger.userProfileId} for ${foreign.organizationId}`,
    "network 192.0.2.1",
  ];
  const kept = { call: "POST nothing", requestHash: newHash(), answer: "{}", createdAt: new Date() };
  await db.insert(idempotencyKeys).values(
    // A key that is older than a day remains until a job deletes it.
    callers.flatMap((caller) => [
      { caller, key: unique("key"), ...kept },
      { caller, key: unique("key"), ...kept, createdAt: new Date(Date.now() - 25 * HOUR_MS) },
    ]),
  );
  await db.insert(invitations).values({
    invitationId: unique("invitation"),
    tokenHash: newHash(),
    email,
    organizationId: own.organizationId,
    permissionType: "read",
    sentAt: past(),
    expiresAt: soon(),
  });
  await db.insert(settings).values(firstSettings({ env: readEnv({}) }));
  await db.insert(numberSeries).values({ numbered: "invoice", prefix: unique("I"), nextNumber: 2 });
  const sourceUrl = `https://images.example/${unique("pending")}.png`;
  await db.insert(images).values({ imageId: unique("image"), sourceUrl });
  await db
    .insert(mails)
    .values({ mailId: unique("mail"), recipient: email, subject: "", text: "", html: "" });
  await db
    .insert(emailChanges)
    .values({ userProfileId: userId, newEmail: email, tokenHash: newHash(), expiresAt: soon() });
  return {
    own,
    second,
    foreign,
    person,
    colleague,
    stranger,
    admin,
    shared,
    signedGeneralDocumentId,
    tokenHash,
    fileId: ofStranger.fileId,
  };
}
