import { NO_NUMBER, refuseTyped } from "../pricing/ranges.ts";
import { type BlockField, type BlockFields, fieldValues } from "./block-field.ts";

/** A value of a block that is no amount of its field's range, with its path in the props. */
export type WrongAmount = {
  path: (string | number)[];
  value: unknown;
  rule: string;
  /** Whether the page is priced with it all the same. Otherwise it has the field's usual value in its place. */
  isUsed: boolean;
};

type Refuse = (field: BlockField, value: unknown) => string | null;

/** Every figure in the props of a block that is no number or out of its range. Empty ones count as 0. */
export function wrongAmounts(
  fields: BlockFields,
  props: unknown,
  refuse: Refuse = refuseValue,
): WrongAmount[] {
  return fieldValues(fields, props).flatMap(({ field, value, path }) => {
    const rule = refuse(field, value);
    return rule === null ? [] : [{ path, value, rule, isUsed: field.read(value) === Number(value) }];
  });
}

/** Why a value is no amount for a field, as a sentence; null if it is, if it is empty, or if the field holds no amount. */
export function refuseValue(field: BlockField, value: unknown): string | null {
  if (!("range" in field) || field.range === undefined) return null;
  const refusal = refuseTyped(field.range, value);
  if (refusal !== null || value === undefined || value === null) return refusal;
  const isEmpty = typeof value === "string" && value.trim() === "";
  return isEmpty || field.read(value) === Number(value) ? null : NO_NUMBER;
}

/** Why a number that prices nothing is not used, as a sentence; null if it is, or if there is none. */
export function refuseNumber(field: BlockField, value: unknown): string | null {
  if (field.kind !== "number" || "range" in field || value === undefined || value === null || value === "")
    return null;
  if (field.read(value) === Number(value)) return null;
  return `Please enter a ${field.isWhole ? "whole " : ""}number from ${field.min} to ${field.max}`;
}
