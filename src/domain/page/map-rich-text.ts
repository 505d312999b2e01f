import { changeProps } from "./change-props.ts";
import { blockShape } from "./find-block.ts";
import type { PuckState } from "./page.ts";
import { mapItems } from "./walk-page.ts";

/** The page with every piece of HTML in it, at any depth, replaced by what `sanitise` makes of it. */
export function mapRichText(page: PuckState, sanitise: (html: string) => string): PuckState {
  return mapItems(page, (item) => changeProps(item, blockShape(item.type).html, sanitise));
}
