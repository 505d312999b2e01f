import { expect, test } from "vitest";
import { isStorable, textsInside } from "./storable-text.ts";

test("every text in a value is found with its path, names included", () => {
  const found = [...textsInside({ a: ["x", { b: "y" }], n: 5, none: null })];
  const told = found.map(({ text, path }) => `${text} ${JSON.stringify(path())}`).toSorted();
  expect(told).toEqual(["a []", 'b ["a",1]', "n []", "none []", 'x ["a",0]', 'y ["a",1,"b"]']);
});

test("a value that nests as deep as a request is long is walked to its end", () => {
  const deep = JSON.parse(`${"[".repeat(500_000)}"x"${"]".repeat(500_000)}`);
  expect([...textsInside(deep)].map(({ text }) => text)).toEqual(["x"]);
});

test.each([
  ["plain", true],
  ["🍞", true],
  ["\ud83d", false],
  ["a\0b", false],
])("%j can be kept: %s", (text, expected) => {
  expect(isStorable(text)).toBe(expected);
});
