import { z } from "zod";
import { Id } from "#domain/id.ts";
import { WORK_ORDER_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import {
  DetailedWorkOrder,
  LinkedWorkOrder,
  ShownWorkOrder,
  WorkOrderChoice,
  WorkOrderStatus,
} from "#domain/work-orders/work-order.ts";
import { defineCall } from "./call.ts";
import { countedPage, listQuery } from "./list-query.ts";

const include = z.literal("linkedNames").optional();

export const getWorkOrder = defineCall("GET", "work-order/user/{id}", "member", {
  reach: "organization",
  staleAfter: ["work-order"],
  summary: "One work order of the active organization",
  /** "quote" includes the linked names. */
  query: z.strictObject({ include: z.enum(["linkedNames", "quote"]).optional() }),
  reply: DetailedWorkOrder,
});

export const listWorkOrders = defineCall("GET", "work-order/user/list", "member", {
  reach: "organization",
  staleAfter: ["work-order"],
  summary: "The work orders of the active organization, newest first",
  query: listQuery(WORK_ORDER_LIST_COLUMNS).safeExtend({
    include,
    workOrderStatus: WorkOrderStatus.optional(),
  }),
  reply: z.array(LinkedWorkOrder),
  page: countedPage(WorkOrderStatus),
});

export const listWorkOrdersOfInvoice = defineCall(
  "GET",
  "work-order/user/list/invoice/{invoiceId}",
  "member",
  {
    reach: "organization",
    summary: "The work orders of one invoice",
    reply: z.array(ShownWorkOrder),
  },
);

export const listOptionalStatuses = defineCall(
  "POST",
  "work-order/public/optional-statuses/client",
  "public",
  {
    isReading: true,
    reach: "organization",
    summary: "The choices made on optional work orders, for those that the caller may see",
    body: z.strictObject({ workOrderIds: z.array(Id).max(500) }),
    reply: z.array(z.strictObject({ workOrderId: Id, optional: WorkOrderChoice })),
  },
);

export const chooseOptionalWork = defineCall("PATCH", "work-order/user/{id}/optional", "signatory", {
  reach: "organization",
  summary: "Says whether the client wants an optional work order done",
  /** isOptional may be sent back unchanged; clients cannot change it. */
  body: z.strictObject({ optional: WorkOrderChoice.partial({ isOptional: true }) }),
  reply: ShownWorkOrder,
});
