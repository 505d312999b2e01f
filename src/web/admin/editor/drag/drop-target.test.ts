import { expect, test } from "vitest";
import { casesFor, drawFrom, SEED } from "#tests/support/suite-cases.ts";
import { type AreaBox, type BlockBox, dropTarget, type Rect } from "./drop-target.ts";

const box = (left: number, top: number, right: number, bottom: number): Rect => ({
  left,
  top,
  right,
  bottom,
});
const ALL = () => true;

/** Two lines, a container of two columns with a block in each, and an empty container. */
const PAGE: AreaBox[] = [
  {
    area: null,
    rect: box(0, 0, 600, 520),
    isRightToLeft: false,
    blocks: [
      { id: "one", index: 0, rect: box(0, 0, 600, 40) },
      { id: "two", index: 1, rect: box(0, 60, 600, 100) },
      { id: "columns", index: 2, rect: box(0, 120, 600, 320) },
      { id: "empty", index: 3, rect: box(0, 340, 600, 420) },
    ],
  },
  {
    area: { ownerId: "columns", slot: "content" },
    rect: box(0, 120, 600, 320),
    isRightToLeft: false,
    blocks: [
      { id: "left", index: 0, rect: box(0, 120, 290, 320) },
      { id: "right", index: 1, rect: box(310, 120, 600, 160) },
    ],
  },
  {
    area: { ownerId: "empty", slot: "content" },
    rect: box(0, 340, 600, 420),
    isRightToLeft: false,
    blocks: [],
  },
];

test.each<[string, [number, number], string, number, Rect]>([
  ["the upper half of a line", [300, 15], "page", 0, box(0, 0, 600, 0)],
  ["the lower half of a line", [300, 30], "page", 1, box(0, 50, 600, 50)],
  ["beside the page", [-40, 95], "page", 2, box(0, 110, 600, 110)],
  ["below all", [300, 510], "page", 4, box(0, 424, 600, 424)],
  ["left of the first column", [20, 200], "columns", 0, box(0, 120, 0, 320)],
  ["between columns", [280, 200], "columns", 1, box(300, 120, 300, 320)],
  ["right of the last column", [590, 300], "columns", 2, box(600, 120, 600, 320)],
  ["the edge of a container", [20, 122], "page", 2, box(0, 110, 600, 110)],
  ["an empty container", [300, 380], "empty", 0, box(0, 340, 600, 420)],
])("EDIT-1 STUDIO-14 the pointer at %s leads to the nearest gap", (_where, [x, y], area, index, line) => {
  const found = dropTarget(PAGE, { x, y }, ALL);
  expect([found?.place.area?.ownerId ?? "page", found?.place.index]).toEqual([area, index]);
  expect(found?.line).toEqual(line);
});

test("EDIT-8 STUDIO-14 an area that does not allow the block takes nothing, and its edge is the area around it", () => {
  const acceptsItems = (area: AreaBox["area"]) => area?.ownerId !== "columns";
  expect(dropTarget(PAGE, { x: 20, y: 200 }, acceptsItems)).toBeUndefined();
  expect(dropTarget(PAGE, { x: 20, y: 122 }, acceptsItems)?.place).toEqual({ area: null, index: 2 });
});

test("STUDIO-14 columns of a page from right to left count from the right", () => {
  const mirrored = PAGE.map((area) => ({
    ...area,
    isRightToLeft: true,
    blocks: area.blocks.map((block) => ({
      ...block,
      rect: { ...block.rect, left: 600 - block.rect.right, right: 600 - block.rect.left },
    })),
  }));
  expect(dropTarget(mirrored, { x: 590, y: 200 }, ALL)?.place.index).toBe(0);
  expect(dropTarget(mirrored, { x: 20, y: 140 }, ALL)?.place.index).toBe(2);
});

/** A drawn layout: blocks below each other or in columns, some of them areas with a layout of their own. */
function layout(
  draw: (below: number) => number,
  rect: Rect,
  ownerId: string | null,
  depth: number,
): AreaBox[] {
  const columns = 1 + draw(3);
  const width = (rect.right - rect.left) / columns;
  const count = draw(6);
  const height = (rect.bottom - rect.top) / Math.max(1, Math.ceil(count / columns));
  const blocks = Array.from({ length: count }, (_, index): BlockBox => {
    const left = rect.left + (index % columns) * width;
    const top = rect.top + Math.floor(index / columns) * height;
    return {
      id: `${ownerId ?? ""}${index}`,
      index,
      rect: box(left + 2, top + 2, left + width - 2, top + height - 2),
    };
  });
  const inner = blocks.flatMap((block) =>
    depth < 3 && draw(2) === 0 ? layout(draw, block.rect, block.id, depth + 1) : [],
  );
  const area = ownerId === null ? null : { ownerId, slot: "content" };
  return [{ area, rect, isRightToLeft: false, blocks }, ...inner];
}

test("EDIT-8 STUDIO-14 in any layout the line is at a gap of an area that allows the block", () => {
  const draw = drawFrom(SEED);
  for (let nth = 0; nth < casesFor(300, 5000); nth++) {
    const areas = layout(draw, box(0, 0, 900, 1200), null, 0);
    const refused = new Set(areas.filter(() => draw(4) === 0).map(({ area }) => area?.ownerId));
    const point = { x: draw(1000) - 50, y: draw(1300) - 50 };
    const found = dropTarget(areas, point, (area) => area === null || !refused.has(area.ownerId));
    if (!found) {
      expect(refused.size).toBeGreaterThan(0);
      continue;
    }
    const { place, line } = found;
    const taker = areas.find(({ area }) => area?.ownerId === place.area?.ownerId);
    if (!taker) throw new Error("The area is not drawn");
    expect(place.area === null || !refused.has(place.area.ownerId)).toBe(true);
    expect(place.index).toBeGreaterThanOrEqual(0);
    expect(place.index).toBeLessThanOrEqual(taker.blocks.length);
    expect(line.left).toBeGreaterThanOrEqual(taker.rect.left);
    expect(line.right).toBeLessThanOrEqual(taker.rect.right);
    expect(line.top).toBeGreaterThanOrEqual(taker.rect.top);
    expect(line.bottom).toBeLessThanOrEqual(taker.rect.bottom);
    const isCrossed = taker.blocks.some(
      ({ rect }) =>
        line.left < rect.right && line.right > rect.left && line.top < rect.bottom && line.bottom > rect.top,
    );
    expect(isCrossed).toBe(false);
  }
});
