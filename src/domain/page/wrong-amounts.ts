import { NO_NUMBER, refuseTyped } from "../pricing/ranges.ts";
import type { BlockField, BlockFields } from "./block-field.ts";
import { isPlainObject } from "./json-value.ts";

/** A value of a block that is no amount of its field's range, with its path in the props. */
export type WrongAmount = { path: (string | number)[]; value: unknown; rule: string };

/** Every figure in the props of a block that is no number or out of its range. Empty ones count as 0. */
export function wrongAmounts(fields: BlockFields, props: unknown): WrongAmount[] {
  if (!isPlainObject(props)) return [];
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === "slot"
      ? []
      : within(field, props[name]).map(({ path, ...wrong }) => ({ path: [name, ...path], ...wrong })),
  );
}

function within(field: BlockField, value: unknown): WrongAmount[] {
  if (field.kind === "list") {
    const items: unknown[] = Array.isArray(value) ? value : [];
    return items.flatMap((one, index) =>
      within(field.of, one).map(({ path, ...wrong }) => ({ path: [index, ...path], ...wrong })),
    );
  }
  if ("fields" in field) return wrongAmounts(field.fields, value);
  const rule = refuseValue(field, value);
  return rule === null ? [] : [{ path: [], value, rule }];
}

/** Why a value is no amount for a field, as a sentence; null if it is, if it is empty, or if the field holds no amount. */
export function refuseValue(field: BlockField, value: unknown): string | null {
  if (!("range" in field) || field.range === undefined) return null;
  const refusal = refuseTyped(field.range, value);
  if (refusal !== null || value === undefined || value === null) return refusal;
  const isEmpty = typeof value === "string" && value.trim() === "";
  return isEmpty || field.read(value) === Number(value) ? null : NO_NUMBER;
}
