import { z } from "zod";
import { exact, TOO_MANY_DIGITS } from "../decimal.ts";
import { lineOfText } from "../line-of-text.ts";
import { Rate } from "../pricing/ranges.ts";

/** The fields of a product that an admin decides. A new product has all of them. */
export const ProductDetails = z.strictObject({
  productName: lineOfText(200, "Please enter a name"),
  productUnit: lineOfText(40, "Please enter a unit, such as hour or page"),
  /** Dollars per unit, before GST. */
  productRate: Rate,
});
export type ProductDetails = z.infer<typeof ProductDetails>;

/** A rate below zero is read, so that it hears the rule. */
const DOLLARS = /^[-−]?\$?\s*(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;

/** A rate as people type it: "1,200.50", "$99.95". A digit that a Decimal cannot keep is refused, never rounded. */
export const TypedRate = z
  .string()
  .trim()
  .min(1, "Please enter a rate")
  .regex(DOLLARS, "Please enter dollars, such as 120 or 99.95")
  .transform((text, context) => {
    const digits = text.replaceAll(/[$,\s]/g, "").replace("−", "-");
    const rate = Number(digits);
    if (exact(rate).eq(exact(digits))) return rate;
    context.addIssue({ code: "custom", message: TOO_MANY_DIGITS });
    return z.NEVER;
  })
  .pipe(ProductDetails.shape.productRate);
