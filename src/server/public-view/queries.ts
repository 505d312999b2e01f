import { and, eq, getTableColumns, gt, gte, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Sharing } from "#domain/documents/managed-document.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { type DocumentRow, todayOf } from "../documents/queries.ts";
import { generalDocuments } from "../schema/agreements.ts";
import { documentDecisions, documentVersions } from "../schema/document-versions.ts";
import { pageVisibleToClients, uniqueDocuments } from "../schema/documents.ts";
import { documentSharings } from "../schema/public-view.ts";
import { workOrders } from "../schema/work-orders.ts";

type SharingRow = typeof documentSharings.$inferSelect;

export async function findSharing(reader: DbOrTx, uniqueDocumentId: Id): Promise<SharingRow | null> {
  const [row] = await reader
    .select()
    .from(documentSharings)
    .where(eq(documentSharings.uniqueDocumentId, uniqueDocumentId));
  return row ?? null;
}

/** A moment, and the day that it is for the company. */
export type Moment = { now: Date; today: string };

export function momentOf(deps: Pick<Deps, "clock" | "settings">): Moment {
  const now = deps.clock();
  return { now, today: todayOf(deps, now) };
}

/** The condition that clients read the page of a document, and that its last day has not passed while it waits. */
export function isReadableOn(today: string): SQL | undefined {
  const { status, validUntil } = uniqueDocuments;
  return and(
    pageVisibleToClients(uniqueDocuments),
    or(ne(status, "PENDING"), isNull(validUntil), gte(validUntil, today)),
  );
}

/** The condition, on a document joined with its sharing, that everybody may see it now. */
export function isVisibleToEverybody({ now, today }: Moment): SQL | undefined {
  return and(
    isReadableOn(today),
    or(isNull(documentSharings.expiresAt), gt(documentSharings.expiresAt, now)),
  );
}

/** A document that everybody may see now. The same statement finds nothing for every other document. */
export async function findSharedDocument(
  reader: DbOrTx,
  uniqueDocumentId: string,
  moment: Moment,
): Promise<DocumentRow | null> {
  const [row] = await reader
    .select(getTableColumns(uniqueDocuments))
    .from(uniqueDocuments)
    .innerJoin(documentSharings, eq(documentSharings.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), isVisibleToEverybody(moment)));
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

/** The version of all rows of a shared document (versionOfRows). Null if it is not visible, by the same statement for every reason. */
export async function readVersion(
  reader: DbOrTx,
  uniqueDocumentId: string,
  moment: Moment,
): Promise<string | null> {
  const [row] = await reader
    .select({ version: versionOfRows() })
    .from(uniqueDocuments)
    .innerJoin(documentSharings, eq(documentSharings.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), isVisibleToEverybody(moment)));
  return row?.version ?? null;
}

/** The version of all rows of a document that the reader's key opens. Null while clients do not read it. */
export async function readLinkedVersion(
  reader: DbOrTx,
  uniqueDocumentId: string,
  today: string,
): Promise<string | null> {
  const [row] = await reader
    .select({ version: versionOfRows() })
    .from(uniqueDocuments)
    .where(and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), isReadableOn(today)));
  return row?.version ?? null;
}

/** The version of all rows that a document's page shows, except images, at a cost that does not grow with it. */
function versionOfRows(): SQL<string> {
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
  return sql<string>`concat_ws(' / ', ${sql.join(parts, sql`, `)})`;
}

/** The ids and versions of a table's rows. PostgreSQL's xmin is another one after every change of a row. */
function versionsOf(table: PgTable, where: SQL, key: readonly PgColumn[]): SQL {
  const id = sql.join([...key], sql`, `);
  return sql`coalesce((select string_agg(concat_ws(':', ${id}, ${table}.xmin::text), ',' order by ${id})
    from ${table} where ${where}), '')`;
}
