import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/invoices.ts";
import type { ADMIN_INVOICE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import type { List } from "../lists/list.ts";
import { countedPageOf, readList } from "../lists/read-list.ts";
import { nameOfOrganization } from "../organizations/name-column.ts";
import { invoices } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { findCards } from "./admin-queries.ts";
import { INVOICE_LIST } from "./list-invoices.ts";

/** A left join, because the planner leaves it out of a statement that only counts. */
const OF_ALL: List<(typeof ADMIN_INVOICE_LIST_COLUMNS)[number]> = {
  ...INVOICE_LIST,
  path: calls.listAllInvoices.path,
  from: sql`${invoices} left join ${organizations}
    on ${eq(organizations.organizationId, invoices.organizationId)}`,
  columns: {
    organizationName: nameOfOrganization(invoices.organizationId),
    ...INVOICE_LIST.columns,
  },
};

/** The invoices of every organization or of one, all or one page. */
export async function listAllInvoices(
  deps: Deps,
  query: z.output<typeof calls.listAllInvoices.query>,
): Promise<ListAnswer<typeof calls.listAllInvoices>> {
  const { organizationId, invoiceStatus } = query;
  const where = and(
    organizationId === undefined ? undefined : eq(invoices.organizationId, organizationId),
    invoiceStatus && eq(invoices.invoiceStatus, invoiceStatus),
  );
  const counts = { list: "invoices", organizationId, status: invoiceStatus } as const;
  const slice = await readList(
    deps,
    { ...OF_ALL, spansOrganizations: organizationId === undefined },
    { owner: organizationId ?? "every", where, counts },
    query,
  );
  return { data: await findCards(deps.db, slice), ...countedPageOf(slice) };
}
