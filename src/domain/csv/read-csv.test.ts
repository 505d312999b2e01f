import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "./read-csv.ts";
import { writeCsv } from "./write-csv.ts";

const cellsOf = (file: string) => {
  const read = readCsv(file);
  return "rows" in read ? read.rows.map(({ cells }) => cells) : read;
};

test.each([
  ["commas", "Name,Rate\nDesign,1\n"],
  ["Excel's semicolons", "Name;Rate\r\nDesign;1\r\n"],
  ["tabs", "Name\tRate\rDesign\t1"],
  ["a byte order mark", "\uFEFFName,Rate\r\nDesign,1"],
  ["a named separator", "sep=;\r\nName;Rate\r\nDesign;1"],
  ["empty lines, also of separators", "\n\nName,Rate\n,\n  \nDesign,1\n\n"],
  ["quotation marks", '"Name","Rate"\n"Design",1'],
])("COMPANY-13 CSV with %s is read", (_what, file) => {
  expect(cellsOf(file)).toEqual([
    ["Name", "Rate"],
    ["Design", "1"],
  ]);
});

test("COMPANY-13 separators, quotation marks and line ends inside quotation marks belong to the text", () => {
  expect(readCsv('Name;Note\n"a;b";"say ""hi""\r\nagain"\nlast;x')).toEqual({
    separator: ";",
    rows: [
      { line: 1, cells: ["Name", "Note"] },
      { line: 2, cells: ["a;b", 'say "hi"\r\nagain'] },
      { line: 4, cells: ["last", "x"] },
    ],
  });
});

test.each([
  ['Name\nfine\n"never closed\n', 3, "never closed"],
  ['Name\n"Design" work\n', 2, "follows a closing quotation mark"],
])("COMPANY-13 %j is refused with its line", (file, line, problem) => {
  expect(readCsv(file)).toEqual({ line, problem: expect.stringContaining(problem) });
});

test("COMPANY-5 COMPANY-13 what is written is read as it was, formulas too", () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(..."=+-@'\",;\t\r\n ax".split("")), minLength: 1 }),
  );
  const rows = fc.array(fc.tuple(fc.constant("x"), cell, cell), { maxLength: 5 });
  fc.assert(
    fc.property(rows, (given) => {
      expect(cellsOf(writeCsv(["A", "B", "C"], given))).toEqual([["A", "B", "C"], ...given]);
    }),
  );
});

test("COMPANY-13 100,000 rows are read in far less than a second, in any shape", () => {
  const started = performance.now();
  expect(cellsOf(`Name,Rate\n${'"Design, all of it",99.95\n'.repeat(100_000)}`)).toHaveLength(100_001);
  expect(cellsOf(`Name\n"${'""'.repeat(1_000_000)}`)).toMatchObject({ line: 2 });
  expect(performance.now() - started).toBeLessThan(5000);
});
