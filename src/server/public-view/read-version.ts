import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Reader } from "../db/database.ts";
import { generalDocuments } from "../schema/agreements.ts";
import { documentDecisions, documentVersions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { documentSharings } from "../schema/public-view.ts";
import { workOrders } from "../schema/work-orders.ts";
import { isVisibleToEverybody } from "./queries.ts";

/**
 * The version of every row that a shared document is made of, except images. It changes with each of them and costs
 * nothing of the document's size. Null if no one may see the document; the statement is the same for every reason.
 */
export async function readVersion(
  reader: Reader,
  uniqueDocumentId: string,
  now: Date,
): Promise<string | null> {
  const isOfDocument = eq(workOrders.uniqueDocumentId, uniqueDocuments.uniqueDocumentId);
  const isVersionOfDocument = eq(documentVersions.uniqueDocumentId, uniqueDocuments.uniqueDocumentId);
  const isDecisionOfDocument = eq(documentDecisions.uniqueDocumentId, uniqueDocuments.uniqueDocumentId);
  const parts = [
    sql`${uniqueDocuments}.xmin::text`,
    versionsOf(documentDecisions, isDecisionOfDocument, [documentDecisions.uniqueDocumentId]),
    versionsOf(workOrders, isOfDocument, [workOrders.workOrderId]),
    versionsOf(documentVersions, isVersionOfDocument, [documentVersions.number]),
    versionsOf(generalDocuments, eq(generalDocuments.isGeneralTerms, true), [
      generalDocuments.generalDocumentId,
    ]),
  ];
  const [row] = await reader
    .select({ version: sql<string>`concat_ws(' / ', ${sql.join(parts, sql`, `)})` })
    .from(uniqueDocuments)
    .innerJoin(documentSharings, eq(documentSharings.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), isVisibleToEverybody(now)));
  return row?.version ?? null;
}

/** The ids and versions of a table's rows. PostgreSQL's xmin is another one after every change of a row. */
function versionsOf(table: PgTable, where: SQL, key: readonly PgColumn[]): SQL {
  const id = sql.join([...key], sql`, `);
  return sql`coalesce((select string_agg(concat_ws(':', ${id}, ${table}.xmin::text), ',' order by ${id})
    from ${table} where ${where}), '')`;
}
