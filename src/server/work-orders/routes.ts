import * as calls from "#contract/work-orders.ts";
import { AppError } from "../app-error.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { findInvoice } from "../invoices/queries.ts";
import { chooseOptionalWork } from "./choose-optional-work.ts";
import { listWorkOrders } from "./list-work-orders.ts";
import { findChoices, findWorkOrder, findWorkOrdersOfInvoice } from "./queries.ts";
import { withLinkedNames } from "./with-linked-names.ts";
import { withQuote } from "./with-quote.ts";

export const workOrderRoutes: Route[] = [
  listRoute(calls.listWorkOrders, ({ deps, caller, query }) =>
    listWorkOrders(deps, caller.organizationId, query),
  ),
  route(calls.getWorkOrder, async ({ deps, caller, params, query }) => {
    const workOrder = await findWorkOrder(deps.db, caller.organizationId, params.id);
    if (!workOrder) throw new AppError("not-found", "There is no such work order.");
    if (query.include === undefined) return workOrder;
    const [linked = workOrder] = await withLinkedNames(deps.db, caller.organizationId, [workOrder]);
    return query.include === "quote" ? withQuote(deps.db, caller.organizationId, linked) : linked;
  }),
  route(calls.listWorkOrdersOfInvoice, async ({ deps, caller, params }) => {
    const invoice = await findInvoice(deps.db, caller.organizationId, params.invoiceId);
    if (!invoice) throw new AppError("not-found", "There is no such invoice.");
    return findWorkOrdersOfInvoice(deps.db, caller.organizationId, params.invoiceId);
  }),
  route(calls.listOptionalStatuses, ({ deps, caller, body }) =>
    findChoices(deps.db, caller.member?.organizationId ?? null, body.workOrderIds, deps.clock()),
  ),
  route(calls.chooseOptionalWork, ({ deps, caller, params, body }) =>
    chooseOptionalWork(deps, caller, params.id, body.optional),
  ),
];
