import { z } from "zod";
import { exact, TOO_MANY_DIGITS } from "./decimal.ts";

/** A number below zero is read, so that it hears the rule of its field. */
const DIGITS = /^[-−]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;

/** The digits of a number as people type it, "1,200.5", "−5" or ".25", as JavaScript reads them; another text as it is. */
export function plainDigits(text: string): string {
  if (!DIGITS.test(text)) return text;
  return text
    .replaceAll(",", "")
    .replace("−", "-")
    .replace(/^(-?)\./, "$10.");
}

/** A number as people type it. A digit that a Decimal cannot keep is refused, never rounded. */
export function typedDecimal(missing: string, wrong: string) {
  return z
    .string()
    .trim()
    .min(1, missing)
    .regex(DIGITS, wrong)
    .transform((text, context) => {
      const digits = plainDigits(text);
      const value = Number(digits);
      if (exact(value).eq(exact(digits))) return value;
      context.addIssue({ code: "custom", message: TOO_MANY_DIGITS });
      return z.NEVER;
    });
}
