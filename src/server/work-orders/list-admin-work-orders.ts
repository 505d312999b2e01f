import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/work-orders.ts";
import type { ADMIN_WORK_ORDER_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { type List, linkedText } from "../lists/list.ts";
import { countedPageOf, readList } from "../lists/read-list.ts";
import { nameOfOrganization } from "../organizations/name-column.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findListedCards } from "./admin-queries.ts";
import { DOCUMENT_NAME, WORK_ORDER_LIST } from "./list-work-orders.ts";
import { linkedDocument, linkedInvoice } from "./queries.ts";

/** A left join, because the planner leaves it out of a statement that only counts. */
const OF_ALL: List<(typeof ADMIN_WORK_ORDER_LIST_COLUMNS)[number]> = {
  ...WORK_ORDER_LIST,
  path: calls.listAdminWorkOrders.path,
  from: sql`${workOrders} left join ${uniqueDocuments} on ${linkedDocument()}
    left join ${invoices} on ${linkedInvoice()} left join ${organizations}
    on ${eq(organizations.organizationId, workOrders.organizationId)}`,
  columns: {
    organizationName: nameOfOrganization(workOrders.organizationId),
    ...WORK_ORDER_LIST.columns,
    uniqueDocument: linkedText(DOCUMENT_NAME),
  },
};

/** The work orders of every organization or of one, all or one page. */
export async function listAdminWorkOrders(
  deps: Deps,
  query: z.output<typeof calls.listAdminWorkOrders.query>,
): Promise<ListAnswer<typeof calls.listAdminWorkOrders>> {
  const { organizationId, workOrderStatus } = query;
  const where = and(
    organizationId === undefined ? undefined : eq(workOrders.organizationId, organizationId),
    workOrderStatus && eq(workOrders.workOrderStatus, workOrderStatus),
  );
  const counts = { list: "work orders", organizationId, status: workOrderStatus } as const;
  const slice = await readList(
    deps,
    { ...OF_ALL, spansOrganizations: organizationId === undefined },
    { owner: organizationId ?? "every", where, counts },
    query,
  );
  return { data: await findListedCards(deps.db, slice), ...countedPageOf(slice) };
}
