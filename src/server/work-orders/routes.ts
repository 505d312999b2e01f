import {
  chooseOptionalWork as chooseOptionalWorkCall,
  getWorkOrder,
  listOptionalStatuses,
  listWorkOrders,
  listWorkOrdersOfInvoice,
} from "#contract/work-orders.ts";
import { AppError } from "../app-error.ts";
import { type Route, route } from "../http/route.ts";
import { findInvoice } from "../invoices/queries.ts";
import { chooseOptionalWork } from "./choose-optional-work.ts";
import { findChoices, findWorkOrder, findWorkOrders, findWorkOrdersOfInvoice } from "./queries.ts";

export const workOrderRoutes: Route[] = [
  route(listWorkOrders, ({ deps, caller }) => findWorkOrders(deps.db, caller.organizationId)),
  route(getWorkOrder, async ({ deps, caller, params }) => {
    const workOrder = await findWorkOrder(deps.db, caller.organizationId, params.id);
    if (!workOrder) throw new AppError("not-found", "There is no such work order.");
    return workOrder;
  }),
  route(listWorkOrdersOfInvoice, async ({ deps, caller, params }) => {
    const invoice = await findInvoice(deps.db, caller.organizationId, params.invoiceId);
    if (!invoice) throw new AppError("not-found", "There is no such invoice.");
    return findWorkOrdersOfInvoice(deps.db, caller.organizationId, params.invoiceId);
  }),
  route(listOptionalStatuses, async ({ deps, caller, body }) =>
    caller.member ? findChoices(deps.db, caller.member.organizationId, body.workOrderIds) : [],
  ),
  route(chooseOptionalWorkCall, ({ deps, caller, params, body }) =>
    chooseOptionalWork(deps, caller, params.id, body.optional),
  ),
];
