import { expect, test } from "vitest";
import { type RowBox, treeTarget } from "./tree-target.ts";

const row = (
  id: string,
  nth: number,
  level: number,
  place: RowBox["place"],
  rest: Partial<RowBox>,
): RowBox => ({
  id,
  place,
  parentId: null,
  isLast: false,
  inner: [],
  isOpen: false,
  rect: { left: 0, top: nth * 30, right: 200, bottom: nth * 30 + 30 },
  indent: level * 20,
  ...rest,
});
const BOX = { ownerId: "box", slot: "content" };
const ROWS = [
  row("one", 0, 1, { area: null, index: 0 }, {}),
  row(
    "box",
    1,
    1,
    { area: null, index: 1 },
    { isLast: true, isOpen: true, inner: [{ area: BOX, count: 1 }] },
  ),
  row("in", 2, 2, { area: BOX, index: 0 }, { isLast: true, parentId: "box" }),
];

test.each<[string, number, number, string, number]>([
  ["the upper half of a row", 100, 5, "page", 0],
  ["its lower half", 100, 25, "page", 1],
  ["the middle of a row that holds blocks", 100, 45, "box", 1],
  ["the lower edge of an open one", 100, 58, "box", 0],
  ["the lower half of the last one inside", 100, 85, "box", 1],
  ["the same place at the start of the line", 10, 85, "page", 2],
  ["below all rows", 10, 400, "page", 2],
])("STUDIO-14 in the tree the pointer at %s leads there", (_where, x, y, area, index) => {
  const found = treeTarget(ROWS, { x, y }, () => true);
  expect([found?.place.area?.ownerId ?? "page", found?.place.index]).toEqual([area, index]);
});

test("EDIT-8 STUDIO-14 a row in an area that does not allow the block takes nothing", () => {
  expect(treeTarget(ROWS, { x: 100, y: 65 }, (area) => area === null)).toBeUndefined();
  expect(treeTarget([], { x: 0, y: 0 }, () => true)).toBeUndefined();
});
