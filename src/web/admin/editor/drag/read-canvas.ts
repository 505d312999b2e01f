import type { Area, Found } from "#domain/page/edit-page.ts";
import { blockShape } from "#domain/page/find-block.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { slotItems } from "#domain/page/walk-page.ts";
import type { AreaBox, BlockBox, Point, Rect } from "./drop-target.ts";
import type { RowBox } from "./tree-target.ts";

const BLOCK = "[data-block-id]";
const AREA = "[data-area]";

/** The frame of the canvas. */
export function canvasFrame(): HTMLIFrameElement | null {
  return document.querySelector<HTMLIFrameElement>("iframe[title=Page]");
}

type IndexedBlock = Omit<Found, "owners"> & { parentId: string | null };
export type PageIndex = ReadonlyMap<string, IndexedBlock>;

/** Every block of the page with its place. */
export function indexPage(page: PuckState): PageIndex {
  const index = new Map<string, IndexedBlock>();
  const visit = (items: readonly PageItem[], area: Area): void => {
    for (const [at, item] of items.entries()) {
      const parentId = area?.ownerId ?? null;
      index.set(item.props.id, { item, place: { area, index: at }, count: items.length, parentId });
      for (const slot of blockShape(item.type).slots) {
        visit(slotItems(item, slot), { ownerId: item.props.id, slot });
      }
    }
  };
  visit(page.content, null);
  return index;
}

/** The areas of the canvas as they are drawn now, in the frame's coordinates. */
export function readCanvas(frame: Document, index: PageIndex): AreaBox[] {
  const byArea = Map.groupBy(frame.querySelectorAll(BLOCK), (block) => block.parentElement?.closest(AREA));
  const boxOf = (block: Element): BlockBox[] => {
    const id = block.getAttribute("data-block-id") ?? "";
    const place = index.get(id)?.place;
    return place ? [{ id, index: place.index, rect: rectOf(block) }] : [];
  };
  return [...frame.querySelectorAll(AREA)].map((element) => ({
    area: areaOf(element),
    rect: rectOf(element),
    isRightToLeft: frame.defaultView?.getComputedStyle(element).direction === "rtl",
    blocks: byArea.get(element)?.flatMap(boxOf) ?? [],
  }));
}

/** The area that an element of the canvas is. */
function areaOf(element: Element): Area {
  const name = element.getAttribute("data-area") ?? "root";
  const at = name.lastIndexOf(":");
  return at === -1 ? null : { ownerId: name.slice(0, at), slot: name.slice(at + 1) };
}

/** The rows of the structure tree as they are drawn now, in the window's coordinates. */
export function readTree(tree: Element, index: PageIndex): RowBox[] {
  return [...tree.querySelectorAll<HTMLElement>("[data-row-id]")].flatMap((row) => {
    const id = row.dataset.rowId ?? "";
    const found = index.get(id);
    if (!found) return [];
    const rect = rectOf(row);
    return {
      id,
      parentId: found.parentId,
      place: found.place,
      isLast: found.place.index === found.count - 1,
      inner: blockShape(found.item.type).slots.map((slot) => ({
        area: { ownerId: id, slot },
        count: slotItems(found.item, slot).length,
      })),
      isOpen: row.getAttribute("aria-expanded") === "true",
      rect,
      indent: rect.left + Number.parseFloat(getComputedStyle(row).paddingInlineStart),
    };
  });
}

export function rectOf(element: Element): Rect {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
}

/** How large a pixel of the frame is in the window. */
export function scaleOf(frame: HTMLIFrameElement): number {
  const { width } = frame.getBoundingClientRect();
  return frame.offsetWidth > 0 ? width / frame.offsetWidth : 1;
}

/** A point of a document, in the window's coordinates. */
export function toWindow(view: Window | null, { x, y }: Point): Point {
  const frame = view === window ? null : canvasFrame();
  if (!frame) return { x, y };
  const { left, top } = frame.getBoundingClientRect();
  const scale = scaleOf(frame);
  return { x: left + x * scale, y: top + y * scale };
}

export function toFrame(frame: HTMLIFrameElement, { x, y }: Point): Point {
  const { left, top } = frame.getBoundingClientRect();
  const scale = scaleOf(frame);
  return { x: (x - left) / scale, y: (y - top) / scale };
}
