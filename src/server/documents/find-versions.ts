import { desc, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { documentVersions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";

export type VersionRow = typeof documentVersions.$inferSelect;

/** The newest version of each of these documents. A document that was never sent has none. */
export async function findNewestVersions(
  reader: Reader,
  uniqueDocumentIds: readonly Id[],
): Promise<Map<Id, VersionRow>> {
  if (uniqueDocumentIds.length === 0) return new Map();
  const rows = await reader
    .selectDistinctOn([documentVersions.uniqueDocumentId])
    .from(documentVersions)
    .where(isAnyOf(documentVersions.uniqueDocumentId, uniqueDocumentIds))
    .orderBy(documentVersions.uniqueDocumentId, desc(documentVersions.number));
  return new Map(rows.map((row) => [row.uniqueDocumentId, row]));
}

/** The newest version of a document and the document's names and types, read at one moment. */
export async function findNewestWithName(reader: Reader, uniqueDocumentId: Id) {
  const { name, documentType, sentName, sentType } = uniqueDocuments;
  const [found] = await reader
    .select({ version: documentVersions, document: { name, documentType, sentName, sentType } })
    .from(documentVersions)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, documentVersions.uniqueDocumentId))
    .where(eq(documentVersions.uniqueDocumentId, uniqueDocumentId))
    .orderBy(desc(documentVersions.number))
    .limit(1);
  return found;
}

/** findNewestVersions without their pages. */
export async function findSentWork(
  reader: Reader,
  uniqueDocumentIds: readonly Id[],
): Promise<Map<Id, DocumentWork>> {
  if (uniqueDocumentIds.length === 0) return new Map();
  const { uniqueDocumentId, number, work } = documentVersions;
  const rows = await reader
    .selectDistinctOn([uniqueDocumentId], { uniqueDocumentId, work })
    .from(documentVersions)
    .where(isAnyOf(uniqueDocumentId, [...new Set(uniqueDocumentIds)]))
    .orderBy(uniqueDocumentId, desc(number));
  return new Map(rows.map((row) => [row.uniqueDocumentId, row.work]));
}
