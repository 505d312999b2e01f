import { expect, test } from "vitest";
import { sameParts } from "./same-parts.ts";

const PAGE = {
  content: [
    { id: "a", props: { text: "A" } },
    { id: "b", props: { text: "B" } },
  ],
  root: {},
};

test("parts that are equal are the old ones, and the value is the new one", () => {
  const now = structuredClone(PAGE);
  expect(sameParts(PAGE, now)).toBe(PAGE);
  const changed = {
    ...structuredClone(PAGE),
    content: [structuredClone(PAGE.content[0]), { id: "b", props: {} }],
  };
  const shared = sameParts(PAGE, changed);
  expect(shared).toEqual(changed);
  expect(shared.content[0]).toBe(PAGE.content[0]);
  expect(shared.root).toBe(PAGE.root);
});

test.each([
  [
    [1, 2],
    [1, 2, 3],
  ],
  [
    [1, 2, 3],
    [1, 2],
  ],
  [{ a: 1 }, { b: 1 }],
  [{ a: undefined }, { b: undefined }],
  [[], {}],
  [{ a: 1, b: 2 }, { a: 1 }],
  [null, { a: null }],
  ["a", 1],
])("of %j and %j the second stays", (before, now) => {
  expect(sameParts(before, now)).toEqual(now);
});
