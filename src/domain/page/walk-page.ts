import type { PropPath } from "./block-field.ts";
import type { BlockDeclaration, PropsOf } from "./declare-block.ts";
import { blockShape } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";

/** Reading leaves out blocks that are nested deeper. */
export const MAX_NESTING = 32;

function isPageItem(value: unknown): value is PageItem {
  if (typeof value !== "object" || value === null) return false;
  const { type, props } = value as { type?: unknown; props?: { id?: unknown } | null };
  return typeof type === "string" && typeof props === "object" && typeof props?.id === "string";
}

/** The blocks in one slot of a block. Other values are left out. */
export function slotItems(item: PageItem, slot: string): PageItem[] {
  const value = item.props[slot];
  return Array.isArray(value) ? value.filter(isPageItem) : [];
}

/** Every block of the page in reading order, a container before its content. */
export function allItems(page: PuckState): PageItem[] {
  const found: PageItem[] = [];
  const visit = (items: readonly PageItem[], depth: number): void => {
    for (const item of items) {
      found.push(item);
      if (depth >= MAX_NESTING) continue;
      for (const slot of blockShape(item.type).slots) visit(slotItems(item, slot), depth + 1);
    }
  };
  visit(page.content, 1);
  return found;
}

export function itemsOf<Block extends BlockDeclaration>(
  page: PuckState,
  block: Block,
): { item: PageItem; props: PropsOf<Block> }[] {
  return allItems(page)
    .filter((item) => item.type === block.type)
    .map((item) => ({ item, props: block.read(item.props) as PropsOf<Block> }));
}

/** The page with `change` applied to every block, inner ones first. An unchanged block stays the same object. */
export function mapItems(page: PuckState, change: (item: PageItem) => PageItem): PuckState {
  const visit = (item: PageItem, depth: number): PageItem => {
    const slots = depth < MAX_NESTING ? blockShape(item.type).slots : [];
    let { props } = item;
    for (const slot of slots) {
      const before = props[slot];
      const after = slotItems(item, slot).map((inner) => visit(inner, depth + 1));
      const isSame =
        Array.isArray(before) &&
        before.length === after.length &&
        after.every((one, at) => one === before[at]);
      if (!isSame) props = { ...props, [slot]: after };
    }
    return change(props === item.props ? item : { ...item, props });
  };
  return { ...page, content: page.content.map((item) => visit(item, 1)) };
}

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
