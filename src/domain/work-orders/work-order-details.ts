import { z } from "zod";
import { chosenId, Id } from "../id.ts";
import { NO_INVOICE } from "../invoices/invoice.ts";
import { Percent, Quantity } from "../pricing/ranges.ts";
import { TYPED_PERCENT, TYPED_QUANTITY } from "../typed-decimal.ts";
import { lineOfText, orNone, tooLong } from "../typed-text.ts";
import { NO_PROPOSAL, WorkOrder } from "./work-order.ts";

const MAX_DESCRIPTION_LENGTH = 100_000;
const MAX_PRODUCTS = 200;

function chosen<Placeholder extends string>(none: Placeholder, missing: string) {
  return z.union([Id, z.literal(none)], { error: missing });
}

const ProductLine = z.strictObject({
  productId: chosenId("Please choose a product"),
  total: Quantity,
});

/** The rule that a work order names each product once. The message stands at the second line. */
function noneTwice(lines: readonly { productId: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [at, { productId }] of lines.entries()) {
    if (productId !== "" && seen.has(productId)) {
      const message = "This product is in the list already: change its quantity there";
      context.addIssue({ code: "custom", message, path: [at, "productId"] });
    }
    seen.add(productId);
  }
}

const tooMany = `Please use at most ${MAX_PRODUCTS} products`;

/** The fields of a work order that an editor decides (FORM-2). Its status is moved, its choice is the client's. */
export const WorkOrderDetails = z.strictObject({
  name: lineOfText(200, "Please enter a name"),
  /** HTML, which is sanitised when it is stored. */
  description: z.string().max(MAX_DESCRIPTION_LENGTH, tooLong(MAX_DESCRIPTION_LENGTH)),
  uniqueDocument: chosen(NO_PROPOSAL, "Please choose a document"),
  invoice: chosen(NO_INVOICE, "Please choose an invoice"),
  products: z.array(ProductLine).max(MAX_PRODUCTS, tooMany).superRefine(noneTwice),
  discountPercent: Percent,
  discountName: lineOfText(100, "Please enter a name for the discount").nullable(),
  isOptional: z.boolean(),
});
export type WorkOrderDetails = z.infer<typeof WorkOrderDetails>;

/** Only a new work order names its organization: later it stays there. */
export const NewWorkOrder = WorkOrderDetails.extend({
  organizationId: chosenId("Please choose an organization"),
});
export type NewWorkOrder = z.infer<typeof NewWorkOrder>;

/** The details as someone read them. Those that an import brought need not follow the rules of the form. */
export const DetailsAsRead = z.strictObject({
  name: z.string(),
  description: z.string(),
  uniqueDocument: WorkOrder.shape.uniqueDocument,
  invoice: WorkOrder.shape.invoice,
  products: WorkOrder.shape.products,
  discountPercent: WorkOrder.shape.discountPercent,
  discountName: z.string().nullable(),
  isOptional: z.boolean(),
});
export type DetailsAsRead = z.infer<typeof DetailsAsRead>;

export function detailsOf(workOrder: WorkOrder): DetailsAsRead {
  const { name, description, uniqueDocument, invoice, products, discountPercent, discountName, optional } =
    workOrder;
  const { isOptional } = optional;
  return { name, description, uniqueDocument, invoice, products, discountPercent, discountName, isOptional };
}

export const WorkOrderForm = NewWorkOrder.extend({
  products: z
    .array(ProductLine.extend({ total: TYPED_QUANTITY.pipe(Quantity) }))
    .max(MAX_PRODUCTS, tooMany)
    .superRefine(noneTwice),
  discountPercent: TYPED_PERCENT.pipe(Percent),
  discountName: orNone(WorkOrderDetails.shape.discountName.unwrap()),
});
