import type { BlockField, BlockFields, SlotField } from "./block-field.ts";
import { isPlainObject } from "./json-value.ts";

export type PageIssue = { path: (string | number)[]; message: string };

/** Values of a block that its fields cannot read, each with its path. Readers would see the default instead. */
export function valueIssues(fields: BlockFields, props: Record<string, unknown>): PageIssue[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    issuesOf(field, props[name]).map(({ path, message }) => ({ path: [name, ...path], message })),
  );
}

function issuesOf(field: BlockField | SlotField, value: unknown): PageIssue[] {
  // Editors leave fields empty. Blocks in slots are checked as blocks, and the server replaces live work at each
  // read.
  if (value === undefined || value === null || value === "") return [];
  if (field.kind === "slot" || field.kind === "workOrders") return [];
  if (field.kind === "list") {
    if (!Array.isArray(value)) return [{ path: [], message: "Expected a list: [ … ]" }];
    return value.flatMap((one, index) =>
      issuesOf(field.of, one).map(({ path, message }) => ({ path: [index, ...path], message })),
    );
  }
  if (field.kind === "group") {
    return isPlainObject(value)
      ? valueIssues(field.fields, value)
      : [{ path: [], message: "Expected an object: { … }" }];
  }
  return isRead(field, value) ? [] : [{ path: [], message: expectedOf(field) }];
}

/** Whether the field can read the value, or the value is the default. */
function isRead({ kind, read }: BlockField, value: unknown): boolean {
  const nothing = read(undefined);
  const isDefault = value === nothing || (typeof value === "string" && Number(value) === nothing);
  // A page may keep an address without a video: readers see nothing, and authors see a note.
  return kind === "video" || read(value) !== nothing || isDefault;
}

const EXPECTED = {
  text: "Expected a text",
  html: "Expected a text",
  flag: "Expected true or false",
  decimal: "Expected a number",
  id: "Expected an id",
  colour: 'Expected a colour, such as "#a3431f"',
  length: 'Expected a length, such as 240, "50%" or "20rem"',
  anchor: "Expected a name of letters, digits and dashes that begins with a letter",
  email: "Expected an e-mail address",
  link: "Expected an address for a link: https, mailto, tel, a path or #anchor",
  image: "Expected the address of an image: https or a path",
  video: "Expected the address of a video",
} as const;

function expectedOf(field: Exclude<BlockField, { kind: "list" | "group" | "workOrders" }>): string {
  if (field.kind === "choice") return `Expected one of ${field.words.map((word) => `"${word}"`).join(", ")}`;
  if (field.kind === "number")
    return `Expected a ${field.isWhole ? "whole " : ""}number from ${field.min} to ${field.max}`;
  return EXPECTED[field.kind];
}
