import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/documents.ts";
import { LISTED_STATUSES } from "#domain/documents/unique-document.ts";
import type { ADMIN_DOCUMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { dollarsColumn, type List, storedTextColumn } from "../lists/list.ts";
import { pageWithStatusCounts, readList } from "../lists/read-list.ts";
import { waitsFor } from "../openings/get-openings.ts";
import { nameOfOrganization } from "../organizations/queries.ts";
import { isNotInvoiced } from "../schema/document-versions.ts";
import { isArchived, isListed, lastTouched, totalOrder, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { findDocumentCards } from "./admin-queries.ts";
import { documentTypeColumn } from "./document-type-column.ts";
import { isOfStatus, todayOf } from "./queries.ts";

const { documentType, totalCost } = uniqueDocuments;

/** A left join, because the planner leaves it out of a statement that only counts. */
const OF_ALL: List<(typeof ADMIN_DOCUMENT_LIST_COLUMNS)[number]> = {
  path: calls.listManagedDocuments.path,
  from: sql`${uniqueDocuments} left join ${organizations}
    on ${eq(organizations.organizationId, uniqueDocuments.organizationId)}`,
  id: uniqueDocuments.uniqueDocumentId,
  defaultSort: lastTouched(uniqueDocuments),
  columns: {
    externalId: storedTextColumn(uniqueDocuments.externalIdComparable, uniqueDocuments.externalIdOrder),
    organizationName: nameOfOrganization(uniqueDocuments.organizationId),
    name: storedTextColumn(uniqueDocuments.nameComparable, uniqueDocuments.nameOrder),
    documentType: documentTypeColumn(documentType.getSQL()),
    status: { type: "enum", column: uniqueDocuments.listedStatus, values: LISTED_STATUSES },
    totalCost: { ...dollarsColumn(totalCost, totalOrder(uniqueDocuments)), isRequired: true },
    updatedAt: { type: "day", timestamp: uniqueDocuments.updatedAt },
  },
};

/** The documents of every organization or of one, all or one page. */
export async function listManagedDocuments(
  deps: Deps,
  query: z.output<typeof calls.listManagedDocuments.query>,
): Promise<ListAnswer<typeof calls.listManagedDocuments>> {
  const { organizationId, status } = query;
  const where = and(
    query.archived === "only" ? isArchived(uniqueDocuments) : isListed(uniqueDocuments),
    organizationId === undefined ? undefined : eq(uniqueDocuments.organizationId, organizationId),
    query.documentType && eq(documentType, query.documentType),
    status && isOfStatus(status),
    query.waiting && waitsFor(query.waiting, deps.clock()),
    query.notInvoiced && isNotInvoiced(),
  );
  const selection = await readList(
    deps,
    { ...OF_ALL, sortsNullsFirst: organizationId === undefined },
    {
      cursorAudience: JSON.stringify([organizationId, query.waiting, query.notInvoiced]),
      where,
      // The counts are of the listed statuses, and a closed document answers DRAFT.
      counts:
        query.waiting || query.notInvoiced || status === "DRAFT"
          ? undefined
          : {
              list: query.archived === "only" ? "archived documents" : "documents",
              organizationId,
              kind: query.documentType,
              status,
            },
    },
    query,
  );
  return {
    data: await findDocumentCards(deps.db, selection, todayOf(deps, deps.clock())),
    ...pageWithStatusCounts(selection),
  };
}
