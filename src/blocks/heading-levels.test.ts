import { expect, test } from "vitest";
import { headingLevels } from "./heading-levels.ts";

const heading = (id: string, size: string, text: string) => ({ type: "Heading", props: { id, size, text } });
const levelsOf = (...texts: string[]) => {
  const [first = "", second = "", third = ""] = texts;
  const content = [heading("a", "h1", first), heading("b", "h2", second), heading("c", "h4", third)];
  return [...headingLevels({ content, root: { props: {} } }).values()];
};

test("BLOCK-3 levels follow the sizes and skip none", () => {
  expect(levelsOf("Offer", "Scope", "Terms")).toEqual([2, 3, 4]);
});

test("STUDIO-1 a heading without a text has the level that its first letter would give it, and counts for no other", () => {
  expect(levelsOf("Offer", "", "Terms")).toEqual([2, 3, 3]);
  expect(levelsOf("Offer", "S", "Terms")[1]).toBe(3);
  expect(levelsOf("", "Scope", "")).toEqual([2, 2, 3]);
});
