import {
  allows,
  areTogether,
  findItem,
  findItems,
  insertItems,
  isSameArea,
  itemsIn,
  removeItems,
} from "./edit-page.ts";
import { blockShape } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";
import { slotItems } from "./walk-page.ts";

/** The ids of the blocks from one to another; where areas differ, of those around them that are siblings. */
export function rangeOf(page: PuckState, from: string, to: string): string[] {
  const start = findItem(page, from);
  const end = findItem(page, to);
  if (!start || !end) return end ? [to] : [];
  const startChain = [...start.owners, start.item];
  const endChain = [...end.owners, end.item];
  const apart = startChain.findIndex(({ props }, level) => props.id !== endChain[level]?.props.id);
  const level = apart === -1 ? startChain.length - 1 : Math.min(apart, endChain.length - 1);
  const one = findItem(page, startChain[level]?.props.id ?? from);
  const other = findItem(page, endChain[level]?.props.id ?? to);
  if (!one || !other || !isSameArea(one.place.area, other.place.area)) return [to];
  const ids = itemsIn(page, one.place.area).map(({ props }) => props.id);
  const [first, last] = [one.place.index, other.place.index];
  return first <= last ? ids.slice(first, last + 1) : ids.slice(last, first + 1).toReversed();
}

export type Refusal = "apart" | "forbidden" | "nothing-inside";
/** The page, and the ids of the blocks that stand where the others stood. */
type Regrouped = { page: PuckState; ids: string[] } | { refused: Refusal };

/** The page with the blocks inside the empty container, which takes the place of the first one. */
export function groupItems(page: PuckState, ids: readonly string[], container: PageItem): Regrouped {
  const found = findItems(page, ids);
  const [first] = found;
  if (!first || !areTogether(found)) return { refused: "apart" };
  const [slot] = blockShape(container.type).slots;
  if (slot === undefined || !allows(page, first.place.area, container)) return { refused: "forbidden" };
  const items = found.map(({ item }) => item);
  const emptied = insertItems(removeItems(page, ids), first.place, [container]);
  const area = { ownerId: container.props.id, slot };
  if (!items.every((item) => allows(emptied, area, item))) return { refused: "forbidden" };
  return { page: insertItems(emptied, { area, index: 0 }, items), ids: [container.props.id] };
}

/** The page with the block's content in its place. */
export function ungroupItem(page: PuckState, id: string): Regrouped {
  const found = findItem(page, id);
  const items = found ? blockShape(found.item.type).slots.flatMap((slot) => slotItems(found.item, slot)) : [];
  if (!found || items.length === 0) return { refused: "nothing-inside" };
  const without = removeItems(page, [id]);
  if (!items.every((item) => allows(without, found.place.area, item))) return { refused: "forbidden" };
  return { page: insertItems(without, found.place, items), ids: items.map(({ props }) => props.id) };
}
