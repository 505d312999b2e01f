import * as calls from "#contract/invoices.ts";
import { AppError } from "../app-error.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { listInvoices } from "./list-invoices.ts";
import { findInvoice } from "./queries.ts";

export const invoiceRoutes: Route[] = [
  listRoute(calls.listInvoices, ({ deps, caller, query }) =>
    listInvoices(deps, caller.organizationId, query),
  ),
  route(calls.getInvoice, async ({ deps, caller, params }) => {
    const invoice = await findInvoice(deps.db, caller.organizationId, params.id);
    if (!invoice) throw new AppError("not-found", "There is no such invoice.");
    return invoice;
  }),
];
