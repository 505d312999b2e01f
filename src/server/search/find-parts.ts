import { and, eq, or, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { documentParts } from "../schema/search.ts";

export type PartKey = { id: Id; place: number };

/** Parts of pages, in the order in which they are asked for. */
export async function findParts(reader: Reader, keys: readonly PartKey[]) {
  if (keys.length === 0) return [];
  const { uniqueDocumentId, position, blockId, heading, body } = documentParts;
  const { status, withdrawnAt } = uniqueDocuments;
  const isDraft = sql<boolean>`${status} = 'DRAFT' and ${withdrawnAt} is null`;
  const rows = await reader
    .select({ uniqueDocumentId, position, blockId, heading, body, isDraft })
    .from(documentParts)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
    .where(or(...keys.map(({ id, place }) => and(eq(uniqueDocumentId, id), eq(position, place)))));
  return keys.flatMap(({ id, place }) =>
    rows.filter((row) => row.uniqueDocumentId === id && row.position === place),
  );
}
