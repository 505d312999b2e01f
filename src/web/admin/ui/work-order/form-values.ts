import type { z } from "zod";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { type OwnPrice, priceOwnWork } from "#domain/pricing/price-work-orders.ts";
import type { Product } from "#domain/products/product.ts";
import type { ManagedWorkOrder } from "#domain/work-orders/managed-work-order.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { WorkOrderForm } from "#domain/work-orders/work-order-details.ts";

/** The form values, as text. */
export type Typed = z.input<typeof WorkOrderForm>;
/** The form values in the format of the server. */
export type Entered = z.output<typeof WorkOrderForm>;

const EMPTY: Typed = {
  organizationId: "",
  name: "",
  description: "",
  uniqueDocument: NO_PROPOSAL,
  invoice: NO_INVOICE,
  products: [],
  discountPercent: "0",
  discountName: "",
  isOptional: false,
};

/** The first values of the form: of a work order, or of a new one. */
export function firstValues(workOrder: ManagedWorkOrder | null): Typed {
  if (workOrder === null) return EMPTY;
  const { organizationId, name, description, uniqueDocument, invoice } = workOrder;
  return {
    organizationId,
    name,
    description,
    uniqueDocument,
    invoice,
    products: workOrder.products.map(({ productId, total }) => ({
      productId,
      total: total?.toString() ?? "",
    })),
    discountPercent: String(workOrder.discountPercent),
    discountName: workOrder.discountName ?? "",
    isOptional: workOrder.optional.isOptional,
  };
}

const Quantity = WorkOrderForm.shape.products.element.shape.total;

/** The price of the current input. A quantity or discount that cannot be read counts as 0. */
export function priceTyped(
  { products, discountPercent }: Pick<Typed, "products" | "discountPercent">,
  catalogue: readonly Product[],
  gstPercent: number,
): OwnPrice {
  return priceOwnWork(
    {
      products: products.map(({ productId, total }) => ({
        productId,
        total: Quantity.safeParse(total).data ?? null,
      })),
      discountPercent: WorkOrderForm.shape.discountPercent.safeParse(discountPercent).data ?? 0,
    },
    catalogue,
    gstPercent,
  );
}
