import fc from "fast-check";
import { expect, test } from "vitest";
import { readJson } from "./read-json.ts";
import { WorldRefusedError } from "./world-error.ts";

test.each([
  ["", "line 1, column 1: Expected a value, found the end of the file"],
  ['{\n  "a": 1,\n}', 'line 3, column 1: Expected a name in double quotes, found "}"'],
  ['{"a" 1}', 'line 1, column 6: Expected ":", found "1"'],
  ["[1, 2", 'line 1, column 6: Expected "," or "]", found the end of the file'],
  ["[1 2]", 'line 1, column 4: Expected "," or the end of what was begun, found "2"'],
  ['{"a": tru}', 'line 1, column 7: Expected a value, or a name in double quotes, found "t"'],
  ["[01]", 'line 1, column 3: Expected "," or the end of what was begun, found "1"'],
  ["[1.]", "line 1, column 2: A number that begins here has no end"],
  ['["a\nb"]', "line 1, column 2: A text that begins here has no end on its line; write a new line as \\n"],
  ['["\\x"]', 'line 1, column 2: A "\\" in this text must begin an escape such as \\n, \\" or \\\\'],
  ['["abc]', "line 1, column 2: A text that begins here has no end on its line; write a new line as \\n"],
  ["{} {}", 'line 1, column 4: Expected the end of the file, found "{"'],
  ["{'a': 1}", 'line 1, column 2: Expected a value, or a name in double quotes, found "\'"'],
  ["[] // all", "line 1, column 4: JSON has no comments"],
  ['{\n"a": [],\n"b": [], "a": [1]}', 'line 3, column 10: The name "a" is there twice in one object'],
  [
    "[1.00, 0.1, 12345678901234567890]",
    "line 1, column 13: This number has more digits than the portal can store",
  ],
  ['{\n "price": 1e400 }', "line 2, column 11: This number has more digits than the portal can store"],
  ["[".repeat(200_000), "line 1, column 101: Nested more than 100 levels deep"],
])("the place of what is wrong in %.40j", (text, expected) => {
  expect(faultsOf(text)).toEqual([expected]);
});

test("every name that is there twice is told, and a syntax error after them", () => {
  expect(faultsOf('{"a": 1, "a": {"b": 1, "b": 2}, }')).toEqual([
    expect.stringContaining('column 10: The name "a"'),
    expect.stringContaining('column 24: The name "b"'),
    expect.stringContaining("column 33: Expected a name"),
  ]);
});

test("every JSON text that there is has no fault", () => {
  fc.assert(
    fc.property(fc.json(), fc.boolean(), (json, isIndented) => {
      const text = isIndented ? JSON.stringify(JSON.parse(json), null, 2) : json;
      expect(faultsOf(text)).toEqual([]);
    }),
  );
});

test("what JSON.parse refuses has a fault, and what it takes has none", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"',
    "1",
    "-",
    "0",
    "e",
    ".",
    "true",
    " ",
    "\\",
    "\n",
    "\t",
    "/",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      const faults = faultsOf(text).filter((fault) => !fault.includes("twice"));
      expect(faults.length > 0).toBe(!isJson(text));
    }),
    { numRuns: 5000 },
  );
});

function faultsOf(text: string): string[] {
  try {
    readJson(text);
    return [];
  } catch (error) {
    if (!(error instanceof WorldRefusedError)) throw error;
    return error.errors.map(({ place, message }) => `${place}: ${message}`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
