import { findEdit, labelOfBlock } from "#domain/page/block-edits.ts";
import type { BlockField, SlotField } from "#domain/page/block-field.ts";
import { block as Heading } from "#domain/page/blocks/heading.ts";
import { findItems } from "#domain/page/edit-page.ts";
import { findBlock } from "#domain/page/find-block.ts";
import { isPlainObject } from "#domain/page/json-value.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { plainText } from "#domain/page/rich-text.ts";
import { blocks } from "./announcements.ts";
import type { FieldEdit } from "./fields/field-parts.ts";

type Path = readonly (string | number)[];

/** What authors call a text of a block: "Product" in the first line of a price table. */
export function labelOfText(type: string, path: Path): string {
  return editOfText(type, path)?.label ?? "Text";
}

/** What an empty text of a block shows its author. It is no content: never stored, and readers never see it. */
export function placeholderOf(type: string, path: Path): string {
  const placeholder = editOfText(type, path)?.placeholder ?? labelOfText(type, path);
  if (typeof placeholder === "string") return placeholder;
  return placeholder[path.find((step) => typeof step === "number") === 0 ? 0 : 1];
}

function editOfText(type: string, path: Path): FieldEdit | undefined {
  const start: FieldEdit = {
    label: labelOfBlock(type),
    ...(findEdit(type) as Pick<FieldEdit, "fields"> | undefined),
  };
  const names = path.filter((step) => typeof step === "string");
  return names.reduce<FieldEdit | undefined>((edit, name) => edit?.fields?.[name], start);
}

/** What authors call a block: its type, of a heading with the size: "Heading 1". */
export function describeBlock({ type, props }: PageItem): string {
  const { size } = props;
  const isSized = type === Heading.type && typeof size === "string" && /^h\d$/.test(size);
  return isSized ? `${labelOfBlock(type)} ${size.slice(1)}` : labelOfBlock(type);
}

/** "Heading 1" or "3 blocks". */
export function nameBlocks(items: readonly PageItem[]): string {
  const [first] = items;
  return first && items.length === 1 ? describeBlock(first) : blocks(items);
}

export function nameItems(page: PuckState, ids: readonly string[]): string {
  return nameBlocks(findItems(page, ids).map(({ item }) => item));
}

/** The position of the first of the blocks: "3 of 9". */
export function positionOf(page: PuckState, ids: readonly string[]): string {
  const [found] = findItems(page, ids);
  const owner = found?.owners.at(-1);
  const inside = owner ? ` in ${labelOfBlock(owner.type)}` : "";
  return found ? `${found.place.index + 1} of ${found.count}${inside}` : "";
}

/** A block by its type and first words: "Heading: Scope of work". */
export function blockName(item: PageItem): string {
  const words = firstWords(item);
  return words === "" ? labelOfBlock(item.type) : `${labelOfBlock(item.type)}: ${words}`;
}

const MAX_WORDS_LENGTH = 60;

function firstWords({ type, props }: PageItem): string {
  for (const [name, field] of Object.entries(findBlock(type)?.fields ?? {})) {
    const words = wordsIn(field, props[name]);
    if (words !== "") return words.length > MAX_WORDS_LENGTH ? `${words.slice(0, MAX_WORDS_LENGTH)}…` : words;
  }
  return "";
}

/** The words of a text, or of the first text in a list that has some. */
function wordsIn(field: BlockField | SlotField, value: unknown): string {
  if (field.kind === "text" || field.kind === "html") {
    const text = typeof value === "string" ? value : "";
    return (field.kind === "html" ? plainText(text) : text).replaceAll(/\s+/g, " ").trim();
  }
  if (field.kind === "list" && Array.isArray(value)) return wordsIn(field.of, value[0]);
  if (field.kind !== "group" || !isPlainObject(value)) return "";
  const found = Object.entries(field.fields).map(([name, inner]) => wordsIn(inner, value[name]));
  return found.find((words) => words !== "") ?? "";
}
