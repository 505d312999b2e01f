import { eq } from "drizzle-orm";
import { describeContentChanges } from "#domain/documents/describe-changes.ts";
import type { Revision, WholeRevision } from "#domain/drafts/revision.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { resolveWorkOrders, withoutResolved } from "#domain/page/resolve-work-orders.ts";
import type { Reader } from "../db/database.ts";
import { findCurrentWork } from "../documents/find-work.ts";
import { NO_DOCUMENT } from "../documents/get-admin-document.ts";
import { NO_WORK, showStoredPage } from "../documents/resolve-page.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { findRevision, findRevisions } from "./find-revisions.ts";

/** The pages that a draft had, latest first. */
export async function listRevisions(reader: Reader, uniqueDocumentId: Id): Promise<Revision[]> {
  await findAnyDocument(reader, uniqueDocumentId);
  return findRevisions(reader, { uniqueDocumentId });
}

/** One of these pages, compared with the present one. Both show the document's work as it is now. */
export async function getRevision(
  reader: Reader,
  uniqueDocumentId: Id,
  number: number,
): Promise<WholeRevision> {
  const document = await findAnyDocument(reader, uniqueDocumentId);
  const { stored, ...found } = await findRevision(reader, { uniqueDocumentId }, number);
  const work = await findCurrentWork(reader, document.organizationId, [uniqueDocumentId]);
  const shown = (page: PuckState) =>
    resolveWorkOrders(showStoredPage(page), work.get(uniqueDocumentId) ?? NO_WORK);
  const changes = describeContentChanges(
    { ...document, puckState: shown(stored) },
    { ...document, puckState: shown(document.puckState) },
  );
  return { ...found, page: withoutResolved(showStoredPage(stored)), changes };
}

async function findAnyDocument(reader: Reader, uniqueDocumentId: Id) {
  const [document] = await reader
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!document) throw NO_DOCUMENT;
  return document;
}
