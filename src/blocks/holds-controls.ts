import { findBlock } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import { allItems } from "#domain/page/walk-page.ts";

/** Whether blocks contain controls at any depth. No link may surround such blocks. */
export function holdsControls(content: PageItem[]): boolean {
  return allItems({ content, root: {} }).some(({ type, props }) => {
    const block = findBlock(type);
    if (!block) return false;
    return block.hasControls || (block.shape.html.length > 0 && /<a[\s>]/i.test(JSON.stringify(props)));
  });
}
