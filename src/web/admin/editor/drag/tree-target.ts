import type { Area, Place } from "#domain/page/edit-page.ts";
import type { DropTarget, Point, Rect } from "./drop-target.ts";

/** A row of the structure tree: a block, its place, the areas inside it with their numbers of blocks. */
export type RowBox = {
  id: string;
  parentId: string | null;
  place: Place;
  /** Whether it is the last block of its area. */
  isLast: boolean;
  inner: readonly { area: Area; count: number }[];
  /** Whether the rows of the blocks inside it follow. */
  isOpen: boolean;
  rect: Rect;
  /** Where its content begins after the indent. */
  indent: number;
};

/** The middle of a container's row means inside, its upper or lower edge means next to it. */
export function treeTarget(
  rows: readonly RowBox[],
  point: Point,
  acceptsItems: (area: Area) => boolean,
): DropTarget | undefined {
  const row = rows.find(({ rect }) => point.y < rect.bottom) ?? rows.at(-1);
  if (!row) return undefined;
  const { rect } = row;
  const part = (point.y - rect.top) / (rect.bottom - rect.top);
  const inner = row.inner.find(({ area }) => acceptsItems(area));
  if (inner && part > 0.3 && part < 0.7) {
    return { place: { area: inner.area, index: inner.count }, line: rect };
  }
  if (part < 0.5) {
    return acceptsItems(row.place.area) ? { place: row.place, line: lineAt(row, rect.top) } : undefined;
  }
  if (inner && row.isOpen && inner.count > 0) {
    return { place: { area: inner.area, index: 0 }, line: lineAt(row, rect.bottom) };
  }
  const beside = outermostAfter(rows, row, point.x);
  if (!acceptsItems(beside.place.area)) return undefined;
  const place = { area: beside.place.area, index: beside.place.index + 1 };
  return { place, line: lineAt(beside, rect.bottom) };
}

/** Below the last block inside others, a pointer further to the start means beside the blocks around it. */
function outermostAfter(rows: readonly RowBox[], row: RowBox, x: number): RowBox {
  const parent = row.isLast && x < row.indent ? rows.find(({ id }) => id === row.parentId) : undefined;
  return parent ? outermostAfter(rows, parent, x) : row;
}

function lineAt({ rect, indent }: RowBox, y: number): Rect {
  return { left: indent, right: rect.right, top: y, bottom: y };
}
