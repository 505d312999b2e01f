import { z } from "zod";
import type { Id } from "../id.ts";
import { Percent } from "../pricing/ranges.ts";
import { Product } from "../products/product.ts";
import { WorkOrder } from "./work-order.ts";

/**
 * A work order as a Work Orders block of a page lists it: the fields that readers see and that a client accepts. Such a
 * block with its prices is a quote, and what it lists is quoted.
 */
export const QuotedWorkOrder = WorkOrder.pick({
  workOrderId: true,
  name: true,
  description: true,
  products: true,
  discountPercent: true,
  discountName: true,
  optional: true,
});
export type QuotedWorkOrder = z.infer<typeof QuotedWorkOrder>;

export function quotedFields(workOrder: QuotedWorkOrder): QuotedWorkOrder {
  const { workOrderId, name, description, products, discountPercent, discountName, optional } = workOrder;
  return { workOrderId, name, description, products, discountPercent, discountName, optional };
}

/** The work orders of a document, the products that they name, and the rate of GST. A sent version keeps all. */
export const DocumentWork = z.strictObject({
  workOrders: z.array(QuotedWorkOrder),
  products: z.array(Product),
  /** The rate of GST in per cent that the document adds. None: the usual one. */
  gstPercent: Percent.optional(),
});
export type DocumentWork = z.infer<typeof DocumentWork>;

/** The work with the client's present choices. A work order without one keeps the choice that it was sent with. */
export function withCurrentChoices(work: DocumentWork, choices: ReadonlyMap<Id, boolean>): DocumentWork {
  const workOrders = work.workOrders.map((one) => {
    const doesClientWantWorkDone = choices.get(one.workOrderId) ?? one.optional.doesClientWantWorkDone;
    return { ...one, optional: { ...one.optional, doesClientWantWorkDone } };
  });
  return { ...work, workOrders };
}
