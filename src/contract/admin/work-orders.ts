import { z } from "zod";
import { Id } from "#domain/id.ts";
import { ADMIN_WORK_ORDER_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import {
  BoardColumn,
  MAX_PLACED_WORK,
  ManagedWorkOrder,
  WorkOrderCard,
  WorkOrderEvent,
} from "#domain/work-orders/managed-work-order.ts";
import { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { DetailsAsRead, NewWorkOrder, WorkOrderDetails } from "#domain/work-orders/work-order-details.ts";
import { defineAdminCall } from "../call.ts";
import { countedPage, listQuery } from "../list-query.ts";
import { ofRead, ofVersion } from "../record-version.ts";

export const listManagedWorkOrders = defineAdminCall("GET", "work-order/admin/list", "viewer", {
  staleAfter: ["work-order"],
  summary: "The work orders of every organization, or of one, newest first",
  query: listQuery(ADMIN_WORK_ORDER_LIST_COLUMNS).safeExtend({
    organizationId: Id.optional(),
    workOrderStatus: WorkOrderStatus.optional(),
  }),
  reply: z.array(WorkOrderCard),
  page: countedPage(WorkOrderStatus),
});

export const getWorkOrderBoard = defineAdminCall("GET", "work-order/admin/list/board", "viewer", {
  staleAfter: ["work-order"],
  summary: "Work orders in a column for each status, the last moved first, with the number of all in each",
  query: z.strictObject({
    /** How many cards a column has at most. */
    limit: z.coerce.number<number>().int().min(1).max(500).default(50),
    organizationId: Id.optional(),
    /** What the number, name or organization must contain. */
    q: z.string().max(200).optional(),
  }),
  reply: z.array(BoardColumn),
});

export const getManagedWorkOrder = defineAdminCall("GET", "work-order/admin/{id}", "viewer", {
  staleAfter: ["work-order"],
  summary: "One work order of any organization",
  reply: ManagedWorkOrder,
});

export const getWorkOrderHistory = defineAdminCall("GET", "work-order/admin/{id}/history", "viewer", {
  staleAfter: ["work-order", "invoice"],
  summary: "Who made, changed and moved a work order, the latest first",
  reply: z.array(WorkOrderEvent),
});

export const addWorkOrder = defineAdminCall("POST", "work-order/admin", "editor", {
  summary: "Adds a work order as a draft that clients do not see, with the next number",
  body: NewWorkOrder,
  reply: ManagedWorkOrder,
});

export const changeWorkOrder = defineAdminCall("PATCH", "work-order/admin/{id}", "editor", {
  summary: "Changes a work order",
  body: ofVersion(WorkOrderDetails, DetailsAsRead),
  reply: ManagedWorkOrder,
});

export const moveWorkOrders = defineAdminCall("PATCH", "work-order/admin/list/status", "editor", {
  summary: "Gives work orders another status: all of them, or none with the reason for each that is refused",
  body: z.strictObject({
    workOrders: z
      .array(ofRead(z.strictObject({ workOrderId: Id }), "expectedStatus", WorkOrderStatus, WorkOrderStatus))
      .min(1)
      .max(200),
    workOrderStatus: WorkOrderStatus,
  }),
  reply: z.array(WorkOrderCard),
});

export const showWorkOrders = defineAdminCall("PATCH", "work-order/admin/list/shown", "editor", {
  summary:
    "Shows work orders to their clients from now on: all of them, or none with the reason for each refused",
  body: z.strictObject({ workOrderIds: z.array(Id).min(1).max(200) }),
  reply: z.array(WorkOrderCard),
});

export const listUnplacedWork = defineAdminCall(
  "GET",
  "work-order/admin/list/unplaced/{organizationId}",
  "viewer",
  {
    staleAfter: ["work-order"],
    summary: "The newest work orders of an organization that belong to no document and are not archived",
    reply: z.array(WorkOrderCard).max(MAX_PLACED_WORK),
  },
);

export const addWorkToDocument = defineAdminCall("PATCH", "work-order/admin/list/document", "editor", {
  summary:
    "Adds work orders without a document to a draft: all of them, or none with the reason for each refused",
  body: z.strictObject({ uniqueDocumentId: Id, workOrderIds: z.array(Id).min(1).max(MAX_PLACED_WORK) }),
  reply: z.array(WorkOrderCard),
});

export const deleteWorkOrder = defineAdminCall("DELETE", "work-order/admin/{id}", "editor", {
  summary: "Deletes a work order that no client has seen",
  reply: z.strictObject({ workOrderId: Id }),
});
