import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { describeContentChanges } from "#domain/documents/describe-changes.ts";
import type { Revision, WholeRevision } from "#domain/drafts/revision.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { resolveWorkOrders, withoutResolved } from "#domain/page/resolve-work-orders.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import { findCurrentWork } from "../documents/find-work.ts";
import { NO_DOCUMENT } from "../documents/get-admin-document.ts";
import { NO_WORK, showStoredPage } from "../documents/resolve-page.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { findColleagues } from "./queries.ts";
import { documentRevisions } from "./tables.ts";

const { uniqueDocumentId: ofDocument, number: revision, savedAt, savedBy, because } = documentRevisions;
const bytes = sql<number>`octet_length(${documentRevisions.page}::text)`;

/** The pages that a draft had, latest first. */
export async function listRevisions(reader: Reader, uniqueDocumentId: Id): Promise<Revision[]> {
  await findAnyDocument(reader, uniqueDocumentId);
  return findRevisions(reader, eq(ofDocument, uniqueDocumentId));
}

async function findRevisions(reader: Reader, where: SQL | undefined): Promise<Revision[]> {
  const rows = await reader
    .select({ revision, savedAt, savedBy, because, bytes })
    .from(documentRevisions)
    .where(where)
    .orderBy(desc(revision));
  const colleagues = await findColleagues(
    reader,
    rows.map((row) => row.savedBy),
  );
  return rows.map((row) => ({
    ...row,
    savedAt: row.savedAt.toISOString(),
    savedBy: colleagues.get(row.savedBy ?? "") ?? null,
  }));
}

/** One of these pages, compared with the present one. Both show the document's work as it is now. */
export async function getRevision(
  reader: Reader,
  uniqueDocumentId: Id,
  number: number,
): Promise<WholeRevision> {
  const document = await findAnyDocument(reader, uniqueDocumentId);
  const [found] = await findRevisions(reader, and(eq(ofDocument, uniqueDocumentId), eq(revision, number)));
  const stored = await findKeptPage(reader, uniqueDocumentId, number);
  if (!found || !stored) throw NO_REVISION;
  const work = await findCurrentWork(reader, document.organizationId, [uniqueDocumentId]);
  const shown = (page: PuckState) =>
    resolveWorkOrders(showStoredPage(page), work.get(uniqueDocumentId) ?? NO_WORK);
  const changes = describeContentChanges(
    { ...document, puckState: shown(stored) },
    { ...document, puckState: shown(document.puckState) },
  );
  return { ...found, page: withoutResolved(showStoredPage(stored)), changes };
}

export const NO_REVISION = new AppError("not-found", "There is no such revision.");

async function findAnyDocument(reader: Reader, uniqueDocumentId: Id) {
  const [document] = await reader
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!document) throw NO_DOCUMENT;
  return document;
}

/** The page of a revision as it was stored. */
export async function findKeptPage(
  reader: Reader,
  uniqueDocumentId: Id,
  number: number,
): Promise<PuckState | null> {
  const [found] = await reader
    .select({ page: documentRevisions.page })
    .from(documentRevisions)
    .where(and(eq(ofDocument, uniqueDocumentId), eq(revision, number)));
  return found?.page ?? null;
}
