import { z } from "zod";
import { Decimal } from "../decimal.ts";
import { DocumentStatus } from "../documents/unique-document.ts";
import { Id } from "../id.ts";
import { Rate } from "../pricing/ranges.ts";
import type { NumberStyle } from "../read-number.ts";
import { Timestamp, Versioned } from "../record-fields.ts";
import { typedDecimal } from "../typed-decimal.ts";
import { lineOfText } from "../typed-text.ts";

export const Product = z.strictObject({
  productId: Id,
  productName: z.string().min(1).max(200),
  /** The unit: "hour", "page", "month". */
  productUnit: z.string().max(40).nullable(),
  /** Dollars per unit, before GST. */
  productRate: Decimal.nullable(),
});
export type Product = z.infer<typeof Product>;

/** The fields of a product that an admin decides. A new product has all of them. */
export const ProductDetails = z.strictObject({
  productName: lineOfText(200, "Please enter a name"),
  productUnit: lineOfText(40, "Please enter a unit, such as hour or page"),
  /** Dollars per unit, before GST. */
  productRate: Rate,
});
export type ProductDetails = z.infer<typeof ProductDetails>;

/** A rate as people write it: "1,200.50", "$99.95", "AUD 95". */
export function typedRate(style: NumberStyle = ".") {
  const sentences = {
    missing: "Please enter a rate",
    wrong: "Please enter dollars, such as 120 or 99.95",
  };
  return typedDecimal(sentences, "money", style).pipe(ProductDetails.shape.productRate);
}

/** A product as the company's people see it. A retired one is kept for the work that names it, and for no other. */
export const CataloguedProduct = Product.extend({ isRetired: z.boolean(), ...Versioned.shape });
export type CataloguedProduct = z.infer<typeof CataloguedProduct>;

const UsingDocument = z.strictObject({
  uniqueDocumentId: Id,
  name: z.string(),
  organizationName: z.string(),
  status: DocumentStatus,
});

/** What someone did with a product; rates are those before and after a change. */
const ProductEvent = z.strictObject({
  at: Timestamp,
  what: z.enum(["add", "change", "retire", "restore"]),
  /** Null: the person is not there any more. */
  who: z.string().nullable(),
  before: Product.omit({ productId: true }).nullable(),
  after: Product.omit({ productId: true }).nullable(),
});
export type ProductEvent = z.infer<typeof ProductEvent>;

/** A product with the work that charges for it, and with what happened to it, the latest first. */
export const ProductRecord = CataloguedProduct.extend({
  workOrders: z.int().min(0),
  /** The latest of their documents. */
  documents: z.array(UsingDocument),
  history: z.array(ProductEvent),
});
export type ProductRecord = z.infer<typeof ProductRecord>;
