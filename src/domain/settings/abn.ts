import { z } from "zod";
import { isAbn } from "../agreements/identifiers.ts";

/** An Australian Business Number by its eleven digits, whatever spaces were typed. */
export const Abn = z
  .string()
  .trim()
  .transform((typed) => typed.replaceAll(/\s/g, ""))
  .refine(isAbn, "This is not a valid ABN: its 11 digits do not fit together. Please check it.");

/** "51 824 753 556", as the register writes it. */
export function formatAbn(abn: string): string {
  return abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}
