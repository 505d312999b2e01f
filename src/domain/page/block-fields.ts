import type { Id } from "../id.ts";
import { isPlainObject } from "./json-value.ts";

/**
 * Reads one value of a block. It never fails: what cannot be read becomes the field's default, so that a page
 * with one bad value still shows. No field lets through what could break out of a style or an address.
 */
export type Field<Value> = (value: unknown) => Value;

/** What a field reads. */
export type Read<Reader> = Reader extends Field<infer Value> ? Value : never;

type ReadAll<Fields> = { [Name in keyof Fields]: Read<Fields[Name]> };

export function objectField<Fields extends Record<string, Field<unknown>>>(
  fields: Fields,
): Field<ReadAll<Fields>> {
  return (value) => {
    const source = isPlainObject(value) ? value : {};
    const entries = Object.entries(fields).map(([name, read]) => [
      name,
      read(Object.hasOwn(source, name) ? source[name] : undefined),
    ]);
    return Object.fromEntries(entries) as ReadAll<Fields>;
  };
}

/** A list of what can be read; an item that reads as undefined is passed over. */
export function listField<Item>(item: Field<Item | undefined>): Field<Item[]> {
  return (value) => (Array.isArray(value) ? value.flatMap((one) => item(one) ?? []) : []);
}

export const textField: Field<string> = (value) => (typeof value === "string" ? value : "");

export function choiceField<const Word extends string>(
  words: readonly Word[],
  fallback: NoInfer<Word>,
): Field<Word> {
  return (value) => words.find((word) => word === value) ?? fallback;
}

export function flagField(fallback: boolean): Field<boolean> {
  return (value) => (typeof value === "boolean" ? value : fallback);
}

/** A number, or the text of one, between two bounds. Outside of them it is the default. */
export function numberField(min: number, max: number, fallback: number): Field<number> {
  return (value) => {
    const number = typeof value === "string" && /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
    return typeof number === "number" && number >= min && number <= max ? number : fallback;
  };
}

export function wholeNumberField(min: number, max: number, fallback: number): Field<number> {
  const read = numberField(min, max, fallback);
  return (value) => (Number.isInteger(read(value)) ? read(value) : fallback);
}

/** A decimal as it comes over the wire, or the text of one that a number keeps every digit of. */
export const decimalField: Field<number | null> = (value) => {
  const isText = typeof value === "string" && /^-?\d{1,9}(\.\d{1,6})?$/.test(value.trim());
  const number = isText ? Number(value) : value;
  return typeof number === "number" && Math.abs(number) < 1e12 ? number : null;
};

/** Percent from 0 to 100; anything else is 0. */
export const percentField: Field<number> = numberField(0, 100, 0);

export const idField: Field<Id | undefined> = (value) =>
  typeof value === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : undefined;

/** A length for a style: a number is pixels. */
export const lengthField: Field<string | undefined> = (value) => {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return undefined;
  const parts = /^(\d{1,5}(?:\.\d{1,3})?)(px|rem|em|ch|%)?$/.exec(text.trim().toLowerCase());
  return parts && Number(parts[1]) > 0 ? `${parts[1]}${parts[2] ?? "px"}` : undefined;
};

/** The id of a place on the page, which links reach as #anchor. */
export const anchorField: Field<string | undefined> = (value) => {
  const anchor = typeof value === "string" ? value.trim().replace(/^#/, "") : "";
  return /^[A-Za-z][\w-]{0,80}$/.test(anchor) ? anchor : undefined;
};

export const emailField: Field<string | undefined> = (value) =>
  typeof value === "string" && value.length <= 254 && /^[\w.+'-]+@[\w-]+(\.[\w-]+)+$/.test(value)
    ? value
    : undefined;
