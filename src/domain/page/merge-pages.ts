import { blockShape } from "./find-block.ts";
import { isSameJson } from "./json-value.ts";
import { isLocked } from "./locks.ts";
import { mergeOrder } from "./merge-order.ts";
import { type MergedValue, mergeValue } from "./merge-value.ts";
import type { PageItem, PuckState } from "./page.ts";
import { allItems, MAX_NESTING, mapItems, slotItems } from "./walk-page.ts";

export type MergedPage = {
  /** With what this author wrote where both have changed the same field of a block. */
  mine: PuckState;
  /** With what the other author wrote there: what is saved until this author has chosen. */
  page: PuckState;
  /** What a later merge with `theirs` compares with: it still sees the conflicts. */
  base: PuckState;
  /** The same once `page` is saved. */
  savedBase: PuckState;
  /** The blocks of which both have changed the same field; the page's own fields have `PAGE_FIELDS`. */
  conflictIds: string[];
  /** The blocks that stay because one author has changed what the other has deleted. */
  survivingIds: string[];
};

/** In place of a block's id: the fields of the page itself, such as its title. */
export const PAGE_FIELDS = "";

type Fields = Readonly<Record<string, unknown>>;
type Node = { item: PageItem; fields: Fields; area: string };
/** The blocks of a page by key, and their order in each area. A repeated id gets another key. */
type Tree = { nodes: ReadonlyMap<string, Node>; orders: ReadonlyMap<string, string[]> };
type Bases = readonly [PuckState, ...PuckState[]];
type Merging = { bases: readonly [Tree, ...Tree[]]; mine: Tree; theirs: Tree };

const PAGE_AREA = "";
const areaOf = (owner: string, slot: string) => `${slot} ${owner}`;
const ownerOf = (area: string) => area.slice(area.indexOf(" ") + 1);

/**
 * Merges what two authors have made of one page, block by block and field by field. `bases` are the page that both
 * started from, and those that this author has sent since without an answer. A block that one has deleted and the other
 * changed stays. Both authors get the same page.
 */
export function mergePages(bases: Bases, mine: PuckState, theirs: PuckState): MergedPage {
  const [first, ...sent] = bases;
  const trees: Merging = {
    bases: [treeOf(first), ...sent.map(treeOf)],
    mine: treeOf(mine),
    theirs: treeOf(theirs),
  };
  const { areas, survivingIds } = survivors(trees);
  settle(areas, trees.bases[0]);
  const orders = ordersOf(areas, trees);
  const merged = new Map([...areas.keys()].map((key) => [key, mergeNode(key, trees)]));
  const root = mergeValue(
    bases.map(({ root: one }) => one.props ?? {}),
    mine.root.props ?? {},
    theirs.root.props ?? {},
  );
  const conflictIds = [
    ...(root.isConflict ? [PAGE_FIELDS] : []),
    ...[...merged].flatMap(([key, { isConflict }]) => (isConflict ? [nodeOf(key, trees).item.props.id] : [])),
  ];
  const view = (side: "mine" | "saved"): PuckState => ({
    ...theirs,
    content: build(PAGE_AREA, { side, orders, merged, trees }),
    root: withProps(theirs.root, root[side]),
  });
  const shown = view("mine");
  if (conflictIds.length === 0) {
    return { mine: shown, page: shown, base: theirs, savedBase: shown, conflictIds, survivingIds };
  }
  const page = view("saved");
  const base = baseOf(theirs, root.base, merged);
  const savedBase = baseOf(page, root.base, merged);
  return { mine: shown, page, base, savedBase, conflictIds, survivingIds };
}

function withProps(root: PuckState["root"], props: unknown): PuckState["root"] {
  return isSameJson(root.props ?? {}, props) ? root : { ...root, props: props as PuckState["root"]["props"] };
}

function treeOf(page: PuckState): Tree {
  const nodes = new Map<string, Node>();
  const orders = new Map<string, string[]>();
  const visit = (items: readonly PageItem[], area: string, depth: number): void => {
    const order: string[] = [];
    orders.set(area, order);
    for (const item of items) {
      let key = item.props.id;
      for (let time = 2; nodes.has(key); time += 1) key = `${item.props.id} ${time}`;
      order.push(key);
      const { slots } = blockShape(item.type);
      const { id: _, ...props } = item.props;
      const fields = Object.fromEntries(Object.entries(props).filter(([name]) => !slots.includes(name)));
      nodes.set(key, { item, fields, area });
      if (depth >= MAX_NESTING) continue;
      for (const slot of slots) visit(slotItems(item, slot), areaOf(key, slot), depth + 1);
    }
  };
  visit(page.content, PAGE_AREA, 1);
  return { nodes, orders };
}

function nodeOf(key: string, { mine, theirs }: Merging): Node {
  return (mine.nodes.get(key) ?? theirs.nodes.get(key)) as Node;
}

function isChanged(node: Node, before: Node): boolean {
  const isMoved = node.area !== before.area;
  return isMoved || node.item.type !== before.item.type || !isSameJson(node.fields, before.fields);
}

/** The area of every block that is there at the end. */
function survivors(trees: Merging): { areas: Map<string, string>; survivingIds: string[] } {
  const { bases, mine, theirs } = trees;
  const areas = new Map<string, string>();
  const survivingIds: string[] = [];
  for (const key of new Set([...theirs.nodes.keys(), ...mine.nodes.keys()])) {
    const [own, their] = [mine.nodes.get(key), theirs.nodes.get(key)];
    const before = bases.map(({ nodes }) => nodes.get(key));
    if (own && their) {
      areas.set(key, mergeArea(before, own.area, their.area));
      continue;
    }
    // What was sent without an answer may never have been stored, so it is no deletion of theirs.
    const known = own ? before.slice(0, 1) : before;
    const left = (own ?? their) as Node;
    if (!known.every((one) => one === undefined || isChanged(left, one))) continue;
    areas.set(key, left.area);
    if (known.some((one) => one !== undefined)) survivingIds.push(left.item.props.id);
  }
  // Something stays in them.
  for (const area of areas.values()) {
    for (
      let at = area;
      at !== PAGE_AREA && !areas.has(ownerOf(at));
      at = areas.get(ownerOf(at)) ?? PAGE_AREA
    ) {
      areas.set(ownerOf(at), nodeOf(ownerOf(at), trees).area);
    }
  }
  return { areas, survivingIds };
}

function mergeArea(before: readonly (Node | undefined)[], mine: string, theirs: string): string {
  if (mine === theirs || before.some((one) => one?.area === theirs)) return mine;
  if (before[0]?.area === mine) return theirs;
  // Each has moved it elsewhere. Both get the same answer.
  return mine < theirs ? mine : theirs;
}

/** Two moves may put blocks into each other, or too deep: such a block goes back, or to the page itself. */
function settle(areas: Map<string, string>, base: Tree): void {
  for (const key of [...areas.keys()].toSorted()) {
    while (!isReached(key, areas)) {
      const moved = ownersOf(key, areas)
        .toSorted()
        .find((one) => isOtherwise(one, areas, base));
      const back = base.nodes.get(moved ?? key)?.area;
      const isThere = back !== undefined && (back === PAGE_AREA || areas.has(ownerOf(back)));
      areas.set(moved ?? key, moved !== undefined && isThere ? back : PAGE_AREA);
    }
  }
}

function isOtherwise(key: string, areas: ReadonlyMap<string, string>, base: Tree): boolean {
  const back = base.nodes.get(key)?.area;
  return back !== undefined && back !== areas.get(key);
}

/** The block and the blocks around it, each once. */
function ownersOf(key: string, areas: ReadonlyMap<string, string>): string[] {
  const owners = new Set<string>();
  for (let at = key; !owners.has(at); at = ownerOf(areas.get(at) ?? PAGE_AREA)) {
    owners.add(at);
    if (areas.get(at) === PAGE_AREA) break;
  }
  return [...owners];
}

function isReached(key: string, areas: ReadonlyMap<string, string>): boolean {
  const owners = ownersOf(key, areas);
  return owners.length <= MAX_NESTING && areas.get(owners.at(-1) ?? key) === PAGE_AREA;
}

function ordersOf(areas: ReadonlyMap<string, string>, trees: Merging): Map<string, string[]> {
  const members = new Map<string, Set<string>>();
  for (const [key, area] of areas) members.set(area, (members.get(area) ?? new Set()).add(key));
  const steady = new Set([...areas.keys()].filter((key) => isLocked(nodeOf(key, trees).item)));
  const { bases, mine, theirs } = trees;
  return new Map(
    [...members].map(([area, keys]) => {
      const of = ({ orders }: Tree) => orders.get(area) ?? [];
      return [area, mergeOrder(of(bases[0]), of(mine), of(theirs), keys, steady)];
    }),
  );
}

type MergedNode = { mine: Content; saved: Content; base: Content | undefined; isConflict: boolean };
type Content = { type: string; fields: Fields };

function mergeNode(key: string, { bases, mine, theirs }: Merging): MergedNode {
  const [own, their] = [mine.nodes.get(key), theirs.nodes.get(key)];
  const before = bases.map(({ nodes }) => nodes.get(key));
  const all = [own, their, ...before].flatMap((one) => one ?? []);
  const isOneType = all.every(({ item }) => item.type === all[0]?.item.type);
  if (!own || !their || !isOneType) {
    // A block of another type is another block.
    const whole = (one: Node | undefined) => one && { type: one.item.type, fields: one.fields };
    const [left, right] = [whole(own ?? their), whole(their ?? own)] as [Content, Content];
    const [first] = before;
    const isTheirs = first !== undefined && own !== undefined && !isContentChanged(own, first);
    if (isTheirs) return { mine: right, saved: right, base: right, isConflict: false };
    const isMine = before.some((one) => one && their && !isContentChanged(their, one));
    if (!own || !their || isMine || isSameJson(left, right))
      return { mine: left, saved: left, base: right, isConflict: false };
    return { mine: left, saved: right, base: whole(first), isConflict: true };
  }
  const { type } = own.item;
  const merged: MergedValue = mergeValue(
    before.map((one) => one?.fields ?? {}),
    own.fields,
    their.fields,
  );
  const content = (fields: unknown) => ({ type, fields: (fields ?? {}) as Fields });
  return {
    mine: content(merged.mine),
    saved: content(merged.saved),
    base: content(merged.base),
    isConflict: merged.isConflict,
  };
}

function isContentChanged(node: Node, before: Node): boolean {
  return isChanged({ ...node, area: before.area }, before);
}

type Building = {
  side: "mine" | "saved";
  orders: ReadonlyMap<string, readonly string[]>;
  merged: ReadonlyMap<string, MergedNode>;
  trees: Merging;
};

function build(area: string, building: Building): PageItem[] {
  const { side, orders, merged, trees } = building;
  return (orders.get(area) ?? []).map((key) => {
    const { type, fields } = (merged.get(key) as MergedNode)[side];
    const sides = [trees.mine.nodes.get(key)?.item, trees.theirs.nodes.get(key)?.item];
    const slots = blockShape(type).slots.flatMap((slot) => {
      const inner = build(areaOf(key, slot), building);
      const isWritten = inner.length > 0 || sides.some((item) => Array.isArray(item?.props[slot]));
      return isWritten ? [[slot, inner] as const] : [];
    });
    const props = { id: nodeOf(key, trees).item.props.id, ...fields, ...Object.fromEntries(slots) };
    // The same block stays the same object, so that nothing compares or draws it again.
    return sides.find((item) => item?.type === type && isSameJson(item.props, props)) ?? { type, props };
  });
}

/** The page with what both had started from where their changes conflict. */
function baseOf(of: PuckState, rootProps: unknown, merged: ReadonlyMap<string, MergedNode>): PuckState {
  const page = mapItems(of, (item) => {
    const node = merged.get(item.props.id);
    if (!node?.isConflict) return item;
    const { type, fields } = node.base ?? { type: item.type, fields: {} };
    return { type, props: { id: item.props.id, ...fields, ...slotsOf(item, item.type) } };
  });
  return { ...page, root: withProps(page.root, rootProps) };
}

/** The page with one block as another page has it; its own blocks inside stay. */
export function withBlockOf(page: PuckState, other: PuckState, id: string): PuckState {
  if (id === PAGE_FIELDS) return { ...page, root: withProps(page.root, other.root.props ?? {}) };
  const source = allItems(other).find(({ props }) => props.id === id);
  if (!source) return page;
  return mapItems(page, (item) => {
    if (item.props.id !== id) return item;
    return { type: source.type, props: { ...source.props, ...slotsOf(item, source.type) } };
  });
}

/** What a block has in the slots of a type. */
function slotsOf({ props }: PageItem, type: string): Record<string, unknown> {
  const { slots } = blockShape(type);
  return Object.fromEntries(Object.entries(props).filter(([name]) => slots.includes(name)));
}

/** The page with each block as the server has stored it, such as sanitised, unless it was changed since it was sent. */
export function withStored(page: PuckState, sent: PuckState, stored: PuckState): PuckState {
  if (isSameJson(page, sent)) return stored;
  const [before, now] = [sent, page].map(
    (one) => new Map(allItems(one).map((item) => [item.props.id, item])),
  );
  const isSent = ({ props }: PageItem) => isSameJson(now?.get(props.id), before?.get(props.id));
  return allItems(stored)
    .filter((item) => isSent(item) && !isSameJson(item, before?.get(item.props.id)))
    .reduce((own, { props }) => withBlockOf(own, stored, props.id), page);
}
