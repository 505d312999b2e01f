import { eq } from "drizzle-orm";
import * as importCalls from "#contract/admin/imports.ts";
import * as adminCalls from "#contract/admin/work-orders.ts";
import * as calls from "#contract/work-orders.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { conditionText } from "../db/columns.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { HitLoader } from "../deps.ts";
import { todayOf } from "../documents/queries.ts";
import { byId, listRoute, type Route, route } from "../http/route.ts";
import { importRoutes } from "../imports/run-import.ts";
import { getInvoice } from "../invoices/queries.ts";
import type { Noun } from "../noun.ts";
import { momentOf } from "../public-view/queries.ts";
import { AS_SENT, NAME_AND_NUMBER, type WordSource } from "../rls/find-functions.ts";
import { COMPANY, change, MEMBER_ROLES, OF_ORGANIZATION, partOf, see } from "../rls/row-rules.ts";
import { organizations } from "../schema/organizations.ts";
import {
  isOnBoard,
  workOrderListedForClients,
  workOrders,
  workOrderVisibleToClients,
} from "../schema/work-orders.ts";
import { getManagedWorkOrder, NO_WORK_ORDER } from "./admin-queries.ts";
import { chooseOptionalWork } from "./choose-optional-work.ts";
import { findBoard } from "./find-board.ts";
import { findHistory } from "./find-history.ts";
import { listManagedWorkOrders, listWorkOrders, withLinkedNames } from "./list-work-orders.ts";
import { moveWorkOrders, showWorkOrders } from "./move-work-orders.ts";
import { addWorkToDocument, findUnplacedWork } from "./place-work.ts";
import { findChoices, findWorkOrder, findWorkOrders, findWorkOrdersOfInvoice } from "./queries.ts";
import { withDetails } from "./with-details.ts";
import { workOrderImport, writeWorkOrders } from "./work-order-import.ts";
import { addWorkOrder, changeWorkOrder, deleteWorkOrder } from "./write-work-order.ts";

const ACTIONS: Actions = {
  decisions: {
    "work-order.choose": "chose optional work",
    "work-order.settle": "accepted a document, which moved a work order",
  },
  work: {
    "work-order.add": "added a work order",
    "work-order.change": "changed a work order",
    "work-order.delete": "deleted a work order",
    "work-order.move": "moved a work order",
    "work-order.show": "showed a work order to the client",
  },
};

const WORK_ORDER_VISIBLE = conditionText(workOrders, workOrderVisibleToClients);
const WORK_ORDER_LISTED = conditionText(workOrders, workOrderListedForClients);

const nameWorkOrders: HitLoader = async (reader, ids) => {
  const { workOrderId, externalId, name, workOrderStatus: status, createdAt: at } = workOrders;
  const { organizationName } = organizations;
  const rows = await reader
    .select({ id: workOrderId, number: externalId, name, organizationName, status, at })
    .from(workOrders)
    .innerJoin(organizations, eq(organizations.organizationId, workOrders.organizationId))
    .where(isAnyOf(workOrderId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row, at: row.at.toISOString() }));
};

/** Clients read the names that were sent, as in their lists. */
const nameShownWorkOrders: HitLoader = async (reader, ids) => {
  const rows = await findWorkOrders(reader, { where: isAnyOf(workOrders.workOrderId, ids), orderBy: [] });
  return rows.map(
    ({ workOrderId: id, externalId: number, name, workOrderStatus: status, createdAt: at }) => ({
      ...NAME_ALONE,
      id,
      number,
      name,
      status,
      at,
    }),
  );
};

const SOURCE: WordSource = {
  table: "work_orders",
  id: "work_order_id",
  text: NAME_AND_NUMBER,
  words: "words",
  touchedAt: "created_at",
  isOrdered: true,
  where: "true",
  isOfOrganization: true,
};

const COUNTED_COLUMNS = { table: "work_orders", status: "work_order_status" };

export const noun: Noun = {
  actions: ACTIONS,
  namedInDetails: ["work-order.delete"],
  rows: {
    work_orders: [
      see(MEMBER_ROLES, `${WORK_ORDER_VISIBLE} and ${OF_ORGANIZATION}`),
      change(["writer"], `${WORK_ORDER_VISIBLE} and ${OF_ORGANIZATION}`, [
        "does_client_want_work_done",
        // Only by accepting its document (rls/work-triggers.ts).
        "work_order_status",
        "moved_at",
        "updated_at",
      ]),
      see(
        ["visitor"],
        `${WORK_ORDER_VISIBLE} and (${OF_ORGANIZATION} or ${partOf("unique_documents", "unique_document_id", "work_orders.unique_document_id")})`,
      ),
      ...COMPANY,
    ],
    work_order_products: [
      see(
        ["visitor", ...MEMBER_ROLES],
        partOf("work_orders", "work_order_id", "work_order_products.work_order_id"),
      ),
      ...COMPANY,
    ],
  },
  search: {
    kind: "workOrder",
    ofOrganization: {
      source: { ...SOURCE, ...AS_SENT, where: WORK_ORDER_LISTED },
      name: nameShownWorkOrders,
    },
    ofCompany: { source: SOURCE, name: nameWorkOrders },
  },
  countedLists: {
    "work orders": { ...COUNTED_COLUMNS, rows: "true" },
    "work orders on the board": { ...COUNTED_COLUMNS, rows: conditionText(workOrders, isOnBoard) },
    "shown work orders": { ...COUNTED_COLUMNS, rows: WORK_ORDER_LISTED },
  },
};

export const routes: Route[] = [
  ...importRoutes(importCalls.checkWorkOrders, importCalls.importWorkOrders, (deps) =>
    workOrderImport(todayOf(deps, deps.clock())),
  ),
  route(importCalls.exportWorkOrders, async ({ deps }) => ({ csv: await writeWorkOrders(deps.db) })),
  listRoute(calls.listWorkOrders, ({ deps, caller, query }) =>
    listWorkOrders(deps, caller.organizationId, query),
  ),
  route(calls.getWorkOrder, async ({ deps, caller, params, query }) => {
    const workOrder = await findWorkOrder(deps.db, caller.organizationId, params.id);
    if (!workOrder) throw NO_WORK_ORDER;
    if (query.include === undefined) return workOrder;
    const [linked = workOrder] = await withLinkedNames(deps.db, caller.organizationId, [workOrder]);
    return query.include === "quote" ? withDetails(deps, caller.organizationId, linked) : linked;
  }),
  route(calls.listWorkOrdersOfInvoice, async ({ deps, caller, params }) => {
    await getInvoice(deps.db, deps, caller.organizationId, params.invoiceId);
    return findWorkOrdersOfInvoice(deps.db, caller.organizationId, params.invoiceId);
  }),
  route(calls.listOptionalStatuses, ({ deps, caller, body }) =>
    findChoices(deps.db, caller.member?.organizationId ?? null, body.workOrderIds, momentOf(deps)),
  ),
  route(calls.chooseOptionalWork, ({ deps, caller, params, body }) =>
    chooseOptionalWork(deps, caller, params.id, body.optional),
  ),
  listRoute(adminCalls.listManagedWorkOrders, ({ deps, query }) => listManagedWorkOrders(deps, query)),
  route(adminCalls.getWorkOrderBoard, ({ deps, query }) => findBoard(deps.db, query)),
  route(adminCalls.getManagedWorkOrder, ({ deps, params }) => getManagedWorkOrder(deps.db, params.id)),
  route(adminCalls.getWorkOrderHistory, async ({ deps, params }) => {
    await getManagedWorkOrder(deps.db, params.id);
    return findHistory(deps.db, params.id);
  }),
  route(adminCalls.addWorkOrder, ({ deps, caller, body }) => addWorkOrder(deps, caller, body)),
  route(adminCalls.changeWorkOrder, byId(changeWorkOrder)),
  route(adminCalls.moveWorkOrders, ({ deps, caller, body }) => moveWorkOrders(deps, caller, body)),
  route(adminCalls.showWorkOrders, ({ deps, caller, body }) =>
    showWorkOrders(deps, caller, body.workOrderIds),
  ),
  route(adminCalls.listUnplacedWork, ({ deps, params }) => findUnplacedWork(deps.db, params.organizationId)),
  route(adminCalls.addWorkToDocument, ({ deps, caller, body }) => addWorkToDocument(deps, caller, body)),
  route(adminCalls.deleteWorkOrder, byId(deleteWorkOrder)),
];
