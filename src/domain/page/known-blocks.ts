import { findBlock } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";
import { isOfNewerVersion } from "./page-version.ts";
import { allItems, mapItems, slotItems } from "./walk-page.ts";

/** The distinct types of block on a page, at any depth, that cannot be shown as their author meant them. */
export function unshowableTypes(page: PuckState): string[] {
  const types = new Set(allItems(page).map((item) => item.type));
  return [...types].filter((type) => !findBlock(type));
}

/** Whether readers see all content of a page as its author meant it. An empty page has nothing to accept. */
export function isWhollyShowable(page: PuckState): boolean {
  return page.content.length > 0 && unshowableTypes(page).length === 0 && !isOfNewerVersion(page);
}

/** The page without blocks of types that have no declaration, which a server would not take into another page. */
export function withoutUnknown(page: PuckState): PuckState {
  const isKnown = ({ type }: PageItem) => findBlock(type) !== undefined;
  const known = mapItems(page, (item) => {
    const slots = findBlock(item.type)?.shape.slots.map((slot) => [
      slot,
      slotItems(item, slot).filter(isKnown),
    ]);
    return { ...item, props: { ...item.props, ...Object.fromEntries(slots ?? []) } };
  });
  return { ...known, content: known.content.filter(isKnown) };
}
