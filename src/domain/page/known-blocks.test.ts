import { describe, expect, test } from "vitest";
import { KNOWN_BLOCK_TYPES } from "./find-block.ts";
import { isWhollyShowable, unshowableTypes, withoutUnknown } from "./known-blocks.ts";
import { migratePage } from "./migrate-page.ts";
import type { PageItem, PuckState } from "./page.ts";

const page = (...content: PageItem[]): PuckState => ({ content, root: { props: {} } });
const block = (type: string, inner: PageItem[] = []): PageItem => ({
  type,
  props: { id: `${type}-1`, content: inner },
});

describe("what a reader sees of a page", () => {
  test("APPR-5 all of it, with the blocks there are", () => {
    expect(isWhollyShowable(page(...KNOWN_BLOCK_TYPES.map((type) => block(type))))).toBe(true);
  });

  test.each(["Fireworks", "pricingtable", "__proto__", "constructor", ""])(
    "APPR-5 not all of it with a block of the type %j, at any depth",
    (type) => {
      expect(unshowableTypes(page(block("Heading"), block(type), block(type)))).toEqual([type]);
      const nested = page(block("Container", [block("Container", [block("Heading"), block(type)])]));
      expect(unshowableTypes(nested)).toEqual([type]);
      expect(isWhollyShowable(nested)).toBe(false);
    },
  );

  test("APPR-5 BLOCK-15 a block inside wrappers is told, and what an unknown block holds is not looked at", () => {
    const inner = block("Container", [block("Fireworks", [block("Rockets")])]);
    expect(unshowableTypes(page(block("LinkWrapper", [inner])))).toEqual(["Fireworks"]);
  });

  test.each([[{ content: [] }], [["rubbish", 7]], [null], [{ content: "text" }], [{ content: [null] }]])(
    "APPR-5 nothing of %j",
    (stored) => {
      expect(isWhollyShowable(migratePage(stored).page)).toBe(false);
    },
  );

  test("APPR-5 an old page is judged by what its zones hold", () => {
    const stored = {
      content: [{ type: "Container", props: { id: "box" } }],
      root: {},
      zones: { "box:content": [{ type: "Fireworks", props: { id: "f" } }] },
    };
    expect(unshowableTypes(migratePage(stored).page)).toEqual(["Fireworks"]);
  });
});

test("STUDIO-4 without unknown blocks a page keeps everything else, at any depth", () => {
  const nested = page(block("Container", [block("Fireworks"), block("Heading")]), block("Rockets"));
  expect(withoutUnknown(nested)).toEqual(page(block("Container", [block("Heading")])));
});
