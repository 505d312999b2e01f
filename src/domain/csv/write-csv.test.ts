import { expect, test } from "vitest";
import { writeCsv } from "./write-csv.ts";

function linesOf(csv: string): string[] {
  return csv.replace(/^\uFEFF/, "").split("\r\n");
}

test("texts with commas, quotes and line breaks are quoted", () => {
  const csv = writeCsv(["Name", "Total"], [['Say "hi", now', 12.5]]);
  expect(csv).toBe('\uFEFFName,Total\r\n"Say ""hi"", now",12.5\r\n');
  expect(linesOf(writeCsv(["Name"], [["two\nlines"]]))[1]).toBe('"two\nlines"');
});

test.each([
  "=1+1",
  "+61 2 5550 1234",
  "-1",
  "@SUM(A1)",
  "	x",
  "\rx",
  "\nx",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1)",
  " =1+1",
  "\xA0=1+1",
  "​=1+1",
  "‎ ​＝1",
  "\n=1+1",
  "\u2028=1",
  "﹦1",
  "−1",
  "' =1",
])("FIELD-10 a text like %j cannot become a formula", (text) => {
  expect(linesOf(writeCsv(["Name"], [[text]]))[1]?.replaceAll('"', "")).toMatch(/^'/);
});

test("a missing value is an empty cell, a negative number stays a number", () => {
  expect(linesOf(writeCsv(["A", "B"], [[null, -4]]))[1]).toBe(",-4");
});
