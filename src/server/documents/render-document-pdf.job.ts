import { and, eq, getTableColumns } from "drizzle-orm";
import { v7 } from "uuid";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { plainFileName } from "../files/file-name.ts";
import { files } from "../files/tables.ts";
import { isAnyImageUntried, readImagesForPrint, registerVideoImages } from "../images/print-images.ts";
import { showImages } from "../images/show-images.ts";
import { defineJob } from "../jobs/job.ts";
import { announceApproval } from "./announce-approval.ts";
import { type Content, readContent } from "./content.ts";
import { printDocument } from "./print-document.ts";
import { type DecisionRow, type DocumentRow, lockDocument } from "./queries.ts";
import { documentDecisions, documentSnapshots, uniqueDocuments } from "./tables.ts";

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
    const { page } = approved.content;
    await registerVideoImages(deps, page);
    if (await isAnyImageUntried(deps.db, page))
      throw new Error("A picture of the document is being fetched; the PDF is made when it is there.");
    const images = await readImagesForPrint(deps, page);
    const pdf = await deps.pdf.render(printDocument(deps, approved, page, images));
    const stored = await deps.files.put(pdf);
    await change(deps, PORTAL, (change) => keepSnapshot(change, deps, approved, stored, announce));
  },
});

/** A document with its decided content. */
export type ApprovedDocument = { document: DocumentRow; decision: DecisionRow; content: Content };

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

async function keepSnapshot(
  { tx, at, record }: Change,
  deps: Deps,
  approved: ApprovedDocument,
  stored: { sha256: string; byteLength: number },
  announce: boolean,
): Promise<void> {
  const { document, content } = approved;
  const { uniqueDocumentId, organizationId } = document;
  // If two jobs made the PDF at once, the second one finds the first one's snapshot here.
  await lockDocument(tx, organizationId, uniqueDocumentId);
  if (await hasSnapshot(tx, uniqueDocumentId)) return;

  const fileId = v7();
  await tx.insert(files).values({
    fileId,
    organizationId,
    ...stored,
    contentType: "application/pdf",
    fileName: fileNameOf(document),
    createdAt: at,
  });
  await tx.insert(documentSnapshots).values({
    documentSnapshotId: v7(),
    uniqueDocumentId,
    status: "APPROVED",
    fileId,
    createdAt: at,
  });
  await record({
    action: "document.snapshot",
    organizationId,
    subjectId: uniqueDocumentId,
    details: { fileId, ...stored, contentHash: content.contentHash },
  });
  if (announce) await announceApproval(tx, deps, approved);
  await deps.live.publish(tx, { organization: organizationId }, { kind: "document", id: uniqueDocumentId });
}

/** "Shop fit-out (P-1042).pdf", without characters that a file system forbids. */
function fileNameOf({ name, externalId }: DocumentRow): string {
  return `${plainFileName(`${name} (${externalId})`)}.pdf`;
}
