import { z } from "zod";

/** Canonical JSON: equal values give equal text, with sorted keys, no spaces and no undefined values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`);
  return `{${members.join(",")}}`;
}

/** The fields in which two values of the same fields differ, also inside lists. */
export function changedFields<Fields extends object>(
  one: Fields,
  other: { readonly [Field in keyof Fields]: unknown },
): (keyof Fields & string)[] {
  const fields = Object.keys(one) as (keyof Fields & string)[];
  return fields.filter((field) => canonicalJson(one[field]) !== canonicalJson(other[field]));
}

/** SHA-256 (hex) of the content that a person saw. Decisions and signatures refer to it. */
export const ContentHash = z.string().regex(/^[0-9a-f]{64}$/);
