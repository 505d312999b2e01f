import type { BlockField, SlotField } from "./block-field.ts";
import { findBlock } from "./find-block.ts";
import { countIn, replaceIn } from "./find-in-text.ts";
import { isPlainObject } from "./json-value.ts";
import type { PageItem, PuckState } from "./page.ts";
import { allItems, mapItems } from "./walk-page.ts";

/** One place of what is sought: the block, and the number of the match in it, counted from 0. */
export type FoundText = { blockId: string; match: number };

export type Replacing = { query: string; replacement: string };

export type Replaced = { page: PuckState; matches: number; blocks: number };

type ChangeText = (value: string, isHtml: boolean) => string;

/** Every place of what is sought, in reading order, without case and accents, also in blocks that are not drawn. */
export function findInPage(page: PuckState, query: string): FoundText[] {
  return allItems(page).flatMap((item) => {
    const blockId = item.props.id;
    return Array.from({ length: matchesIn(item, query) }, (_, match) => ({ blockId, match }));
  });
}

function matchesIn(item: PageItem, query: string): number {
  let matches = 0;
  mapTexts(item, (value, isHtml) => {
    matches += countIn(value, isHtml, query);
    return value;
  });
  return matches;
}

/** Replaces the chosen places, in blocks that may change. A block without one remains the same object. */
export function replaceInPage(
  page: PuckState,
  replacing: Replacing,
  isChosen: (found: FoundText) => boolean,
): Replaced {
  let [matches, blocks] = [0, 0];
  const replaced = mapItems(page, (item) => {
    const blockId = item.props.id;
    let at = 0;
    let chosen = 0;
    const changed = mapTexts(item, (value, isHtml) => {
      const first = at;
      at += countIn(value, isHtml, replacing.query);
      return replaceIn(value, isHtml, replacing, (match) => {
        const isOne = isChosen({ blockId, match: first + match });
        if (isOne) chosen += 1;
        return isOne;
      });
    });
    matches += chosen;
    if (chosen > 0) blocks += 1;
    return changed;
  });
  return { page: replaced, matches, blocks };
}

/** The block with `change` applied to each of its texts in the order of its fields. */
function mapTexts(item: PageItem, change: ChangeText): PageItem {
  const fields = findBlock(item.type)?.fields ?? {};
  const props = mapFields(fields, item.props, change);
  return props === item.props ? item : { ...item, props: props as PageItem["props"] };
}

function mapFields(
  fields: Readonly<Record<string, BlockField | SlotField>>,
  values: Readonly<Record<string, unknown>>,
  change: ChangeText,
): Readonly<Record<string, unknown>> {
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const value = Object.hasOwn(values, name) ? mapField(field, values[name], change) : undefined;
    return value === undefined || value === values[name] ? [] : [[name, value] as const];
  });
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
}

function mapField(field: BlockField | SlotField, value: unknown, change: ChangeText): unknown {
  if (field.kind === "text" || field.kind === "html") {
    return typeof value === "string" ? change(value, field.kind === "html") : value;
  }
  if (field.kind === "list" && Array.isArray(value)) {
    const changed = value.map((one) => mapField(field.of, one, change));
    return changed.some((one, at) => one !== value[at]) ? changed : value;
  }
  return field.kind === "group" && isPlainObject(value) ? mapFields(field.fields, value, change) : value;
}
