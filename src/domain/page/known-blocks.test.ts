import { describe, expect, test } from "vitest";
import { isWhollyShowable, KNOWN_BLOCK_TYPES, unshowableTypes } from "./known-blocks.ts";
import { migratePage } from "./migrate-page.ts";
import type { PageItem, PuckState } from "./page.ts";

const page = (...content: PageItem[]): PuckState => ({ content, root: { props: {} } });
const block = (type: string, inner: PageItem[] = []): PageItem => ({
  type,
  props: { id: `${type}-1`, content: inner },
});

describe("what a reader sees of a page", () => {
  test("APPR-5 BLOCK-1 BLOCK-2 BLOCK-3 BLOCK-4 BLOCK-5 BLOCK-6 BLOCK-8 BLOCK-10 all of it, with the blocks there are", () => {
    expect(isWhollyShowable(page(...KNOWN_BLOCK_TYPES.map((type) => block(type))))).toBe(true);
  });

  test.each(["PricingTable", "Deliverables", "LinkWrapper", "__proto__", "constructor", ""])(
    "APPR-5 BLOCK-7 BLOCK-12 BLOCK-15 not all of it with a block of the type %j, at any depth",
    (type) => {
      expect(unshowableTypes(page(block("Heading"), block(type), block(type)))).toEqual([type]);
      const nested = page(block("Container", [block("Container", [block("Heading"), block(type)])]));
      expect(unshowableTypes(nested)).toEqual([type]);
      expect(isWhollyShowable(nested)).toBe(false);
    },
  );

  test("APPR-5 a block in a known block inside an unknown wrapper is told with it", () => {
    const inner = block("Container", [block("Fireworks")]);
    expect(unshowableTypes(page(block("LinkWrapper", [inner])))).toEqual(["LinkWrapper", "Fireworks"]);
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
      zones: { "box:content": [{ type: "PricingTable", props: { id: "prices" } }] },
    };
    expect(unshowableTypes(migratePage(stored).page)).toEqual(["PricingTable"]);
  });
});
