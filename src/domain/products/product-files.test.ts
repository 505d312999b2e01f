import { expect, test } from "vitest";
import { readTable } from "../csv/read-table.ts";
import { PRODUCT_COLUMNS, planProductImport } from "./plan-product-import.ts";

/** The rate of each row as an import reads it, or why it is refused. */
function rates(file: string): unknown[] {
  const table = readTable(file, PRODUCT_COLUMNS);
  if ("problem" in table) return [table.problem];
  return table.rows
    .map(planProductImport([], table.style))
    .map(({ data: work, note }) => work?.next.productRate ?? note);
}

const file = (separator: string, ...numbers: string[]) =>
  [["Name", "Unit", "Rate"], ...numbers.map((rate, at) => [`Product ${at}`, "hour", `"${rate}"`])]
    .map((cells) => cells.join(separator))
    .join("\r\n");

test.each([
  [
    "semicolons and a decimal comma",
    ";",
    ["0,125", "1,250", "12,500", "99,95", "1.250,00", "1.250"],
    [0.125, 1.25, 12.5, 99.95, 1250, 1250],
  ],
  ["semicolons and a decimal point", ";", ["0.125", "1,250", "99.95", "1.250"], [0.125, 1250, 99.95, 1.25]],
  ["commas", ",", ["1,250", "99.95", "1.250"], [1250, 99.95, 1.25]],
  ["commas and quoted decimal commas", ",", ["1,250", "99,95"], [1.25, 99.95]],
  ["semicolons and groups by spaces", ";", ["1 200", "95"], [1200, 95]],
])("FIELD-10 in a file with %s all rates are read as they are meant", (_kind, separator, numbers, read) => {
  expect(rates(file(separator, ...numbers))).toEqual(read);
});

test("FIELD-10 a number that can mean two is refused with both, until the file tells which", () => {
  expect(rates(file(";", "1,250", "12.500", "8"))).toEqual([
    "This can be 1250 or 1.25: please write 1250 or 1,2500",
    "This can be 12500 or 12.5: please write 12500 or 12.5000",
    8,
  ]);
  expect(rates(file(";", "1,2500", "12,500"))).toEqual([1.25, 12.5]);
  expect(rates(file("\t", "1,250"))).toEqual(["This can be 1250 or 1.25: please write 1250 or 1,2500"]);
});

test("FIELD-10 a file with both decimal signs is refused where it is not clear", () => {
  expect(rates(file(";", "99.95", "1,5", "1,250", "1 200"))).toEqual([
    99.95,
    "Other numbers of this file have a decimal point: please write 1.5",
    "This can be 1250 or 1.25: please write 1250 or 1.2500",
    1200,
  ]);
});
