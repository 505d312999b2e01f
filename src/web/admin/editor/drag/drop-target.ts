import type { Area, Place } from "#domain/page/edit-page.ts";

export type Point = { x: number; y: number };
export type Rect = { left: number; top: number; right: number; bottom: number };
/** A block as it is drawn, with its index in its area. A long page draws only the blocks near the visible part. */
export type BlockBox = { id: string; index: number; rect: Rect };
/** An area as it is drawn, with its blocks in their order. */
export type AreaBox = { area: Area; rect: Rect; isRightToLeft: boolean; blocks: readonly BlockBox[] };
/** Where a drop leads. The line is a rectangle without a thickness, or all of an empty area. */
export type DropTarget = { place: Place; line: Rect };

/** At its upper and lower edge an inner area leaves the pointer to the area around it. */
const EDGE_PX = 8;
/** The distance of the drop line from the first or last block. */
const APART_PX = 4;
/** Blocks narrower than this part of their area stand in columns. */
const COLUMN_PART = 0.7;

/** The nearest gap in the innermost area under the pointer (outer areas come first), or in the page's own area. */
export function dropTarget(
  areas: readonly AreaBox[],
  point: Point,
  acceptsItems: (area: Area) => boolean,
): DropTarget | undefined {
  const inner = areas.findLast(({ area, rect }) => area !== null && isInside(withoutEdges(rect), point));
  const box = inner ?? areas.find(({ area }) => area === null);
  return box && acceptsItems(box.area) ? nearestGap(box, point) : undefined;
}

export function isInside({ left, top, right, bottom }: Rect, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

function withoutEdges(rect: Rect): Rect {
  const edge = Math.min(EDGE_PX, (rect.bottom - rect.top) / 4);
  return { ...rect, top: rect.top + edge, bottom: rect.bottom - edge };
}

function nearestGap(box: AreaBox, point: Point): DropTarget {
  const { area, rect, blocks } = box;
  const rows = rowsOf(blocks);
  const width = rect.right - rect.left;
  const isNarrow = (block: BlockBox) => block.rect.right - block.rect.left < width * COLUMN_PART;
  const row = rows.find(({ bottom }, at) => point.y < (bottom + (rows[at + 1]?.top ?? Infinity)) / 2);
  if (!row) return { place: { area, index: 0 }, line: rect };
  if (rows.some((one) => one.blocks.length > 1) || blocks.every(isNarrow)) return gapInRow(box, row, point);
  const at = blocks.findIndex((block) => point.y < (block.rect.top + block.rect.bottom) / 2);
  const [before, after] = neighbours(blocks, at);
  const y = lineBetween(before?.rect.bottom, after?.rect.top, rect.top, rect.bottom);
  return { place: { area, index: indexOf(before, after) }, line: { ...rect, top: y, bottom: y } };
}

type Row = { top: number; bottom: number; blocks: BlockBox[] };

/** Blocks that share most of their height stand in one row. */
function rowsOf(blocks: readonly BlockBox[]): Row[] {
  const rows: Row[] = [];
  for (const block of blocks) {
    const { top, bottom } = block.rect;
    const row = rows.at(-1);
    const shared = row ? Math.min(row.bottom, bottom) - Math.max(row.top, top) : 0;
    if (row && shared > Math.min(row.bottom - row.top, bottom - top) / 2) {
      row.blocks.push(block);
      row.top = Math.min(row.top, top);
      row.bottom = Math.max(row.bottom, bottom);
    } else rows.push({ top, bottom, blocks: [block] });
  }
  return rows;
}

/** A gap between columns, whose line is vertical. */
function gapInRow({ area, rect, isRightToLeft }: AreaBox, row: Row, point: Point): DropTarget {
  const middle = ({ rect: { left, right } }: BlockBox) => (left + right) / 2;
  const at = row.blocks.findIndex((block) =>
    isRightToLeft ? point.x > middle(block) : point.x < middle(block),
  );
  const [before, after] = neighbours(row.blocks, at);
  const [left, right] = isRightToLeft ? [after, before] : [before, after];
  const x = lineBetween(left?.rect.right, right?.rect.left, rect.left, rect.right);
  const line = { left: x, right: x, top: row.top, bottom: row.bottom };
  return { place: { area, index: indexOf(before, after) }, line };
}

/** The blocks around a gap that is before the block at this index; -1: after all. */
function neighbours(blocks: readonly BlockBox[], at: number): [BlockBox | undefined, BlockBox | undefined] {
  return at < 0 ? [blocks.at(-1), undefined] : [blocks[at - 1], blocks[at]];
}

function indexOf(before: BlockBox | undefined, after: BlockBox | undefined): number {
  return after?.index ?? (before ? before.index + 1 : 0);
}

/** The middle between two blocks, or a little beside the only one, within the area from `min` to `max`. */
function lineBetween(end: number | undefined, start: number | undefined, min: number, max: number): number {
  const before = end ?? (start ?? min) - 2 * APART_PX;
  const after = start ?? before + 2 * APART_PX;
  return Math.max(min, Math.min(max, (before + after) / 2));
}
