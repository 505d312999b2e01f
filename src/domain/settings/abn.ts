import { z } from "zod";
import { isAbn, readIdentifier } from "../agreements/identifiers.ts";

/** An Australian Business Number by its eleven digits, however it is written: "ABN 51-824-753-556". */
export const Abn = z
  .string()
  .superRefine((typed, context) => {
    const message = refuseAbn(typed);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .transform((typed) => readIdentifier(typed).digits);

function refuseAbn(typed: string): string | null {
  const { kind, digits } = readIdentifier(typed);
  if (kind === "ACN") return "This is an ACN. Please enter the ABN, which has 11 digits.";
  if (isAbn(digits)) return null;
  const cause = /^\d{11}$/.test(digits)
    ? "its 11 digits do not fit together"
    : "an ABN has 11 digits, as in 51 824 753 556";
  return `This is not a valid ABN: ${cause}. Please check it.`;
}

/** "51 824 753 556", as the register writes it. */
export function formatAbn(abn: string): string {
  return abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}
