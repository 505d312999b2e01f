import { changeProps } from "./change-props.ts";
import { blockShape } from "./find-block.ts";
import type { PuckState } from "./page.ts";
import { mapItems } from "./walk-page.ts";

/** The page with `sanitise` applied to every piece of HTML, at any depth. */
export function mapRichText(page: PuckState, sanitise: (html: string) => string): PuckState {
  return mapItems(page, (item) => changeProps(item, blockShape(item.type).html, sanitise));
}
