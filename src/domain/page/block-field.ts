import type { Id } from "../id.ts";
import { type AmountRange, GST_PERCENT } from "../pricing/ranges.ts";
import { parseColour } from "./colour.ts";
import { isPlainObject } from "./json-value.ts";
import { mediaSource, safeUrl, sourceOrPending } from "./safe-url.ts";
import { readVideoSource, readYouTubeVideo } from "./video-source.ts";

/** A path into a block's props: field names, and "*" for every item of a list. */
export type PropPath = readonly string[];

/** Reads one value. An unreadable one becomes the default; none may break out of a style or an address. */
export type Reader<Value> = (value: unknown) => Value;

/** One field of a block as data: its kind, its bounds and its reader. */
export type BlockField<Value = unknown> = { read: Reader<Value> } & (
  | {
      kind: "text" | "html" | "flag" | "id" | "colour" | "length" | "anchor" | "email" | "link" | "day";
    }
  | { kind: "image"; at: readonly PropPath[] }
  | { kind: "video"; at: readonly PropPath[]; isYouTubeOnly: boolean }
  | { kind: "choice"; words: readonly string[] }
  | { kind: "decimal"; range: AmountRange }
  | { kind: "number"; min: number; max: number; isWhole: boolean; range?: AmountRange }
  | { kind: "resolved" }
  | { kind: "list"; of: BlockField }
  | { kind: "group"; fields: Readonly<Record<string, BlockField>> }
  | { kind: "workOrders"; fields: Readonly<Record<string, BlockField>> }
);

/** A place for other blocks, except those of a disallowed type. */
export type SlotField = { kind: "slot"; disallow: readonly string[] };

export type BlockFields = Readonly<Record<string, BlockField | SlotField>>;

type ValueOf<Field> = Field extends { read: Reader<infer Value> } ? Value : never;
export type ValuesOf<Fields> = {
  [Name in keyof Fields as Fields[Name] extends SlotField ? never : Name]: ValueOf<Fields[Name]>;
};

export function readAll<Fields extends BlockFields>(fields: Fields): Reader<ValuesOf<Fields>> {
  return (value) => {
    const source = isPlainObject(value) ? value : {};
    const entries = Object.entries(fields).flatMap(([name, field]) =>
      field.kind === "slot"
        ? []
        : [[name, field.read(Object.hasOwn(source, name) ? source[name] : undefined)]],
    );
    return Object.fromEntries(entries) as ValuesOf<Fields>;
  };
}

type FieldValue = { field: BlockField; value: unknown; path: (string | number)[] };

/** Every single value in the props of a block with its field, also those within lists and groups. */
export function fieldValues(
  fields: BlockFields,
  props: unknown,
  path: FieldValue["path"] = [],
): FieldValue[] {
  if (!isPlainObject(props)) return [];
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === "slot" ? [] : valuesWithin(field, props[name], [...path, name]),
  );
}

function valuesWithin(field: BlockField, value: unknown, path: FieldValue["path"]): FieldValue[] {
  if (field.kind === "list")
    return (Array.isArray(value) ? value : []).flatMap((one, index) =>
      valuesWithin(field.of, one, [...path, index]),
    );
  return "fields" in field ? fieldValues(field.fields, value, path) : [{ field, value, path }];
}

export function group<Fields extends Readonly<Record<string, BlockField>>>(fields: Fields) {
  return { kind: "group", fields, read: readAll(fields) } as const;
}

/** A group with an id. A group without one reads as undefined. */
export function record<Name extends string, Fields extends Readonly<Record<string, BlockField>>>(
  idName: Name,
  others: Fields,
) {
  type Values = Record<Name, Id> & ValuesOf<Fields>;
  const fields = { [idName]: id, ...others };
  const readFields = readAll(fields) as Reader<unknown> as Reader<Partial<Values>>;
  const read: Reader<Values | undefined> = (value) => {
    const values = readFields(value);
    return values[idName] === undefined ? undefined : (values as Values);
  };
  return { kind: "group", fields, read } as const;
}

/** A list of readable items; an item that reads as undefined is left out. */
export function list<Item extends BlockField>(of: Item) {
  type Value = Exclude<ValueOf<Item>, undefined>;
  const read: Reader<Value[]> = (value) =>
    Array.isArray(value) ? value.flatMap((one) => (of.read(one) as Value | undefined) ?? []) : [];
  return { kind: "list", of, read } as const;
}

export function slot(disallow: readonly string[] = []): SlotField {
  return { kind: "slot", disallow };
}

const readText: Reader<string> = (value) => (typeof value === "string" ? value : "");

export const text = { kind: "text", read: readText } as const;

export const textOrNull = {
  kind: "text",
  read: (value: unknown): string | null => readText(value) || null,
} as const;

/** HTML in which a newline is a line break. */
export const html = { kind: "html", read: readText } as const;

export function choice<const Word extends string>(words: readonly Word[], fallback: NoInfer<Word>) {
  const read: Reader<Word> = (value) => words.find((word) => word === value) ?? fallback;
  return { kind: "choice", words, read } as const;
}

export function flag(fallback: boolean) {
  return {
    kind: "flag",
    read: (value: unknown) => (typeof value === "boolean" ? value : fallback),
  } as const;
}

/** A number, or its text, between two bounds. Other values become the default. */
export function number(min: number, max: number, fallback: number, isWhole = false) {
  const read: Reader<number> = (value) => {
    const one = typeof value === "string" && /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
    const isRead = typeof one === "number" && one >= min && one <= max && (!isWhole || Number.isInteger(one));
    return isRead ? one : fallback;
  };
  return { kind: "number", min, max, isWhole, read } as const;
}

export const pixels = (fallback: number) => number(0, 400, fallback);

/** A percentage; other values become 0. */
export const percent = { ...number(0, 100, 0), range: "percent" } as const;

/** The rate of GST, which the server adds to a page. Pages without one have the usual rate. */
export const gstPercent = {
  kind: "resolved",
  read: (value: unknown): number =>
    typeof value === "number" && value >= 0 && value <= 100 ? value : GST_PERCENT,
} as const;

/** A decimal, or its exact text. One out of range in an older page is priced as it is, and no one accepts it. */
export function amount<const Range extends AmountRange>(range: Range) {
  return { kind: "decimal", range, read: readAmount } as const;
}

function readAmount(value: unknown): number | null {
  const one = typeof value === "string" ? readDecimal(value.trim()) : value;
  return typeof one === "number" && Math.abs(one) < 1e12 ? one : null;
}

function readDecimal(written: string): number | null {
  const isDecimal = /^-?\d{1,12}(\.\d{1,6})?$/.test(written);
  const digits = written.replace(/\D/g, "").replace(/^0+/, "");
  return isDecimal && digits.length <= 15 ? Number(written) : null;
}

export const id = {
  kind: "id",
  read: (value: unknown): Id | undefined =>
    typeof value === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : undefined,
} as const;

/** A CSS length. A plain number means pixels. */
export const length = {
  kind: "length",
  read: (value: unknown): string | undefined => {
    const written = typeof value === "number" ? String(value) : value;
    if (typeof written !== "string") return undefined;
    const parts = /^(\d{1,5}(?:\.\d{1,3})?)(px|rem|em|ch|%)?$/.exec(written.trim().toLowerCase());
    return parts && Number(parts[1]) > 0 ? `${parts[1]}${parts[2] ?? "px"}` : undefined;
  },
} as const;

/** The id of a place on the page. Links reach it as #anchor. */
export const anchor = {
  kind: "anchor",
  read: (value: unknown): string | undefined => {
    const written = typeof value === "string" ? value.trim().replace(/^#/, "") : "";
    return /^[A-Za-z][\w-]{0,80}$/.test(written) ? written : undefined;
  },
} as const;

/** A calendar day: "2026-11-21". */
export const day = {
  kind: "day",
  read: (value: unknown): string | undefined =>
    typeof value === "string" && isDay(value) ? value : undefined,
} as const;

function isDay(value: string): boolean {
  const midnight = Date.parse(`${value}T00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${value}T`);
}

export const email = {
  kind: "email",
  read: (value: unknown): string | undefined =>
    typeof value === "string" && value.length <= 254 && /^[\w.+'-]+@[\w-]+(\.[\w-]+)+$/.test(value)
      ? value
      : undefined,
} as const;

export const colour = { kind: "colour", read: parseColour } as const;

export const link = { kind: "link", read: safeUrl } as const;

const HERE: readonly PropPath[] = [[]];

export const image = { kind: "image", at: HERE, read: mediaSource } as const;

/** An image that may also be one of ours without a stored copy. */
export const imageOrPending = { kind: "image", at: HERE, read: sourceOrPending } as const;

export const video = {
  kind: "video",
  at: HERE,
  isYouTubeOnly: false,
  read: readVideoSource,
} as const;

/** The video of a YouTube address, which is a text or an object with a url. Others read as undefined. */
export const youTubeVideo = {
  kind: "video",
  at: [[], ["url"]],
  isYouTubeOnly: true,
  read: (value: unknown) => readYouTubeVideo(isPlainObject(value) ? value.url : value),
} as const;

const ALIGNMENTS = ["left", "center", "right"] as const;
export const alignment = choice(ALIGNMENTS, "left");

export const linkTarget = choice(["_self", "_blank"], "_self");
