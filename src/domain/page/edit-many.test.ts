import { expect, test } from "vitest";
import { groupItems, rangeOf, ungroupItem } from "./edit-many.ts";
import { destination, duplicateItems, moveItems, removeItems, type Way } from "./edit-page.ts";
import type { PageItem, PuckState } from "./page.ts";
import { allItems, MAX_NESTING } from "./walk-page.ts";

const block = (type: string, id: string, content?: PageItem[]): PageItem => ({
  type,
  props: { id, ...(content && { content }) },
});
/** a, b (b1, b2 (b2a)), c, d */
const PAGE: PuckState = {
  root: {},
  content: [
    block("Heading", "a"),
    block("Container", "b", [block("Paragraph", "b1"), block("LinkWrapper", "b2", [block("Image", "b2a")])]),
    block("List", "c"),
    block("Paragraph", "d"),
  ],
};
const order = (page: PuckState) =>
  allItems(page)
    .map(({ props }) => props.id)
    .join(" ");

test.each([
  ["a", "c", "a b c"],
  ["c", "a", "c b a"],
  ["b1", "b2a", "b1 b2"],
  ["b2a", "d", "b c d"],
  ["b", "b1", "b"],
  ["b1", "b", "b"],
  ["c", "c", "c"],
  ["gone", "c", "c"],
  ["c", "gone", ""],
])("STUDIO-3 from %s to %s are %s", (from, to, ids) => {
  expect(rangeOf(PAGE, from, to).join(" ")).toBe(ids);
});

test.each<[string, Way, string | null]>([
  ["c d", "up", "a c d b b1 b2 b2a"],
  ["a b", "down", "c a b b1 b2 b2a d"],
  ["a c", "down", "b b1 b2 b2a d a c"],
  ["a c", "up", null],
  ["c d", "down", null],
  ["c d", "in", "a b b1 b2 b2a c d"],
  ["b1 b2", "out", "a b b1 b2 b2a c d"],
  ["b1 d", "up", null],
  // What stands inside a selected block goes along with it.
  ["b b1", "up", "b b1 b2 b2a a c d"],
])("STUDIO-3 moving %s %s together gives %j", (ids, way, expected) => {
  const chosen = ids.split(" ");
  const to = destination(PAGE, chosen, way);
  expect(to ? order(moveItems(PAGE, chosen, to)) : null).toBe(expected);
});

test("STUDIO-3 blocks in several places go at once, and copies stand after the last one of each place", () => {
  expect(order(removeItems(PAGE, ["a", "b1", "d"]))).toBe("b b2 b2a c");
  let made = 0;
  const copied = duplicateItems(PAGE, ["a", "c", "b1"], () => `new${++made}`);
  expect(order(copied.page)).toBe("a b b1 new3 b2 b2a c new1 new2 d");
  expect(copied.copyIds).toEqual(["new1", "new2", "new3"]);
});

test("STUDIO-3 blocks are grouped where the first one stands, and ungrouped as they were", () => {
  const grouped = groupItems(PAGE, ["d", "c"], block("Container", "g", []));
  if ("refused" in grouped) throw new Error(grouped.refused);
  expect(order(grouped.page)).toBe("a b b1 b2 b2a g c d");
  const ungrouped = ungroupItem(grouped.page, "g");
  expect(ungrouped).toEqual({ page: PAGE, ids: ["c", "d"] });
});

test("STUDIO-3 EDIT-8 what may not be grouped or ungrouped is refused with the reason", () => {
  const container = block("Container", "g", []);
  expect(groupItems(PAGE, ["b1", "d"], container)).toEqual({ refused: "apart" });
  expect(groupItems(PAGE, ["b2"], block("LinkWrapper", "g", []))).toEqual({ refused: "forbidden" });
  expect(ungroupItem(PAGE, "a")).toEqual({ refused: "nothing-inside" });
  let deep = block("Paragraph", "1");
  for (let level = 2; level <= MAX_NESTING; level++) deep = block("Container", `${level}`, [deep]);
  expect(groupItems({ root: {}, content: [deep] }, [deep.props.id], container)).toEqual({
    refused: "forbidden",
  });
  const link = block("LinkWrapper", "outer", [
    block("Container", "box", [block("LinkWrapper", "inner", [])]),
  ]);
  expect(ungroupItem({ root: {}, content: [link] }, "box")).toEqual({ refused: "forbidden" });
});
