import type { PropPath } from "./block-field.ts";
import { blockShape } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";
import { mapItems } from "./walk-page.ts";

/** The block with `change` applied to every text at these paths of its props. */
export function changeProps(
  item: PageItem,
  paths: readonly PropPath[],
  change: (text: string) => string,
): PageItem {
  const props = paths.reduce<unknown>((value, path) => changeText(value, path, change), item.props);
  return { ...item, props: props as PageItem["props"] };
}

function changeText(value: unknown, path: PropPath, change: (text: string) => string): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return typeof value === "string" ? change(value) : value;
  if (step === "*") return Array.isArray(value) ? value.map((one) => changeText(one, rest, change)) : value;
  if (typeof value !== "object" || value === null || !(step in value)) return value;
  const field = (value as Record<string, unknown>)[step];
  return { ...value, [step]: changeText(field, rest, change) };
}

/** The page with `sanitise` applied to every piece of HTML, at any depth. */
export function mapRichText(page: PuckState, sanitise: (html: string) => string): PuckState {
  return mapItems(page, (item) => changeProps(item, blockShape(item.type).html, sanitise));
}
