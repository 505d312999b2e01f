import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "./read-csv.ts";
import { readTable } from "./read-table.ts";
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

test.each([
  ["a space before quotation marks", 'Name, Note\n"a, b", "c" \n', ["a, b", "c"]],
  ["quotation marks behind backslashes", '"Pipe 3\\" steel","a \\"b\\" c"\n', ['Pipe 3" steel', 'a "b" c']],
  ["a backslash at the end of a cell", '"C:\\","x"\n', ["C:\\", "x"]],
])("FIELD-10 CSV with %s is read", (_what, file, cells) => {
  const read = cellsOf(file);
  expect(Array.isArray(read) && read.at(-1)).toEqual(cells);
});

test("FIELD-10 a backslash that may end a text or not is refused with its cure", () => {
  expect(readCsv('Name,Unit\n"Pipe 3\\", steel",piece\n')).toEqual({
    line: 2,
    problem: expect.stringContaining('write quotation marks inside a text twice ("")'),
  });
});

const SHAPE = { Name: { isNeeded: true }, Unit: { isNeeded: true }, Rate: { isNeeded: true } };

test.each([
  ["blank first lines", "\n\r\nName;Unit;Rate\nDesign, all;hour;150\n", 0],
  ["a title above", "Ember, Oak and Sons\nPrices at 21 November\n\nName;Unit;Rate\nDesign, all;hour;150", 2],
  [
    "invisible signs",
    "\u200bName;U\u00adnit;\u200eRate\ufeff\n\u200bDesign, all\u200e;hour;\u2066150\u2069",
    0,
  ],
  ["white space in names", '"  name ";\u00a0UNIT;" Rate"\nDesign, all; hour;150 ', 0],
])("FIELD-10 a table with %s is read", (_what, file, titleRows) => {
  const table = readTable(file, SHAPE);
  if ("problem" in table) throw new Error(table.problem);
  expect(table.titleRows).toBe(titleRows);
  expect(table.rows.map(({ cells }) => cells)).toEqual([{ Name: "Design, all", Unit: "hour", Rate: "150" }]);
});

test("COMPANY-5 COMPANY-13 FIELD-10 what is written is read as it was, formulas too", () => {
  const hostile = [..."=+-@'\",;\t\r\n ax\\＝＋－＠﹢−\u00a0\u200b\u200e\ufeff\u2028"];
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...hostile), minLength: 1 }));
  const rows = fc.array(fc.tuple(fc.constant("x"), cell, cell), { maxLength: 5 });
  fc.assert(
    fc.property(rows, (given) => {
      expect(cellsOf(writeCsv(["A", "B", "C"], given))).toEqual([["A", "B", "C"], ...given]);
    }),
  );
});

test("COMPANY-13 100,000 rows are read in far less than a second, in any shape", () => {
  const started = process.threadCpuUsage();
  expect(cellsOf(`Name,Rate\n${'"Design, all of it",99.95\n'.repeat(100_000)}`)).toHaveLength(100_001);
  expect(cellsOf(`Name\n"${'""'.repeat(1_000_000)}`)).toMatchObject({ line: 2 });
  // Its own processor time, so that a busy machine fails no test.
  expect(process.threadCpuUsage(started).user).toBeLessThan(5_000_000);
});
