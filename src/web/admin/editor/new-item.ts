import { startingProps } from "#domain/page/block-edit.ts";
import { blockShape } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import { randomKey } from "#web/lib/idempotency-keys.ts";
import { findEdit } from "./block-labels.ts";

export function newId(type: string): string {
  return `${type}-${randomKey()}`;
}

/** A block as it begins on a page. */
export function newItem(type: string): PageItem {
  const edit = findEdit(type);
  const slots = Object.fromEntries(blockShape(type).slots.map((slot) => [slot, []]));
  return { type, props: { ...(edit && startingProps(edit)), ...slots, id: newId(type) } };
}
