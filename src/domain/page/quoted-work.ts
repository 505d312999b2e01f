import { z } from "zod";
import { Decimal, Percent } from "../decimal.ts";
import { Id } from "../id.ts";
import { Product } from "../products/product.ts";
import type { WorkOrder } from "../work-orders/work-order.ts";
import { listField, textField } from "./block-fields.ts";

/** What a Work Orders block shows of a work order; all of it, and nothing else, is what a client accepts. */
export const QUOTED_WORK_ORDER_FIELDS = [
  "workOrderId",
  "name",
  "description",
  "products",
  "discountPercent",
  "discountName",
  "optional",
] as const satisfies readonly (keyof WorkOrder)[];

export type QuotedWorkOrder = Pick<WorkOrder, (typeof QUOTED_WORK_ORDER_FIELDS)[number]>;

const QuotedWorkOrder = z.object({
  workOrderId: Id,
  name: textField(),
  description: textField(),
  products: listField(z.object({ productId: Id, total: Decimal.nullable().catch(null) })),
  discountPercent: Percent.catch(0),
  discountName: z.string().nullable().catch(null),
  optional: z
    .object({ isOptional: z.boolean().catch(false), doesClientWantWorkDone: z.boolean().catch(false) })
    .catch({ isOptional: false, doesClientWantWorkDone: false }),
});

const QuotedProduct = z.object({
  productId: Id,
  productName: Product.shape.productName.catch(""),
  productUnit: Product.shape.productUnit.catch(null),
  productRate: Decimal.nullable().catch(null),
});

/** The work orders of a Work Orders block in the order of `workOrderIds`, with what is known of each. */
export const WorkOrderData = z
  .object({
    workOrderIds: listField(Id),
    workOrders: listField(QuotedWorkOrder),
    products: listField(QuotedProduct),
  })
  .catch({ workOrderIds: [], workOrders: [], products: [] });
export type WorkOrderData = z.infer<typeof WorkOrderData>;

/** The listed work orders, each once; undefined stands for one that is missing. */
export function quotedWorkOrders(
  data: WorkOrderData,
): { workOrderId: Id; workOrder: QuotedWorkOrder | undefined }[] {
  const byId = new Map(data.workOrders.map((workOrder) => [workOrder.workOrderId, workOrder]));
  return [...new Set(data.workOrderIds)].map((workOrderId) => ({
    workOrderId,
    workOrder: byId.get(workOrderId),
  }));
}
