import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonFaults } from "./find-json-faults.ts";

test.each([
  ["", 1, 1, "Expected a value, found the end of the file"],
  ['{\n  "a": 1,\n}', 3, 1, 'Expected a name in double quotes, found "}"'],
  ['{"a" 1}', 1, 6, 'Expected ":", found "1"'],
  ["[1, 2", 1, 6, 'Expected "," or "]", found the end of the file'],
  ["[1 2]", 1, 4, 'Expected "," or "]", found "2"'],
  ['{"a": tru}', 1, 7, 'Expected a value, found "t"'],
  ["[01]", 1, 3, 'Expected "," or "]", found "1"'],
  ['["a\nb"]', 1, 4, "A text may not go over the end of a line; write \\n"],
  ['["\\x"]', 1, 3, 'A "\\" in a text must begin an escape such as \\n, \\" or \\\\'],
  ['["abc]', 1, 2, "A text that begins here has no end"],
  ["{} {}", 1, 4, 'Expected the end of the file, found "{"'],
  ["{'a': 1}", 1, 2, 'Expected a name in double quotes or "}", found "\'"'],
  ['{\n"a": [],\n"b": [], "a": [1]}', 3, 10, 'The name "a" is there twice in one object'],
  ["[".repeat(200), 1, 101, "Nested more than 100 levels deep"],
])("the place of what is wrong in %j", (text, line, column, message) => {
  expect(findJsonFaults(text)).toEqual([{ line, column, message }]);
});

test("every JSON text that there is has no fault", () => {
  fc.assert(
    fc.property(fc.json(), fc.boolean(), (json, isIndented) => {
      const text = isIndented ? JSON.stringify(JSON.parse(json), null, 2) : json;
      const faults = findJsonFaults(text).filter((fault) => !fault.message.includes("twice"));
      expect(faults).toEqual([]);
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
    "true",
    " ",
    "\\",
    "\n",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      const faults = findJsonFaults(text).filter((fault) => !fault.message.includes("twice"));
      expect(faults.length > 0).toBe(!isJson(text));
    }),
    { numRuns: 2000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
