import { and, eq, getTableColumns, isNotNull } from "drizzle-orm";
import { v7 } from "uuid";
import { z } from "zod";
import { OF_DECISION } from "#domain/evidence/evidence-event.ts";
import { Id } from "#domain/id.ts";
import { addsGst } from "#domain/pricing/document-total.ts";
import { hidesPrices, shownTotal } from "#domain/pricing/shown-prices.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import { userProfiles } from "../account/tables.ts";
import type { Reader, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findAnchor, findEvidence } from "../evidence/read-evidence.ts";
import { fileEvidence } from "../files/file-evidence.ts";
import { plainFileName } from "../files/file-name.ts";
import { files } from "../files/tables.ts";
import { isAnyImageUntried, readImagesForPrint } from "../images/print-images.ts";
import { showImages } from "../images/show-images.ts";
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { organizationPermissions } from "../permissions/tables.ts";
import { recordOf, type StoredSeal } from "../seal/record-of.ts";
import { type Content, readContent } from "./content.ts";
import { composeAcceptance, composeApproval } from "./decision-mails.ts";
import { findIntactDecision } from "./intact-decision.ts";
import { printDocument } from "./print-document.ts";
import { type DecisionRow, type DocumentRow, lockDocument } from "./queries.ts";
import { documentDecisions, documentSnapshots, documentVersions, uniqueDocuments } from "./tables.ts";
import { tellOfDocument } from "./tell-of-document.ts";

/**
 * Makes the PDF of an approved document and, with `announce`, tells its people. Only the last step changes the
 * database, in one transaction, so a killed job can run again.
 */
export const renderDocumentPdf = defineJob({
  name: "render-document-pdf",
  payload: z.strictObject({ uniqueDocumentId: Id, announce: z.boolean() }),
  async run(deps, { uniqueDocumentId, announce }) {
    const approved = await findApproved(deps, uniqueDocumentId);
    if (!approved || (await hasSnapshot(deps.db, uniqueDocumentId))) return;
    await findIntactDecision(deps, deps.db, approved.document, approved.decision);
    const { page } = approved.content;
    if (await isAnyImageUntried(deps.db, page))
      throw new Error("An image of the document is being fetched; the PDF is made when it is there.");
    const images = await readImagesForPrint(deps, page);
    const { companyName, productName } = deps.settings.now();
    const { externalId } = approved.document;
    const [event] = await findEvidence(deps.db, uniqueDocumentId, OF_DECISION);
    const pdf = await deps.pdf.render(printDocument(deps, { ...approved, event }, page, images), {
      description: { author: companyName, program: productName, identifier: externalId },
      foot: `Accepted · ${externalId}`,
    });
    const record = await recordOf(deps.db, uniqueDocumentId, OF_DECISION, shownBy(approved));
    const sealed = await deps.seal.apply(pdf, record);
    const stored = { ...(await deps.files.put(sealed.pdf)), seal: sealed.level };
    await change(deps, PORTAL, (change) => keepSnapshot(change, deps, approved, stored, announce));
  },
});

/** A document with its decided content. */
type ApprovedDocument = { document: DocumentRow; decision: DecisionRow; content: Content };

async function findApproved({ db }: Deps, uniqueDocumentId: Id): Promise<ApprovedDocument | null> {
  const [row] = await db
    .select({ document: getTableColumns(uniqueDocuments), decision: getTableColumns(documentDecisions) })
    .from(uniqueDocuments)
    .innerJoin(documentDecisions, eq(documentDecisions.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(
      and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), eq(uniqueDocuments.status, "APPROVED")),
    );
  if (!row) return null;
  const content = await readContent(db, row.document, row.decision);
  const [page = content.page] = await showImages(db, [content.page]);
  return { ...row, content: { ...content, page } };
}

async function hasSnapshot(reader: Reader, uniqueDocumentId: Id): Promise<boolean> {
  const found = await reader
    .select({ documentSnapshotId: documentSnapshots.documentSnapshotId })
    .from(documentSnapshots)
    .where(
      and(eq(documentSnapshots.uniqueDocumentId, uniqueDocumentId), eq(documentSnapshots.status, "APPROVED")),
    );
  return found.length > 0;
}

/** What the page "Acceptance" tells of the person, which the evidence seals. */
function shownBy({ document, decision }: ApprovedDocument) {
  const { userName, userEmail } = decision;
  return { name: document.name, externalId: document.externalId, userName, userEmail };
}

async function keepSnapshot(
  { tx, at, record, attest }: Change,
  deps: Deps,
  approved: ApprovedDocument,
  { seal, ...stored }: StoredSeal,
  announce: boolean,
): Promise<void> {
  const { document, content } = approved;
  const { uniqueDocumentId, organizationId } = document;
  // If two jobs made the PDF at once, the second one finds the first one's snapshot here.
  await lockDocument(tx, organizationId, uniqueDocumentId);
  if (await hasSnapshot(tx, uniqueDocumentId)) return;

  const fileId = v7();
  const file = {
    ...{ fileId, organizationId, ...stored },
    contentType: "application/pdf",
    fileName: fileNameOf(document),
    createdAt: at,
  };
  await tx.insert(files).values(file);
  await tx.insert(documentSnapshots).values({
    documentSnapshotId: v7(),
    uniqueDocumentId,
    organizationId,
    status: "APPROVED",
    fileId,
    createdAt: at,
  });
  await record({
    action: "document.snapshot",
    organizationId,
    subjectId: uniqueDocumentId,
    details: { fileId, ...stored, seal, contentHash: content.contentHash },
  });
  if (announce) await announceApproval(tx, deps, approved);
  await tellOfDocument(tx, deps, document);
  await attest(fileEvidence("document.snapshot", uniqueDocumentId, file));
}

/** "Shop fit-out (P-1042).pdf", without characters that a file system forbids. */
function fileNameOf({ name, externalId }: DocumentRow): string {
  return `${plainFileName(`${name} (${externalId})`)}.pdf`;
}

/** Announces an approval: a notification for each member, a mail for each writer and for the colleague who sent it. */
async function announceApproval(tx: Tx, deps: Deps, approved: ApprovedDocument): Promise<void> {
  const { document, decision } = approved;
  // A new version of the document may be decided on again.
  const event = `document.approved:${document.uniqueDocumentId}:${decision.versionNumber}`;
  const path = `/doc/${document.slug}`;
  const message = `${document.name} was approved by ${decision.userName}`;
  await notify(tx, deps, { organization: document.organizationId }, { message, link: path, event });

  const { page } = approved.content;
  const prices = { total: shownTotal(page), hidesPrices: hidesPrices(page), hasGst: addsGst(page) };
  const anchor = await findAnchor(tx, document.uniqueDocumentId, OF_DECISION);
  const facts = { ...document, ...decision, ...prices, anchor };
  const mail = composeApproval(deps.settings.now(), deps.env.publicUrl, facts);
  const { uniqueDocumentId: subjectId, organizationId } = document;
  const about = { subjectId, organizationId };
  for (const to of await findWriters(tx, document.organizationId)) {
    await queueMail(tx, deps, { to, about, ...mail }, event);
  }
  const sender = await findSender(tx, decision);
  const acceptance = composeAcceptance(deps.settings.now(), deps.env.publicUrl, facts);
  if (sender !== null) await queueMail(tx, deps, { to: sender, about, ...acceptance }, event);
}

/** The email of the colleague who sent what was decided on, as long as they work for the company. */
async function findSender(
  tx: Tx,
  { uniqueDocumentId, versionNumber }: Pick<DecisionRow, "uniqueDocumentId" | "versionNumber">,
): Promise<string | null> {
  if (versionNumber === null) return null;
  const [sender] = await tx
    .select({ email: userProfiles.email })
    .from(documentVersions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, documentVersions.sentByUserProfileId))
    .where(
      and(
        eq(documentVersions.uniqueDocumentId, uniqueDocumentId),
        eq(documentVersions.number, versionNumber),
        isNotNull(userProfiles.adminRole),
      ),
    );
  return sender?.email ?? null;
}

async function findWriters(tx: Tx, organizationId: string): Promise<string[]> {
  const writers = await tx
    .select({ email: userProfiles.email })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .where(
      and(
        eq(organizationPermissions.organizationId, organizationId),
        eq(organizationPermissions.permissionType, "write"),
      ),
    );
  return writers.map(({ email }) => email);
}
