import { MAX_TEXT_LENGTH, refuseLength, textsInside } from "../storable-text.ts";
import type { BlockField, BlockFields, SlotField } from "./block-field.ts";
import { blockShape, findBlock, KNOWN_BLOCK_TYPES } from "./find-block.ts";
import { isPlainObject } from "./json-value.ts";
import { migratePage } from "./migrate-page.ts";
import { PageItem, PuckState } from "./page.ts";
import { refuseStoring } from "./page-version.ts";
import { allItems, MAX_NESTING, slotItems } from "./walk-page.ts";
import { refuseValue, wrongAmounts } from "./wrong-amounts.ts";

/**
 * Why a page, also one with `zones`, must not be stored, each issue with its path: parts that reading leaves out or
 * renames, unreadable values, blocks in slots that disallow them, a newer version.
 */
export function pageIssues(page: unknown): PageIssue[] {
  if (!isPlainObject(page)) {
    return [{ path: [], message: 'Expected a page: { "root": { "props": { … } }, "content": [ … ] }' }];
  }
  const refusal = refuseStoring(page);
  if (refusal !== null) return [{ path: ["version"], message: refusal }];
  const issues: PageIssue[] = [];
  const pathById = new Map<string, string>();
  checkPart(page, "version", issues);
  checkPart(page, "root", issues);
  checkItems(page.content, ["content"], 1, pathById, issues);
  if (page.zones !== undefined && !isPlainObject(page.zones)) {
    issues.push({ path: ["zones"], message: 'Expected an object: { "<block id>:<zone name>": [ … ] }' });
  } else {
    const zones = Object.entries(page.zones ?? {});
    for (const [key, items] of zones) checkItems(items, ["zones", key], 1, pathById, issues);
    for (const [key] of zones) checkZoneOwner(key, pathById, issues);
  }
  if (issues.length > 0) return issues;
  // Some faults have no place of their own, such as zones that contain each other. Migration reports them.
  const migrated = migratePage(page);
  return [...migrated.problems, ...misplaced(migrated.page)].map((message) => ({ path: [], message }));
}

function checkPart(page: Record<string, unknown>, part: "version" | "root", issues: PageIssue[]): void {
  const parsed = PuckState.shape[part].safeParse(page[part]);
  for (const { path, message } of parsed.error?.issues ?? []) {
    issues.push({ path: [part, ...(path as (string | number)[])], message });
  }
}

function checkItems(
  items: unknown,
  path: (string | number)[],
  depth: number,
  pathById: Map<string, string>,
  issues: PageIssue[],
): void {
  if (!Array.isArray(items)) {
    issues.push({ path, message: "Expected a list of blocks: [ … ]" });
  } else if (depth > MAX_NESTING) {
    issues.push({ path, message: `Blocks are nested more than ${MAX_NESTING} levels deep` });
  } else {
    items.forEach((item: unknown, index) => {
      checkItem(item, [...path, index], depth, pathById, issues);
    });
  }
}

function checkItem(
  item: unknown,
  path: (string | number)[],
  depth: number,
  pathById: Map<string, string>,
  issues: PageIssue[],
): void {
  const parsed = PageItem.safeParse(item);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      issues.push({ path: [...path, ...(issue.path as (string | number)[])], message: issue.message });
    }
    return;
  }
  const { type, props } = parsed.data;
  const first = pathById.get(props.id);
  if (first !== undefined || props.id === "") {
    const message =
      props.id === "" ? "Expected an id" : `The block at ${first} has the id "${props.id}" already`;
    issues.push({ path: [...path, "props", "id"], message });
  }
  pathById.set(props.id, first ?? path.join("."));
  for (const { path: at, message } of valueIssues(findBlock(type)?.fields ?? {}, props)) {
    issues.push({ path: [...path, "props", ...at], message });
  }
  for (const slot of blockShape(type).slots) {
    if (slot in props) checkItems(props[slot], [...path, "props", slot], depth + 1, pathById, issues);
  }
}

function checkZoneOwner(key: string, pathById: ReadonlyMap<string, string>, issues: PageIssue[]): void {
  const owner = key.slice(0, Math.max(0, key.lastIndexOf(":")));
  if (owner === "" || owner === "root" || pathById.has(owner)) return;
  issues.push({ path: ["zones", key], message: `There is no block with the id "${owner}" on this page` });
}

type PageIssue = { path: (string | number)[]; message: string };

/** Values of a block that its fields cannot read, each with its path. Readers would see the default instead. */
function valueIssues(fields: BlockFields, props: Record<string, unknown>): PageIssue[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    issuesOf(field, props[name]).map(({ path, message }) => ({ path: [name, ...path], message })),
  );
}

function issuesOf(field: BlockField | SlotField, value: unknown): PageIssue[] {
  // Editors leave fields empty. Blocks in slots are checked as blocks, and the server replaces live work at each
  // read.
  if (value === undefined || value === null || value === "") return [];
  if (field.kind === "slot" || field.kind === "workOrders") return [];
  if (field.kind === "resolved") return field.read(value) === value ? [] : [{ path: [], message: NO_RATE }];
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
  const message = refuseSingle(field, value);
  return message === null ? [] : [{ path: [], message }];
}

type SingleField = Exclude<BlockField, { kind: "list" | "group" | "workOrders" | "resolved" }>;

function refuseSingle(field: SingleField, value: unknown): string | null {
  if (typeof value === "string" && value.length > MAX_TEXT_LENGTH)
    return `Expected at most ${MAX_TEXT_LENGTH} characters; make several blocks of this text`;
  if ("range" in field && field.range !== undefined) return refuseValue(field, value);
  return isRead(field, value) ? null : expectedOf(field);
}

/** Whether the field can read the value, or the value is the default. */
function isRead({ kind, read }: BlockField, value: unknown): boolean {
  const nothing = read(undefined);
  const isDefault = value === nothing || (typeof value === "string" && Number(value) === nothing);
  // A page may keep an address without a video: readers see nothing, and authors see a note.
  return kind === "video" || read(value) !== nothing || isDefault;
}

const NO_RATE = "Expected a percentage from 0 to 100. Leave it out: the company's settings have the rate";

const EXPECTED = {
  text: "Expected a text",
  html: "Expected a text",
  flag: "Expected true or false",
  id: "Expected an id",
  colour: 'Expected a colour, such as "#a3431f"',
  length: 'Expected a length, such as 240, "50%" or "20rem"',
  anchor: "Expected a name of letters, digits and dashes that begins with a letter",
  email: "Expected an email address",
  day: 'Expected a day, such as "2026-11-21"',
  link: "Expected an address for a link: https, mailto, tel, a path or #anchor",
  image: "Expected the address of an image: https or a path",
  video: "Expected the address of a video",
} as const;

function expectedOf(field: Exclude<SingleField, { kind: "decimal" }>): string {
  if (field.kind === "choice") return `Expected one of ${field.words.map((word) => `"${word}"`).join(", ")}`;
  if (field.kind === "number")
    return `Expected a ${field.isWhole ? "whole " : ""}number from ${field.min} to ${field.max}`;
  return EXPECTED[field.kind];
}

/** A sentence for each block of a migrated page in a slot that disallows its type. */
function misplaced(page: PuckState): string[] {
  return allItems(page).flatMap((owner) =>
    Object.entries(findBlock(owner.type)?.fields ?? {}).flatMap(([name, field]) => {
      if (field.kind !== "slot") return [];
      const wrong = slotItems(owner, name).filter(({ type }) => field.disallow.includes(type));
      return wrong.map(
        ({ type, props }) =>
          `A ${type} ("${props.id}") may not stand in a ${owner.type} ("${owner.props.id}")`,
      );
    }),
  );
}

/**
 * Why a page must not replace the stored one: lost parts, new blocks of unknown types, misplaced blocks and too long
 * texts. What the stored page had may stay. Values that a field cannot read may too: the author is still typing.
 */
export function draftIssues(page: PuckState, stored: PuckState): PageIssue[] {
  const refusal = refuseStoring(page);
  if (refusal !== null) return [{ path: ["version"], message: refusal }];
  const migrated = migratePage(page);
  const known = new Set([...KNOWN_BLOCK_TYPES, ...allItems(stored).map(({ type }) => type)]);
  const strangers = allItems(migrated.page).filter(({ type }) => !known.has(type));
  const wereMisplaced = new Set(misplaced(stored));
  const messages = [
    ...migrated.problems,
    ...strangers.map(({ type, props }) => `This portal has no block of the type "${type}" ("${props.id}")`),
    ...misplaced(migrated.page).filter((message) => !wereMisplaced.has(message)),
  ];
  return [...messages.map((message) => ({ path: [], message })), ...unstorable(page), ...longTexts(page)];
}

/** What storing would change: numbers that JSON cannot write, and a rate of GST that is none. */
function unstorable(page: PuckState): PageIssue[] {
  return allItems(page).flatMap(({ type, props }) => {
    const { fields = {} } = findBlock(type) ?? {};
    const numbers = wrongAmounts(fields, props)
      .filter(({ value }) => typeof value === "number" && !Number.isFinite(value))
      .map(({ path, rule }) => ({ path: [props.id, ...path], message: rule }));
    const { gstPercent: field } = fields;
    const { gstPercent: rate } = props;
    const isNoRate = field?.kind === "resolved" && rate !== undefined && field.read(rate) !== rate;
    const path = [props.id, "gstPercent"];
    return isNoRate ? [...numbers, { path, message: NO_RATE }] : numbers;
  });
}

function longTexts(page: PuckState): PageIssue[] {
  return [...textsInside(page)].flatMap(({ text, path }) => {
    const message = refuseLength(text);
    return message === null ? [] : [{ path: path(), message }];
  });
}
