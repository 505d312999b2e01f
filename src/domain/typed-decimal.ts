import { z } from "zod";
import { exact, TOO_MANY_DIGITS } from "./decimal.ts";

/** A number below zero is read, so that it hears the rule of its field. */
const DIGITS = /^[-−]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;

/** A number as people type it: "1,200.5", ".25". A digit that a Decimal cannot keep is refused, never rounded. */
export function typedDecimal(missing: string, wrong: string) {
  return z
    .string()
    .trim()
    .min(1, missing)
    .regex(DIGITS, wrong)
    .transform((text, context) => {
      const digits = text.replaceAll(",", "").replace("−", "-");
      const value = Number(digits);
      if (exact(value).eq(exact(digits.replace(/^(-?)\./, "$10.")))) return value;
      context.addIssue({ code: "custom", message: TOO_MANY_DIGITS });
      return z.NEVER;
    });
}
