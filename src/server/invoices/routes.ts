import * as adminCalls from "#contract/admin/invoices.ts";
import * as calls from "#contract/invoices.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { addInvoice } from "./add-invoice.ts";
import { findAdminInvoice, findInvoiceable, requireInvoice } from "./admin-queries.ts";
import { changeInvoice } from "./change-invoice.ts";
import { changeInvoiceLines } from "./change-invoice-lines.ts";
import { invoiceDocument } from "./invoice-document.ts";
import { issueInvoice } from "./issue-invoice.ts";
import { listAllInvoices, listInvoices } from "./list-invoices.ts";
import { markInvoice } from "./mark-invoice.ts";
import { findInvoice } from "./queries.ts";

export const invoiceRoutes: Route[] = [
  listRoute(calls.listInvoices, ({ deps, caller, query }) =>
    listInvoices(deps, caller.organizationId, query),
  ),
  route(calls.getInvoice, async ({ deps, caller, params }) =>
    requireInvoice(await findInvoice(deps.db, deps, caller.organizationId, params.id)),
  ),
];

export const adminInvoiceRoutes: Route[] = [
  listRoute(adminCalls.listAllInvoices, ({ deps, query }) => listAllInvoices(deps, query)),
  route(adminCalls.listInvoiceableDocuments, ({ deps, query }) => findInvoiceable(deps.db, query)),
  route(adminCalls.getAdminInvoice, async ({ deps, params }) =>
    requireInvoice(await findAdminInvoice(deps.db, deps, params.id)),
  ),
  route(adminCalls.addInvoice, ({ deps, caller, body }) => addInvoice(deps, caller, body)),
  route(adminCalls.invoiceDocument, ({ deps, caller, params, body }) =>
    invoiceDocument(deps, caller, params.id, body),
  ),
  route(adminCalls.issueInvoice, ({ deps, caller, params, body }) =>
    issueInvoice(deps, caller, params.id, body),
  ),
  route(adminCalls.markInvoice, ({ deps, caller, params, body }) =>
    markInvoice(deps, caller, params.id, body),
  ),
  route(adminCalls.changeInvoiceLines, ({ deps, caller, params, body }) =>
    changeInvoiceLines(deps, caller, params.id, body),
  ),
  route(adminCalls.changeInvoice, ({ deps, caller, params, body }) =>
    changeInvoice(deps, caller, params.id, body),
  ),
];
