import * as importCalls from "#contract/admin/imports.ts";
import * as adminCalls from "#contract/admin/work-orders.ts";
import * as calls from "#contract/work-orders.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { importRoutes } from "../imports/import-routes.ts";
import { findInvoice } from "../invoices/queries.ts";
import { addWorkOrder } from "./add-work-order.ts";
import { findAdminWorkOrder } from "./admin-queries.ts";
import { changeWorkOrder } from "./change-work-order.ts";
import { chooseOptionalWork } from "./choose-optional-work.ts";
import { deleteWorkOrder } from "./delete-work-order.ts";
import { findBoard } from "./find-board.ts";
import { findHistory } from "./find-history.ts";
import { listAdminWorkOrders, listWorkOrders, withLinkedNames } from "./list-work-orders.ts";
import { moveWorkOrders } from "./move-work-orders.ts";
import { findChoices, findWorkOrder, findWorkOrdersOfInvoice } from "./queries.ts";
import { showWorkOrders } from "./show-work-orders.ts";
import { withQuote } from "./with-quote.ts";
import { workOrderImport, writeWorkOrders } from "./work-order-import.ts";

export const workOrderRoutes: Route[] = [
  ...importRoutes(importCalls.checkWorkOrders, importCalls.importWorkOrders, workOrderImport),
  route(importCalls.exportWorkOrders, async ({ deps }) => ({ csv: await writeWorkOrders(deps.db) })),
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
    const invoice = await findInvoice(deps.db, deps, caller.organizationId, params.invoiceId);
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

export const adminWorkOrderRoutes: Route[] = [
  listRoute(adminCalls.listAdminWorkOrders, ({ deps, query }) => listAdminWorkOrders(deps, query)),
  route(adminCalls.getWorkOrderBoard, ({ deps, query }) => findBoard(deps.db, query)),
  route(adminCalls.getAdminWorkOrder, ({ deps, params }) => requireWorkOrder(deps.db, params.id)),
  route(adminCalls.getWorkOrderHistory, async ({ deps, params }) => {
    await requireWorkOrder(deps.db, params.id);
    return findHistory(deps.db, params.id);
  }),
  route(adminCalls.addWorkOrder, ({ deps, caller, body }) => addWorkOrder(deps, caller, body)),
  route(adminCalls.changeWorkOrder, ({ deps, caller, params, body }) =>
    changeWorkOrder(deps, caller, params.id, body),
  ),
  route(adminCalls.moveWorkOrders, ({ deps, caller, body }) => moveWorkOrders(deps, caller, body)),
  route(adminCalls.showWorkOrders, ({ deps, caller, body }) =>
    showWorkOrders(deps, caller, body.workOrderIds),
  ),
  route(adminCalls.deleteWorkOrder, ({ deps, caller, params }) => deleteWorkOrder(deps, caller, params.id)),
];

async function requireWorkOrder(reader: Reader, workOrderId: Id) {
  const found = await findAdminWorkOrder(reader, workOrderId);
  if (!found) throw new AppError("not-found", "There is no such work order.");
  return found;
}
