import { expect, test } from "vitest";
import { countWords } from "./page-text.ts";

test.each([
  ["", 0],
  ["Two words.", 2],
  ["A line\nand another – with 3 numbers", 7],
  ["見積書を送る", 4],
])("EDIT-1 the words of %j are %i", (text, words) => {
  expect(countWords(text)).toBe(words);
});
