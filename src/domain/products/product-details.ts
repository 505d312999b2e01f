import { z } from "zod";
import { lineOfText } from "../line-of-text.ts";
import { Rate } from "../pricing/ranges.ts";
import type { NumberStyle } from "../read-number.ts";
import { typedDecimal } from "../typed-decimal.ts";

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
