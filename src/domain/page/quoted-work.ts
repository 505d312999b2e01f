import type { Id } from "../id.ts";
import type { Product } from "../products/product.ts";
import type { WorkOrder } from "../work-orders/work-order.ts";
import {
  decimalField,
  type Field,
  flagField,
  idField,
  listField,
  objectField,
  percentField,
  type Read,
  textField,
} from "./block-fields.ts";

/** What a Work Orders block shows of a work order: all that a client accepts of it. */
export type QuotedWorkOrder = Pick<
  WorkOrder,
  "workOrderId" | "name" | "description" | "products" | "discountPercent" | "discountName" | "optional"
>;

const textOrNull: Field<string | null> = (value) => textField(value) || null;

const readLine = objectField({ productId: idField, total: decimalField });

const readWorkOrder = objectField({
  workOrderId: idField,
  name: textField,
  description: textField,
  products: listField((value) => identified(readLine(value), "productId")),
  discountPercent: percentField,
  discountName: textOrNull,
  optional: objectField({ isOptional: flagField(false), doesClientWantWorkDone: flagField(false) }),
});

const readProduct = objectField({
  productId: idField,
  productName: textField,
  productUnit: textOrNull,
  productRate: decimalField,
});

/** The work orders that a Work Orders block lists, and what it knows of them. */
export const readWorkOrderData = objectField({
  workOrderIds: listField(idField),
  workOrders: listField<QuotedWorkOrder>((value) => identified(readWorkOrder(value), "workOrderId")),
  products: listField<Product>((value) => identified(readProduct(value), "productId")),
});
export type WorkOrderData = Read<typeof readWorkOrderData>;

/** The listed work orders in their order, each once; undefined stands for one that is missing. */
export function quotedWorkOrders(
  data: WorkOrderData,
): { workOrderId: Id; workOrder: QuotedWorkOrder | undefined }[] {
  const byId = new Map(data.workOrders.map((workOrder) => [workOrder.workOrderId, workOrder]));
  return [...new Set(data.workOrderIds)].map((workOrderId) => ({
    workOrderId,
    workOrder: byId.get(workOrderId),
  }));
}

/** A record whose id can be read; one without is nobody's. */
function identified<Name extends string, Value extends Record<Name, Id | undefined>>(
  value: Value,
  name: Name,
): (Omit<Value, Name> & Record<Name, Id>) | undefined {
  return value[name] === undefined ? undefined : (value as Omit<Value, Name> & Record<Name, Id>);
}
