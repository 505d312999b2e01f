import { and, eq, getTableColumns, gt, isNull, or, type SQL } from "drizzle-orm";
import type { Sharing } from "#domain/documents/admin-document.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { pageVisibleToClients, uniqueDocuments } from "../schema/documents.ts";
import { documentSharings } from "../schema/public-view.ts";

type SharingRow = typeof documentSharings.$inferSelect;

export async function findSharing(reader: Reader, uniqueDocumentId: Id): Promise<SharingRow | null> {
  const [row] = await reader
    .select()
    .from(documentSharings)
    .where(eq(documentSharings.uniqueDocumentId, uniqueDocumentId));
  return row ?? null;
}

/** The condition, on a document joined with its sharing, that everybody may see it now. */
export function isVisibleToEverybody(now: Date): SQL | undefined {
  return and(
    pageVisibleToClients(uniqueDocuments),
    or(isNull(documentSharings.expiresAt), gt(documentSharings.expiresAt, now)),
  );
}

/** A document that everybody may see now. The same statement finds nothing for every other document. */
export async function findSharedDocument(
  reader: Reader,
  uniqueDocumentId: string,
  now: Date,
): Promise<DocumentRow | null> {
  const [row] = await reader
    .select(getTableColumns(uniqueDocuments))
    .from(uniqueDocuments)
    .innerJoin(documentSharings, eq(documentSharings.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), isVisibleToEverybody(now)));
  return row ?? null;
}

/** Null: the document is not shared. */
export function presentSharing(uniqueDocumentId: Id, row: Pick<SharingRow, "expiresAt"> | null): Sharing {
  return {
    uniqueDocumentId,
    isShared: row !== null,
    expiresAt: row?.expiresAt?.toISOString() ?? null,
  };
}

/** The sharing of a document of any organization. */
export async function getSharing(reader: Reader, uniqueDocumentId: Id): Promise<Sharing> {
  const [row] = await reader
    .select({ sharing: documentSharings })
    .from(uniqueDocuments)
    .leftJoin(documentSharings, eq(documentSharings.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!row) throw new AppError("not-found", "There is no such document.");
  return presentSharing(uniqueDocumentId, row.sharing);
}
