import { findBlock } from "./find-block.ts";
import type { PuckState } from "./page.ts";
import { isOfNewerVersion } from "./page-version.ts";
import { allItems } from "./walk-page.ts";

/** The distinct types of block on a page, at any depth, that cannot be shown as their author meant them. */
export function unshowableTypes(page: PuckState): string[] {
  const types = new Set(allItems(page).map((item) => item.type));
  return [...types].filter((type) => !findBlock(type));
}

/** Whether readers see all content of a page as its author meant it. An empty page has nothing to accept. */
export function isWhollyShowable(page: PuckState): boolean {
  return page.content.length > 0 && unshowableTypes(page).length === 0 && !isOfNewerVersion(page);
}
