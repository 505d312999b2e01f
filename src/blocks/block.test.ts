import { expect, test } from "vitest";
import { KNOWN_BLOCK_TYPES } from "#domain/page/find-block.ts";
import { BLOCK_TYPES, findView } from "./block.tsx";

test("BLOCK-1 BLOCK-2 BLOCK-3 BLOCK-4 BLOCK-5 BLOCK-6 BLOCK-7 BLOCK-8 BLOCK-9 BLOCK-10 BLOCK-11 BLOCK-12 BLOCK-13 BLOCK-14 BLOCK-15 BLOCK-16 every declared block has one view under its type, and there is no other view or second declaration", () => {
  expect(KNOWN_BLOCK_TYPES.length).toBeGreaterThanOrEqual(16);
  expect(new Set(KNOWN_BLOCK_TYPES).size).toBe(KNOWN_BLOCK_TYPES.length);
  expect(BLOCK_TYPES.toSorted()).toEqual(KNOWN_BLOCK_TYPES.toSorted());
  for (const type of ["Fireworks", "__proto__", "constructor"]) expect(findView(type)).toBeUndefined();
});
