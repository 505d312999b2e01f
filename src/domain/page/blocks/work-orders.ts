import type { Id } from "../../id.ts";
import type { Product } from "../../products/product.ts";
import type { QuotedWorkOrder } from "../../work-orders/document-work.ts";
import type { BlockEdit } from "../block-edit.ts";
import {
  amount,
  flag,
  group,
  gstPercent,
  html,
  id,
  list,
  percent,
  type Reader,
  record,
  text,
  textOrNull,
} from "../block-field.ts";
import { declareBlock, type PropsOf } from "../declare-block.ts";

/** The block's work orders and their data. Authors choose the ids; the server adds the data. */
const workOrderData = group({
  workOrderIds: list(id),
  workOrders: list(
    record("workOrderId", {
      name: text,
      description: html,
      products: list(record("productId", { total: amount("quantity") })),
      discountPercent: percent,
      discountName: textOrNull,
      optional: group({ isOptional: flag(false), doesClientWantWorkDone: flag(false) }),
    }),
  ),
  products: list(
    record("productId", { productName: text, productUnit: textOrNull, productRate: amount("rate") }),
  ),
});
type WorkOrderData = { workOrderIds: Id[]; workOrders: QuotedWorkOrder[]; products: Product[] };

export const block = declareBlock({
  type: "WorkOrders",
  hasControls: true,
  hasHeadings: true,
  fields: {
    workOrderData: {
      ...workOrderData,
      kind: "workOrders",
      read: workOrderData.read satisfies Reader<WorkOrderData>,
    },
    hidePricing: flag(false),
    /** Hides the products of each work order. */
    hideBreakdown: flag(false),
    gst: flag(true),
    gstPercent,
    globalDiscountPercent: percent,
    globalDiscountName: text,
  },
});
export type WorkOrdersProps = PropsOf<typeof block>;

/** The work orders that the block lists, in order, each once; undefined for a missing one. */
export function quotedWorkOrders(
  data: WorkOrdersProps["workOrderData"],
): { workOrderId: Id; workOrder: QuotedWorkOrder | undefined }[] {
  const byId = new Map(data.workOrders.map((workOrder) => [workOrder.workOrderId, workOrder]));
  return [...new Set(data.workOrderIds)].map((workOrderId) => ({
    workOrderId,
    workOrder: byId.get(workOrderId),
  }));
}

export const edit: BlockEdit<typeof block> = {
  block,
  label: "Work Orders",
  group: "prices",
  fields: {
    workOrderData: { label: "Work orders" },
    hidePricing: { label: "Hide all prices" },
    hideBreakdown: { label: "Hide what each work order consists of" },
    gst: { label: "Add GST" },
    globalDiscountPercent: { label: "Discount on all work in per cent" },
    globalDiscountName: { label: "Name of the discount" },
  },
};
