import type { Point, Rect } from "./drop-target.ts";

const EDGE_PX = 72;
const MAX_STEP_PX = 20;

/** How far what is under the pointer scrolls in one frame: further the nearer the pointer is to an edge. */
export function scrollStep({ top, bottom }: Rect, { y }: Point): number {
  const edge = Math.min(EDGE_PX, (bottom - top) / 4);
  const nearness = (distance: number) => Math.max(0, Math.min(1, 1 - distance / edge));
  return Math.round(MAX_STEP_PX * (nearness(bottom - y) - nearness(y - top)));
}
