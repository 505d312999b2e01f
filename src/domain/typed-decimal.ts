import { z } from "zod";
import { refuseDigits } from "./decimal.ts";
import { type NumberKind, type NumberStyle, readNumber } from "./read-number.ts";
import { trimEdges } from "./typed-text.ts";

type Sentences = { missing: string; wrong: string };

/** A number as people write it. A digit that a Decimal cannot keep is refused, never rounded. */
export function typedDecimal(
  { missing, wrong }: Sentences,
  kind: NumberKind = "plain",
  style: NumberStyle = ".",
) {
  return z
    .string()
    .transform(trimEdges)
    .pipe(z.string().min(1, missing))
    .transform((text, context) => {
      const read = readNumber(text, kind, style);
      const message = "digits" in read ? refuseDigits(read.digits) : (read.refusal ?? wrong);
      if ("digits" in read && message === null) return Number(read.digits);
      context.addIssue({ code: "custom", message: message ?? wrong });
      return z.NEVER;
    });
}

/** "8", "0.5": a quantity as people write it. */
export const TYPED_QUANTITY = typedDecimal({
  missing: "Please enter a quantity",
  wrong: "Please enter a number, such as 8 or 0.5",
});

/** "10", "12.5%": a percentage as people write it. */
export const TYPED_PERCENT = typedDecimal(
  { missing: "Please enter a percentage, or 0", wrong: "Please enter a number, such as 10 or 12.5" },
  "percent",
);
