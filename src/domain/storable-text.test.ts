import { expect, test } from "vitest";
import { isStorable, isStorableJson, textsInside } from "./storable-text.ts";

test("every text in a value is found with its path, names included", () => {
  const found = [...textsInside({ a: ["x", { b: "y" }], n: 5, none: null })];
  const lines = found.map(({ text, path }) => `${text} ${JSON.stringify(path())}`).toSorted();
  expect(lines).toEqual(["a []", 'b ["a",1]', "n []", "none []", 'x ["a",0]', 'y ["a",1,"b"]']);
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

test.each([
  ["plain", true],
  ["caf\u00e9 🍞", true],
  ["\\u00e9 \\n \\ud83c\\udf5e \\uD83C\\uDF5E", true],
  ["the words \\\\u0000 and \\\\ud83c", true],
  ["\\\\\\\\ud83c", true],
  ["\\u0000", false],
  ["\\\\\\u0000", false],
  ["\\ud83c", false],
  ["\\udf5e", false],
  ["\\ud83c \\udf5e", false],
  ["\\ud83c\\\\udf5e", false],
  ["\\ud83c\\ud83c\\udf5e", false],
  ["\\ud83c\\udf5e\\udf5e", false],
  ["\\ud83c🍞", false],
])(
  "FIELD-1 the JSON text %j has only what can be kept: %s, as a walk through its values finds",
  (text, expected) => {
    const json = `{"a":[1,"${text}"],"${text}":null}`;
    expect(isStorableJson(json)).toBe(expected);
    const found = [...textsInside(JSON.parse(json))].every((one) => isStorable(one.text));
    expect(found).toBe(expected);
  },
);
