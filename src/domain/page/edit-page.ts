import { type BlockField, fieldValues } from "./block-field.ts";
import { blockShape, findBlock } from "./find-block.ts";
import { isSameJson } from "./json-value.ts";
import type { PageItem, PuckState } from "./page.ts";
import { allItems, MAX_NESTING, mapItems, slotItems } from "./walk-page.ts";

/** A place for blocks: the page itself, or a slot of a block. */
export type Area = { ownerId: string; slot: string } | null;

/** Where a block stands, or shall stand. */
export type Place = { area: Area; index: number };

/** A block with its place, its owners, outermost first, and the number of blocks in its area. */
export type Found = { item: PageItem; place: Place; owners: readonly PageItem[]; count: number };

/** The blocks with these ids in reading order, without those that stand inside another one of them. */
export function findItems(page: PuckState, ids: readonly string[]): Found[] {
  const idSet = new Set(ids);
  const found: Found[] = [];
  const search = (items: readonly PageItem[], area: Area, owners: readonly PageItem[]): void => {
    for (const [index, item] of items.entries()) {
      if (idSet.has(item.props.id)) {
        found.push({ item, place: { area, index }, owners, count: items.length });
        continue;
      }
      for (const slot of blockShape(item.type).slots) {
        search(slotItems(item, slot), { ownerId: item.props.id, slot }, [...owners, item]);
      }
    }
  };
  search(page.content, null, []);
  return found;
}

export function findItem(page: PuckState, id: string): Found | undefined {
  return findItems(page, [id])[0];
}

export function isSameArea(one: Area, other: Area): boolean {
  return one?.ownerId === other?.ownerId && one?.slot === other?.slot;
}

export function areTogether(found: readonly Found[]): boolean {
  return found.every(({ place }) => isSameArea(place.area, found[0]?.place.area ?? null));
}

export function itemsIn(page: PuckState, area: Area): readonly PageItem[] {
  if (area === null) return page.content;
  const owner = findItem(page, area.ownerId)?.item;
  return owner ? slotItems(owner, area.slot) : [];
}

/** How many levels of blocks an item consists of. */
function depthOf(item: PageItem): number {
  const inner = blockShape(item.type).slots.flatMap((slot) => slotItems(item, slot).map(depthOf));
  return 1 + Math.max(0, ...inner);
}

/** Whether a block of this type may stand in the slot of such a block. */
export function slotAllows(owner: string, slot: string, type: string): boolean {
  const field = findBlock(owner)?.fields[slot];
  return field?.kind === "slot" && !field.disallow.includes(type);
}

/** Whether the block with all that it holds may stand in the area. */
export function allows(page: PuckState, area: Area, item: PageItem): boolean {
  if (area === null) return depthOf(item) <= MAX_NESTING;
  const owner = findItem(page, area.ownerId);
  if (!owner || !slotAllows(owner.item.type, area.slot, item.type)) return false;
  const owners = [...owner.owners, owner.item];
  if (owners.some(({ props }) => props.id === item.props.id)) return false;
  return owners.length + depthOf(item) <= MAX_NESTING;
}

function changeArea(
  page: PuckState,
  area: Area,
  change: (items: readonly PageItem[]) => PageItem[],
): PuckState {
  if (area === null) return { ...page, content: change(page.content) };
  return mapItems(page, (item) =>
    item.props.id === area.ownerId
      ? { ...item, props: { ...item.props, [area.slot]: change(slotItems(item, area.slot)) } }
      : item,
  );
}

export function insertItems(page: PuckState, { area, index }: Place, items: readonly PageItem[]): PuckState {
  return changeArea(page, area, (present) => present.toSpliced(index, 0, ...items));
}

export function replaceItem(page: PuckState, item: PageItem): PuckState {
  const place = findItem(page, item.props.id)?.place;
  return place ? changeArea(page, place.area, (items) => items.with(place.index, item)) : page;
}

export function removeItems(page: PuckState, ids: readonly string[]): PuckState {
  const gone = new Set(ids);
  return inAreas(findItems(page, ids)).reduce(
    (left, [{ place }]) =>
      changeArea(left, place.area, (items) => items.filter(({ props }) => !gone.has(props.id))),
    page,
  );
}

/** Moves blocks, which stand together from then on. The index of the place counts without the blocks themselves. */
export function moveItems(page: PuckState, ids: readonly string[], to: Place): PuckState {
  const moved = findItems(page, ids).map(({ item }) => item);
  return moved.length > 0 ? insertItems(removeItems(page, ids), to, moved) : page;
}

/** Moves blocks to a place whose index counts them too, as a pointer sees it. The same page if they are there. */
export function placeItems(page: PuckState, ids: readonly string[], { area, index }: Place): PuckState {
  const found = findItems(page, ids);
  const inArea = found.filter(({ place }) => isSameArea(place.area, area)).map(({ place }) => place.index);
  const before = inArea.filter((at) => at < index).length;
  const to = index - before;
  const isThere = inArea.length === found.length && inArea.every((at, nth) => at === to + nth);
  return isThere ? page : moveItems(page, ids, { area, index: to });
}

function inAreas(found: readonly Found[]): [Found, ...Found[]][] {
  const groups: [Found, ...Found[]][] = [];
  for (const one of found) {
    const group = groups.find(([{ place }]) => isSameArea(place.area, one.place.area));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Copies of blocks with new ids, without anchors, which a page has once, and locks, which only templates set. */
export function withNewIds(items: readonly PageItem[], newId: (type: string) => string): PageItem[] {
  const copied = mapItems({ root: {}, content: [...items] }, (item) => {
    const { anchor: _, locked: __, ...props } = item.props;
    return { ...item, props: { ...props, id: newId(item.type) } } as PageItem;
  });
  return copied.content;
}

export function withFreshIds(page: PuckState, newId: (type: string) => string): PuckState {
  return mapItems(page, (item) => ({ ...item, props: { ...item.props, id: newId(item.type) } }));
}

/** The page with copies, which stand after the last of the blocks in the same area. */
export function duplicateItems(
  page: PuckState,
  ids: readonly string[],
  newId: (type: string) => string,
): { page: PuckState; copyIds: string[] } {
  const copyIds: string[] = [];
  const copied = inAreas(findItems(page, ids)).reduce((before, group) => {
    const copies = withNewIds(
      group.map(({ item }) => item),
      newId,
    );
    copyIds.push(...copies.map(({ props }) => props.id));
    const { area, index } = (group.at(-1) ?? group[0]).place;
    return insertItems(before, { area, index: index + 1 }, copies);
  }, page);
  return { page: copied, copyIds };
}

/** The block to select when blocks go: the next one that remains in the area, else the one before, else the owner. */
export function blockBeside(page: PuckState, ids: readonly string[]): string | null {
  const last = findItems(page, ids).at(-1);
  if (!last) return null;
  const area = itemsIn(page, last.place.area);
  const remains = ({ props }: PageItem) => !ids.includes(props.id);
  const beside =
    area.slice(last.place.index + 1).find(remains) ??
    area.slice(0, last.place.index).findLast(remains) ??
    last.owners.at(-1);
  return beside?.props.id ?? null;
}

/** Where an arrow leads from a block: to its neighbour, to the block around it, or to the first block inside it. */
export function walkFrom(page: PuckState, id: string, way: Way): string | null {
  const found = findItem(page, id);
  if (!found) return null;
  const { item, place, owners } = found;
  if (way === "out") return owners.at(-1)?.props.id ?? null;
  const inside = blockShape(item.type).slots.flatMap((slot) => slotItems(item, slot));
  const next = way === "in" ? inside[0] : itemsIn(page, place.area)[place.index + (way === "up" ? -1 : 1)];
  return next?.props.id ?? null;
}

export type Way = "up" | "down" | "in" | "out";

/** Where a move of neighbouring blocks leads, without counting them; undefined where nothing allows them. */
export function destination(page: PuckState, ids: readonly string[], way: Way): Place | undefined {
  const found = findItems(page, ids);
  const [first] = found;
  const last = found.at(-1);
  if (!first || !last || !areTogether(found)) return undefined;
  const { area, index } = first.place;
  const items = found.map(({ item }) => item);
  if (way === "up") return index > 0 ? { area, index: index - 1 } : undefined;
  if (way === "down") {
    const isLast = last.place.index === last.count - 1;
    return isLast ? undefined : { area, index: last.place.index - found.length + 2 };
  }
  if (way === "in") return into(page, items, itemsIn(page, area)[index - 1]);
  const owner = first.owners.at(-1);
  const outer = owner && findItem(page, owner.props.id);
  if (!outer) return undefined;
  const to = { area: outer.place.area, index: outer.place.index + 1 };
  return items.every((item) => allows(page, to.area, item)) ? to : undefined;
}

/** The end of the first slot of a block that allows all items. */
function into(page: PuckState, items: readonly PageItem[], owner: PageItem | undefined): Place | undefined {
  if (!owner) return undefined;
  for (const slot of blockShape(owner.type).slots) {
    const area = { ownerId: owner.props.id, slot };
    if (items.every((item) => allows(page, area, item))) {
      return { area, index: slotItems(owner, slot).length };
    }
  }
  return undefined;
}

/**
 * Where new blocks go: into the block `at` if `isInside`, otherwise after it, or after the nearest owner that allows
 * them. Without `at` they go to the end of the page.
 */
export function placeFor(
  page: PuckState,
  items: readonly PageItem[],
  at: string | null,
  isInside = false,
): Place | undefined {
  const found = at === null ? undefined : findItem(page, at);
  if (!found) return { area: null, index: page.content.length };
  if (isInside) return into(page, items, found.item);
  const { area, index } = found.place;
  if (items.every((item) => allows(page, area, item))) return { area, index: index + 1 };
  const owner = found.owners.at(-1);
  return owner ? placeFor(page, items, owner.props.id) : undefined;
}

export function anchorsOf(page: PuckState): string[] {
  return [...new Set(allItems(page).flatMap((item) => readableValues(item, "anchor")))];
}

/** The readable texts of a block's fields of a kind. */
export function readableValues({ type, props }: PageItem, kind: BlockField["kind"]): string[] {
  return fieldValues(findBlock(type)?.fields ?? {}, props).flatMap(({ field, value }) => {
    const read = field.kind === kind ? field.read(value) : undefined;
    return typeof read === "string" ? [read] : [];
  });
}

export function withTitle(page: PuckState, title: string): PuckState {
  const { title: _, ...props } = page.root.props ?? {};
  return { ...page, root: { ...page.root, props: title.trim() === "" ? props : { ...props, title } } };
}

/** Whether two pages store the same. A value that is left out equals undefined, and an empty `zones` equals none. */
export function areSamePages(one: PuckState, other: PuckState): boolean {
  return isSameJson(one.content, other.content) && isSameJson(one.root.props ?? {}, other.root.props ?? {});
}
