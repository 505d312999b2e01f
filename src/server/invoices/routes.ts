import { getInvoice, listInvoices } from "#contract/invoices.ts";
import { AppError } from "../app-error.ts";
import { type Route, route } from "../http/route.ts";
import { findInvoice, findInvoices } from "./queries.ts";

export const invoiceRoutes: Route[] = [
  route(listInvoices, ({ deps, caller }) => findInvoices(deps.db, caller.organizationId)),
  route(getInvoice, async ({ deps, caller, params }) => {
    const invoice = await findInvoice(deps.db, caller.organizationId, params.id);
    if (!invoice) throw new AppError("not-found", "There is no such invoice.");
    return invoice;
  }),
];
