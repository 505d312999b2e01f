import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/documents.ts";
import {
  DOCUMENT_STATUS_LABELS,
  DOCUMENT_TYPES,
  documentTypeLabel,
} from "#domain/documents/unique-document.ts";
import { comparableText, ORDER_DIGITS } from "#domain/lists/comparable-text.ts";
import type { ADMIN_DOCUMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { figureText, keptText, type List } from "../lists/list.ts";
import { countedPageOf, readList } from "../lists/read-list.ts";
import { waitsFor } from "../openings/waits-for.ts";
import { organizations } from "../organizations/tables.ts";
import { findDocumentCards } from "./admin-queries.ts";
import { lastTouched, uniqueDocuments } from "./tables.ts";

const { documentType, totalCost } = uniqueDocuments;

const typeText: SQL = sql`case ${documentType} ${sql.join(
  DOCUMENT_TYPES.map((type) => sql`when ${type} then ${comparableText(documentTypeLabel(type))}`),
  sql` `,
)} end`;

/** A left join, because the planner leaves it out of a statement that only counts. */
const OF_ALL: List<(typeof ADMIN_DOCUMENT_LIST_COLUMNS)[number]> = {
  path: calls.listAdminDocuments.path,
  from: sql`${uniqueDocuments} left join ${organizations}
    on ${eq(organizations.organizationId, uniqueDocuments.organizationId)}`,
  id: uniqueDocuments.uniqueDocumentId,
  recent: lastTouched(uniqueDocuments),
  columns: {
    externalId: keptText(uniqueDocuments.externalIdComparable, uniqueDocuments.externalIdOrder),
    organizationName: keptText(organizations.nameComparable, organizations.nameOrder),
    name: keptText(uniqueDocuments.nameComparable, uniqueDocuments.nameOrder),
    documentType: { says: "text", comparable: typeText, order: typeText },
    status: { says: "word", word: uniqueDocuments.status, words: Object.keys(DOCUMENT_STATUS_LABELS) },
    totalCost: figureText(
      sql`coalesce('$' || to_char(${totalCost}::numeric, 'FM999,999,999,990.00'), '')`,
      sql`lpad(coalesce(round(${totalCost}::numeric * 100) + 1, 0)::text, ${ORDER_DIGITS + 4}::int, '0')`,
      /^[-$\d,.#]*$/,
    ),
    updatedAt: { says: "day", moment: uniqueDocuments.updatedAt },
  },
};

/** The documents of every organization or of one, all or one page. */
export async function listAdminDocuments(
  deps: Deps,
  query: z.output<typeof calls.listAdminDocuments.query>,
): Promise<ListAnswer<typeof calls.listAdminDocuments>> {
  const { organizationId, status } = query;
  const where = and(
    query.archived === "only" ? isNotNull(uniqueDocuments.archivedAt) : isNull(uniqueDocuments.archivedAt),
    organizationId === undefined ? undefined : eq(uniqueDocuments.organizationId, organizationId),
    query.documentType && eq(documentType, query.documentType),
    status && eq(uniqueDocuments.status, status),
    query.waiting && waitsFor(query.waiting, deps.clock()),
  );
  const slice = await readList(
    deps,
    OF_ALL,
    { owner: JSON.stringify([organizationId, query.waiting]), where },
    query,
  );
  return { data: await findDocumentCards(deps.db, slice), ...countedPageOf(slice) };
}
