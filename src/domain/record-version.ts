import { z } from "zod";
import { canonicalJson } from "./canonical-json.ts";

/** Raised with each change of what a form edits. It begins at 1. */
export const RecordVersion = z.int().min(1);

/** What each record has that a form edits. */
export const Versioned = z.strictObject({ recordVersion: RecordVersion });
export type Versioned = z.infer<typeof Versioned>;

/** The fields in which two values of the same fields differ, also inside lists. */
export function changedFields<Fields extends object>(
  one: Fields,
  other: { readonly [Field in keyof Fields]: unknown },
): (keyof Fields & string)[] {
  const fields = Object.keys(one) as (keyof Fields & string)[];
  return fields.filter((field) => canonicalJson(one[field]) !== canonicalJson(other[field]));
}
