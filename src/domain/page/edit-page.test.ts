import { describe, expect, test } from "vitest";
import {
  allows,
  anchorsOf,
  areSamePages,
  blockBeside,
  destination,
  duplicateItems,
  findItem,
  insertItems,
  moveItems,
  placeFor,
  placeItems,
  removeItems,
  type Way,
  walkFrom,
  withNewIds,
} from "./edit-page.ts";
import type { PageItem, PuckState } from "./page.ts";
import { allItems, MAX_NESTING } from "./walk-page.ts";

const block = (type: string, id: string, props: Record<string, unknown> = {}): PageItem => ({
  type,
  props: { id, ...props },
});
const PAGE: PuckState = {
  root: {},
  content: [
    block("Heading", "h", { text: "Scope", anchor: "scope" }),
    block("Container", "c", {
      content: [block("Paragraph", "p"), block("LinkWrapper", "l", { content: [block("Image", "i")] })],
    }),
    block("List", "list"),
  ],
};
const order = (page: PuckState) => allItems(page).map(({ props }) => props.id);
let made = 0;
const newId = (type: string) => `${type}-new-${++made}`;

test.each<[string, Way, string[] | null]>([
  ["h", "up", null],
  ["h", "down", ["c", "p", "l", "i", "h", "list"]],
  ["list", "up", ["h", "list", "c", "p", "l", "i"]],
  ["list", "down", null],
  ["list", "in", ["h", "c", "p", "l", "i", "list"]],
  ["list", "out", null],
  ["p", "out", ["h", "c", "l", "i", "p", "list"]],
  ["i", "out", ["h", "c", "p", "l", "i", "list"]],
  ["p", "in", null],
])("EDIT-8 STUDIO-3 moving %s %s gives %j", (id, way, expected) => {
  const to = destination(PAGE, [id], way);
  expect(to && order(moveItems(PAGE, [id], to))).toEqual(expected ?? undefined);
});

test("EDIT-8 a block comes into the block before it, at its end", () => {
  const to = destination(PAGE, ["list"], "in");
  expect(to).toEqual({ area: { ownerId: "c", slot: "content" }, index: 2 });
});

describe("EDIT-8 allow and disallow", () => {
  const inLink = { ownerId: "l", slot: "content" };
  test("a link holds no link, also not at the end of a move", () => {
    expect(allows(PAGE, inLink, block("Paragraph", "new"))).toBe(true);
    expect(allows(PAGE, inLink, block("LinkWrapper", "new"))).toBe(false);
    const beside = insertItems(PAGE, { area: null, index: 3 }, [
      block("LinkWrapper", "l2", { content: [] }),
      block("LinkWrapper", "l3", { content: [] }),
    ]);
    expect(destination(beside, ["l3"], "in")).toBeUndefined();
  });
  test("no block stands in itself, in a block without slots or deeper than pages are read", () => {
    const container = findItem(PAGE, "c")?.item as PageItem;
    expect(allows(PAGE, { ownerId: "c", slot: "content" }, container)).toBe(false);
    expect(allows(PAGE, { ownerId: "h", slot: "content" }, block("List", "new"))).toBe(false);
    let deep = block("Container", "1", { content: [] });
    for (let level = 2; level <= MAX_NESTING; level++)
      deep = block("Container", `${level}`, { content: [deep] });
    expect(allows(PAGE, null, deep)).toBe(true);
    expect(allows(PAGE, { ownerId: "c", slot: "content" }, deep)).toBe(false);
  });
  test("what a block's neighbours do not allow stands after the block around them", () => {
    expect(placeFor(PAGE, [block("LinkWrapper", "new")], "i")).toEqual({
      area: { ownerId: "c", slot: "content" },
      index: 2,
    });
    expect(placeFor(PAGE, [block("LinkWrapper", "new")], "l", true)).toBeUndefined();
    expect(placeFor(PAGE, [block("List", "new")], "l", true)).toEqual({ area: inLink, index: 1 });
    expect(placeFor(PAGE, [block("List", "new")], null)).toEqual({ area: null, index: 3 });
  });
});

test("EDIT-3 a copy stands after its block, with ids of its own at any depth, and is named", () => {
  const copied = duplicateItems(PAGE, ["c"], newId);
  const ids = order(copied.page);
  expect(new Set(ids).size).toBe(10);
  expect([ids[5]]).toEqual(copied.copyIds);
  expect(duplicateItems(PAGE, ["nothing"], newId)).toEqual({ page: PAGE, copyIds: [] });
});

test("STUDIO-4 pasted blocks leave the names of places to those who have them", () => {
  expect(withNewIds(PAGE.content.slice(0, 1), newId)[0]?.props).not.toHaveProperty("anchor");
  expect(anchorsOf(PAGE)).toEqual(["scope"]);
});

test("EDIT-1 a removed block takes what it holds along", () => {
  expect(order(removeItems(PAGE, ["c"]))).toEqual(["h", "list"]);
  expect(removeItems(PAGE, ["nothing"])).toBe(PAGE);
});

test("STUDIO-7 pages are the same whatever the order of their values and what is left out", () => {
  const other: PuckState = {
    ...PAGE,
    zones: {},
    root: { props: {} },
    content: PAGE.content.map(({ props: { id, ...props }, type }) => ({
      props: { ...props, x: undefined, id },
      type,
    })),
  };
  expect(areSamePages(PAGE, other)).toBe(true);
  expect(areSamePages(PAGE, removeItems(PAGE, ["p"]))).toBe(false);
});

test.each<[string[], string | null]>([
  [["h"], "c"],
  [["list"], "c"],
  [["h", "c"], "list"],
  [["h", "list"], "c"],
  [["l"], "p"],
  [["i"], "l"],
  [["h", "c", "list"], null],
])("STUDIO-17 beside %j, which go, is %s", (ids, expected) => {
  expect(blockBeside(PAGE, ids)).toBe(expected);
});

test.each<[string, Way, string | null]>([
  ["h", "down", "c"],
  ["h", "up", null],
  ["c", "in", "p"],
  ["p", "down", "l"],
  ["l", "in", "i"],
  ["i", "out", "l"],
  ["h", "in", null],
  ["h", "out", null],
])("STUDIO-17 an arrow from %s %s leads to %s", (id, way, expected) => {
  expect(walkFrom(PAGE, id, way)).toBe(expected);
});

test("EDIT-8 STUDIO-14 blocks go to the gap that the pointer sees, and dropping them where they are changes nothing", () => {
  const inBox = { ownerId: "c", slot: "content" };
  expect(order(placeItems(PAGE, ["h"], { area: null, index: 3 }))).toEqual(["c", "p", "l", "i", "list", "h"]);
  expect(order(placeItems(PAGE, ["list", "h"], { area: inBox, index: 1 }))).toEqual([
    "c",
    "p",
    "h",
    "list",
    "l",
    "i",
  ]);
  expect(order(placeItems(PAGE, ["h", "list"], { area: null, index: 1 }))).toEqual([
    "h",
    "list",
    "c",
    "p",
    "l",
    "i",
  ]);
  for (const [ids, index] of [
    [["h"], 0],
    [["h"], 1],
    [["c"], 1],
    [["c"], 2],
    [["c", "list"], 2],
  ] as const) {
    expect(placeItems(PAGE, ids, { area: null, index })).toBe(PAGE);
  }
});
