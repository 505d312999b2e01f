import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { z } from "zod";
import { describeIssuer } from "#domain/consent/consent.ts";
import { writeAnchor } from "#domain/evidence/anchor.ts";
import { formatDollars } from "#domain/format.ts";
import { Id } from "#domain/id.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import { findOwner } from "../account/find-owner.ts";
import { findMailedAbout } from "../account/mail-choices.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { fileEvidence } from "../evidence/append-evidence.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { plainFileName } from "../files/file-links.ts";
import { findPrintedImages, isAnyImageUntried, readImagesForPrint } from "../images/print-images.ts";
import type { ImageRow } from "../images/queries.ts";
import { showImages } from "../images/show-images.ts";
import { defineJob, QuietFailure } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { findPeople, notify } from "../notifications/notify.ts";
import { printWithContents } from "../pdf/print-with-contents.ts";
import { readInScope } from "../rls/in-scope.ts";
import { userProfiles } from "../schema/account.ts";
import { documentSnapshots } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { files } from "../schema/files.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { recordOf, type StoredSeal } from "../seal/create-seal.ts";
import type { Content } from "./content.ts";
import { composeAcceptance, composeApproval, composeOwnAcceptance } from "./decision-mails.ts";
import { printDocument } from "./print-document.ts";
import {
  type DecisionRow,
  type DocumentRow,
  findDecision,
  lockDocument,
  publishDocumentChange,
} from "./queries.ts";
import { type CertificateFacts, readCertificate } from "./read-certificate.ts";
import { readIntact } from "./read-intact.ts";

/**
 * Makes the PDF of an approved document and, with `announce`, notifies its people. Only the last step changes the
 * database, in one transaction, so a killed job can run again.
 */
export const renderDocumentPdf = defineJob({
  name: "render-document-pdf",
  payload: z.strictObject({ uniqueDocumentId: Id, announce: z.boolean() }),
  // Two are printed at once (pdf/chromium-renderer.ts), while others are read, sealed and stored.
  atOnce: 4,
  async run(deps, { uniqueDocumentId, announce }) {
    const approved = await readInScope(deps.database, { role: "worker" }, (tx) =>
      readApproved(deps, tx, uniqueDocumentId),
    );
    if (!approved) return;
    if (isAnyImageUntried(approved.images))
      throw new Error("An image of the document is being fetched; the PDF is made when it is there.");
    const images = await readImagesForPrint(deps, approved.images);
    const { companyName, productName, timeZone, paperSize } = deps.settings.now();
    const { externalId } = approved.document;
    const logo = await deps.logo.forPrint();
    const pdf = await printWithContents({
      compose: (pages) =>
        printDocument(deps, { ...approved, logo, ...(pages && { pages }) }, approved.content.page, images),
      print: (html) => deps.pdf.render(html, { paperSize, footerText: `Accepted · ${externalId}` }),
      // The certificate tells how many pages there are.
      isCounted: true,
    });
    const metadata = { author: companyName, program: productName, identifier: externalId };
    const sealed = await deps.seal.apply(
      pdf,
      recordOf(approved.event, shownBy(approved, companyName), timeZone),
      metadata,
    );
    // In the meantime the transaction tells people. It names the file when that is safe.
    const putting = deps.files.put(sealed.pdf);
    putting.catch(() => undefined);
    await change(deps, PORTAL, async (opened) => {
      const current = await lockAndRead(opened.tx, approved);
      if (!current) return;
      const fileId = v7();
      const attachmentFileId = sealed.pdf.byteLength <= MAX_ATTACHED_BYTES ? fileId : undefined;
      if (announce) await announceApproval(opened.tx, deps, approved, { ...current, attachmentFileId });
      await storeSnapshot(opened, deps, approved, { fileId, ...(await putting), seal: sealed.level });
    });
  },
});

/** A larger PDF is downloaded: many mail servers refuse it. */
const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;

/** A document with its decided content, the event that proves it, and the images that it shows. */
type ApprovedDocument = {
  document: DocumentRow;
  decision: DecisionRow;
  content: Content;
  event: EvidenceRow | undefined;
  certificate: CertificateFacts;
  images: ImageRow[];
};

/** Null for a document that needs no PDF. Throws AppError "conflict" if it differs from its evidence. */
async function readApproved(deps: Deps, tx: Tx, uniqueDocumentId: Id): Promise<ApprovedDocument | null> {
  const [[document], isStored] = await Promise.all([
    tx
      .select()
      .from(uniqueDocuments)
      .where(
        and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), eq(uniqueDocuments.status, "APPROVED")),
      ),
    hasSnapshot(tx, uniqueDocumentId),
  ]);
  if (!document || isStored) return null;
  const { decision, event, content: decided } = await readIntact(deps, tx, document);
  if (!decision) return null;
  const [page = decided.page] = await showImages(tx, [decided.page]);
  const content = { ...decided, page };
  const certificate = await readCertificate(tx, document, { decision, event }, page);
  return { document, decision, content, event, certificate, images: await findPrintedImages(tx, page) };
}

async function hasSnapshot(reader: DbOrTx, uniqueDocumentId: Id): Promise<boolean> {
  const found = await reader
    .select({ documentSnapshotId: documentSnapshots.documentSnapshotId })
    .from(documentSnapshots)
    .where(
      and(eq(documentSnapshots.uniqueDocumentId, uniqueDocumentId), eq(documentSnapshots.status, "APPROVED")),
    );
  return found.length > 0;
}

/** What the page "Acceptance" tells of the person, which the evidence seals. */
function shownBy(
  { document, decision, content, certificate: { accessGivenByName, issuerSetUp } }: ApprovedDocument,
  companyName: string,
) {
  const { userName, userEmail } = decision;
  const { total, label: totalLabel } = summarizePrice(content.page);
  return {
    name: document.name,
    externalId: document.externalId,
    userName,
    userEmail,
    ...(total !== null && { total: formatDollars(total), totalLabel }),
    ...(accessGivenByName !== null && { accessGivenByName }),
    ...(issuerSetUp !== null && { singleSignOn: describeIssuer(issuerSetUp, { ...decision, companyName }) }),
  };
}

type Notice = {
  people: { userProfileId: Id }[];
  writers: { userProfileId: Id; email: string }[];
  /** The people of the company who are mailed. */
  colleagues: { email: string }[];
};

/**
 * Locks the document and finds whom to notify. Null if another job has made the PDF. Throws, so that it is
 * made again, if a person whom it names was erased in the meantime (people/erase-person.ts).
 */
async function lockAndRead(tx: Tx, approved: ApprovedDocument): Promise<Notice | null> {
  const { document, decision, content, certificate } = approved;
  const { uniqueDocumentId, organizationId } = document;
  await lockDocument(tx, organizationId, uniqueDocumentId);
  if (await hasSnapshot(tx, uniqueDocumentId)) return null;
  const [now, certified, people, writers, owner] = await Promise.all([
    findDecision(tx, uniqueDocumentId),
    readCertificate(tx, document, approved, content.page),
    findPeople(tx, { organization: organizationId }),
    findWriters(tx, organizationId),
    findOwner(tx, document),
  ]);
  const isTheirs = now?.userName === decision.userName && now.userEmail === decision.userEmail;
  if (!isTheirs || !isDeepStrictEqual(certified, certificate))
    throw new QuietFailure("A person whom it names was erased while its PDF was made; it is made again.");
  const colleagues = await findMailedAbout(tx, "decisions", owner?.userProfileId ?? null);
  return { people, writers, colleagues };
}

async function storeSnapshot(
  { tx, at, record, attest }: Change,
  deps: Deps,
  approved: ApprovedDocument,
  { fileId, seal, ...stored }: StoredSeal & { fileId: Id },
): Promise<void> {
  const { document, content } = approved;
  const { uniqueDocumentId, organizationId } = document;

  const file = {
    fileId,
    organizationId,
    ...stored,
    contentType: "application/pdf",
    fileName: fileNameOf(document),
    createdAt: at,
  };
  const snapshot = {
    documentSnapshotId: v7(),
    uniqueDocumentId,
    organizationId,
    status: "APPROVED",
    fileId,
    createdAt: at,
  } as const;
  // A snapshot needs its file.
  await tx.insert(files).values(file);
  await Promise.all([
    tx.insert(documentSnapshots).values(snapshot),
    record({
      action: "document.snapshot",
      organizationId,
      subjectId: uniqueDocumentId,
      details: { fileId, ...stored, seal, contentHash: content.contentHash },
    }),
    publishDocumentChange(tx, deps, document),
  ]);
  await attest(fileEvidence("document.snapshot", uniqueDocumentId, file));
}

/** "Shop fit-out (P-1042).pdf", without characters that a file system forbids. */
function fileNameOf({ name, externalId }: DocumentRow): string {
  return `${plainFileName(`${name} (${externalId})`)}.pdf`;
}

/** Announces an approval: a notification for each member, a mail for each writer and for the colleagues who chose it. */
async function announceApproval(
  tx: Tx,
  deps: Deps,
  approved: ApprovedDocument,
  { people, writers, colleagues, attachmentFileId }: Notice & { attachmentFileId: Id | undefined },
): Promise<void> {
  const { document, decision } = approved;
  // A new version of the document may be decided on again.
  const event = `document.approved:${document.uniqueDocumentId}:${decision.versionNumber}`;
  const path = `/doc/${document.slug}`;
  const message = `${document.name} was approved by ${decision.userName}`;
  const { uniqueDocumentId: subjectId, organizationId } = document;

  const anchor = approved.event ? writeAnchor(approved.event) : null;
  const price = summarizePrice(approved.content.page);
  const isAttached = attachmentFileId !== undefined;
  const facts = { ...document, ...decision, price, anchor, isAttached };
  const around = { about: { subjectId, organizationId }, ...(isAttached && { attachmentFileId }) };
  const [brand, { publicUrl }] = [deps.settings.now(), deps.env];
  const others = composeApproval(brand, publicUrl, facts);
  const own = composeOwnAcceptance(brand, publicUrl, facts);
  const ofCompany = composeAcceptance(brand, publicUrl, facts);
  const toQueue = [
    ...writers.map(({ userProfileId, email }) => {
      const mail = userProfileId === decision.userProfileId ? own : others;
      return { to: email, ...around, ...mail };
    }),
    ...colleagues.map(({ email }) => ({ to: email, ...around, ...ofCompany })),
  ];
  await Promise.all([
    notify(tx, deps, { organization: organizationId }, { message, link: path, event }, people),
    // A colleague who is also a writer gets the first one.
    ...toQueue.map((one) => queueMail(tx, deps, one, event)),
  ]);
}

function findWriters(tx: Tx, organizationId: string): Promise<Notice["writers"]> {
  const { userProfileId, email } = userProfiles;
  return tx
    .select({ userProfileId, email })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .where(
      and(
        eq(organizationPermissions.organizationId, organizationId),
        eq(organizationPermissions.permissionType, "write"),
      ),
    );
}
