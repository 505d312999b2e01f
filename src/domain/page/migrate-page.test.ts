import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { migratePage } from "./migrate-page.ts";
import { type PageItem, PuckState } from "./page.ts";
import { allItems } from "./walk-page.ts";

const heading = (id: string) => ({ type: "Heading", props: { id, text: id } });
const container = (id: string, content?: unknown) => ({
  type: "Container",
  props: content === undefined ? { id } : { id, content },
});

function outline(items: readonly PageItem[]): unknown[] {
  return items.map(({ props }) =>
    Array.isArray(props.content) ? [props.id, ...outline(props.content)] : props.id,
  );
}

function migrated(stored: unknown) {
  const { page, problems } = migratePage(stored);
  return { outline: outline(page.content), problems, root: page.root };
}

describe("EDIT-9 a page of the old format", () => {
  test("moves zones into slots, however deep", () => {
    const stored = {
      root: { props: { title: "Proposal" } },
      content: [heading("a"), container("outer")],
      zones: {
        "inner:content": [heading("c")],
        "outer:content": [container("inner"), heading("b")],
      },
    };
    expect(migrated(stored)).toEqual({
      outline: ["a", ["outer", ["inner", "c"], "b"]],
      problems: [],
      root: { props: { title: "Proposal" } },
    });
  });

  test("puts several zones of a block into its slot in their order, after what is there", () => {
    const stored = {
      content: [container("x", [heading("inline")])],
      zones: { "x:column-1": [heading("left")], "x:column-2": [heading("right")] },
    };
    expect(migrated(stored).outline).toEqual([["x", "inline", "left", "right"]]);
  });

  test("puts zones of the root at the end of the page", () => {
    const stored = {
      content: [heading("a")],
      zones: {
        "root:default-zone": [heading("b")],
        "default-zone": [heading("c")],
        "root:footer": [heading("d")],
      },
    };
    expect(migrated(stored)).toMatchObject({ outline: ["a", "c", "b", "d"], problems: [] });
  });

  test("strips orphan zones, and zones of blocks that hold none, and says so", () => {
    const stored = {
      content: [heading("a")],
      zones: { "gone:content": [heading("b")], "a:content": [heading("c")] },
    };
    const { outline: shown, problems } = migrated(stored);
    expect(shown).toEqual(["a"]);
    expect(problems).toEqual([
      'The zone "gone:content" belongs to no block of the page.',
      'The zone "a:content" belongs to no block of the page.',
    ]);
  });

  test("ends where zones hold each other, and where a block holds itself", () => {
    const stored = {
      content: [container("a")],
      zones: { "a:z": [container("b"), container("a")], "b:z": [container("a")], "c:z": [container("c")] },
    };
    const { page, problems } = migratePage(stored);
    expect(allItems(page)).toHaveLength(4);
    expect(problems).toHaveLength(3);
  });

  test("reads the title of the oldest pages from the root itself", () => {
    expect(migrated({ root: { title: "Old" }, content: [] }).root).toEqual({ props: { title: "Old" } });
  });
});

test("a page of today's format stays as it is", () => {
  const stored = {
    content: [heading("a"), container("b", [heading("c"), container("d", [])])],
    root: { props: { title: "T" } },
  };
  expect(migratePage(stored)).toEqual({ page: stored, problems: [], unread: [] });
});

test("ids: missing and second ones are made, the same each time", () => {
  const stored = {
    content: [
      { type: "Heading", props: {} },
      heading("a"),
      heading("a"),
      { type: "List" },
      { type: "List", props: { id: 7 } },
      { type: "List", props: { id: "x".repeat(300) } },
    ],
  };
  const ids = migratePage(stored).page.content.map((item) => item.props.id);
  expect(ids).toEqual([
    "Heading-content[0]",
    "a",
    "Heading-content[2]",
    "List-content[3]",
    "7",
    "List-content[5]",
  ]);
  expect(migratePage(stored)).toEqual(migratePage(structuredClone(stored)));
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "<script>"],
  ["a number", 5],
  ["a list", []],
  ["content of a wrong type", { content: { 0: heading("a") } }],
  ["content that is null, zones a text", { content: null, zones: "x" }],
  ["only unreadable blocks", { content: [null, 1, "x", [], {}, { type: 5 }, { type: "x".repeat(101) }] }],
])("%s gives an empty page that can be shown as such", (_name, stored) => {
  const { page } = migratePage(stored);
  expect(page).toEqual({ content: [], root: { props: {} } });
});

test("unreadable parts are left out and told, the rest stays", () => {
  const stored = {
    content: [heading("a"), { props: { id: "typeless" } }, container("c", "not a list"), heading("d")],
    root: { props: { title: 5 } },
  };
  const { outline: shown, problems, root } = migrated(stored);
  expect(shown).toEqual(["a", ["c"], "d"]);
  expect(root).toEqual({ props: {} });
  expect(problems).toEqual([
    "There is no block that can be read at content[1].",
    "There is no list of blocks at content[2].content.",
  ]);
});

test("what cannot be read is handed out as it is stored, and again from beside a page", () => {
  const odd = { props: { id: "typeless" } };
  const { page, problems, unread } = migratePage({
    content: [heading("a"), odd, { type: "List" }],
    zones: { "x:y": [odd] },
  });
  expect(unread).toEqual([
    { problem: "There is no block that can be read at content[1].", part: odd },
    { problem: 'The zone "x:y" belongs to no block of the page.', part: [odd] },
  ]);
  expect(problems.length).toBe(3);
  const again = migratePage({ ...page, unread });
  expect(again).toEqual({ page, unread, problems: unread.map(({ problem }) => problem) });
});

test("nesting without end is cut off", () => {
  let stored: unknown = [];
  for (let n = 0; n < 5000; n++) stored = [container(`c${n}`, stored)];
  const { page, problems } = migratePage({ content: stored });
  expect(allItems(page).length).toBeLessThanOrEqual(32);
  expect(problems.length).toBeGreaterThan(0);
});

const anyItem = fc.letrec((tie) => ({
  item: fc.oneof(
    { depthSize: "small" },
    fc.anything(),
    fc.record(
      {
        type: fc.oneof(fc.constantFrom("Heading", "Container", "LinkWrapper", "__proto__"), fc.anything()),
        props: fc.oneof(
          fc.anything(),
          fc.record({ id: fc.constantFrom("a", "b", "root", "", 3, null), content: tie("items") }),
        ),
      },
      { requiredKeys: [] },
    ),
  ),
  items: fc.oneof({ depthSize: "small" }, fc.anything(), fc.array(tie("item"), { maxLength: 4 })),
}));

test("whatever is stored, the result is a page with unique ids", () => {
  const zones = fc.dictionary(
    fc.constantFrom("a:x", "b:y", "root:z", "default-zone", "__proto__"),
    anyItem.items,
  );
  const stored = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
    fc.record({ content: anyItem.items, zones, root: fc.anything() }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(stored, (value) => {
      const { page } = migratePage(value);
      expect(PuckState.safeParse(page).error).toBeUndefined();
      const ids = allItems(page).map((item) => item.props.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(JSON.parse(JSON.stringify(page))).toEqual(page);
      expect(migratePage(page)).toEqual({ page, problems: [], unread: [] });
    }),
    { numRuns: 400 },
  );
});
