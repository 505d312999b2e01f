import { expect, test } from "vitest";
import { trimEdges } from "./typed-text.ts";

test.each([
  [" \u200b\ta b\u{e0041} \u200f\n", "a b"],
  [" \u200b ", ""],
  ["", ""],
])("FIELD-10 white space and invisible signs leave the edges of %j", (text, trimmed) => {
  expect(trimEdges(text)).toBe(trimmed);
});

test("FIELD-10 white space inside of a text costs time in proportion to its length", () => {
  const text = `a${" \u200b".repeat(200_000)}b`;
  expect(trimEdges(text)).toBe(text);
});
