import { canonicalJson } from "../canonical-json.ts";
import { type Area, findItem } from "./edit-page.ts";
import { blockShape, findBlock } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";
import { mapWorkOrderData } from "./quoted-work.ts";
import { allItems, mapItems, slotItems } from "./walk-page.ts";

/**
 * Whether the author of a template has locked the block: documents cannot change it, but for its work orders. The lock
 * is a prop, so that copies of pages have it.
 */
export function isLocked({ props }: PageItem): boolean {
  return props.locked === true;
}

/** Whether the field holds a document's own work, which a lock leaves free. */
export function isWorkField(type: string, name: string): boolean {
  const field = findBlock(type)?.fields[name];
  return field?.kind === "workOrders";
}

export function withLock(item: PageItem, isLocking: boolean): PageItem {
  const { locked: _, ...props } = item.props;
  return { ...item, props: { ...props, ...(isLocking && { locked: true }) } as PageItem["props"] };
}

/** The outermost locked block that the block is, or stands in. */
export function lockAround(page: PuckState, id: string): PageItem | undefined {
  const found = findItem(page, id);
  return found && [...found.owners, found.item].find(isLocked);
}

/** Whether a locked block stands in the block, or is the block itself. */
export function holdsLock(item: PageItem): boolean {
  return allItems({ root: {}, content: [item] }).some(isLocked);
}

type Locked = {
  item: PageItem;
  /** The area it stands in, and the locked block before it there. Other blocks may come between. */
  place: string;
};

function locksOf(page: PuckState): Map<string, Locked> {
  const found = new Map<string, Locked>();
  const visit = (items: readonly PageItem[], area: Area): void => {
    let before = "";
    for (const item of items) {
      const { id } = item.props;
      if (isLocked(item)) {
        found.set(id, { item, place: canonicalJson([area, before]) });
        before = id;
        continue;
      }
      for (const slot of blockShape(item.type).slots) visit(slotItems(item, slot), { ownerId: id, slot });
    }
  };
  visit(page.content, null);
  return found;
}

/**
 * A sentence for each locked block that a document's new page changes, removes or moves to another area or past another
 * locked block, and for each new lock. Unlocked blocks may move with the locked ones in them. Both pages are as stored.
 */
export function lockIssues(page: PuckState, stored: PuckState): string[] {
  const locks = locksOf(stored);
  const now = locksOf(page);
  if (locks.size === 0 && now.size === 0) return [];
  const added = [...now].filter(([id]) => !locks.has(id));
  if (added.length > 0) {
    return added.map(
      ([id, { item }]) => `Only a template locks blocks, and the ${item.type} “${id}” would be new`,
    );
  }
  return [...locks].flatMap(([id, { item, place }]) => {
    const found = now.get(id);
    const name = `The ${item.type} “${id}” is locked by its template`;
    if (!found) return [`${name}, so it stays on the page as it is`];
    if (contentOf(found.item) !== contentOf(item)) return [`${name}, so it stays as it is`];
    return found.place === place ? [] : [`${name}, so it stays where it is`];
  });
}

/** The page with the locked blocks of another one in place of its own ones with the same ids. */
export function withLocksOf(page: PuckState, other: PuckState): PuckState {
  const locks = locksOf(other);
  return locks.size === 0 ? page : mapItems(page, (item) => locks.get(item.props.id)?.item ?? item);
}

/** A block without the work that it shows. */
function contentOf(item: PageItem): string {
  return canonicalJson(mapWorkOrderData({ root: {}, content: [item] }, () => ({})).content);
}
