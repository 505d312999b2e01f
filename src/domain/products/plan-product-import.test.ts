import fc from "fast-check";
import { expect, test } from "vitest";
import { casesFor, SEED } from "../../../tests/support/suite-cases.ts";
import { readTable } from "../csv/read-table.ts";
import { writeCsv } from "../csv/write-csv.ts";
import { trimEdges } from "../typed-text.ts";
import { PRODUCT_COLUMNS, planProductImport } from "./plan-product-import.ts";
import type { CataloguedProduct } from "./product.ts";

const product = (productId: string, more: Partial<CataloguedProduct> = {}): CataloguedProduct => ({
  productId,
  productName: "Design",
  productUnit: "hour",
  productRate: 140.125,
  isRetired: false,
  recordVersion: 1,
  ...more,
});

const CATALOGUE = [
  product("design"),
  product("page", { productName: "=Writing", productUnit: "page" }),
  product("bare", { productName: "Bare", productUnit: null, productRate: null, isRetired: true }),
  product("twin", { productName: "Twin" }),
  product("other-twin", { productName: "Twin" }),
];

function plan(file: string, catalogue = CATALOGUE) {
  const table = readTable(file, PRODUCT_COLUMNS);
  if ("problem" in table) return table;
  return table.rows.map(planProductImport(catalogue)).map(({ line, fate, note }) => ({ line, fate, note }));
}

const fate = (line: number, word: string, note: string | null = null) => ({ line, fate: word, note });

test("COMPANY-5 each row of a file has its fate: new, changed, same or wrong with its reason", () => {
  const file = [
    "rate;UNIT;Name;Product ID;Status;Colour",
    "$1,200.50;hour;Painting;;;red",
    "140.125;hour;Design;;;",
    "1;page;Prose;page;Retired;",
    "1;hour;Painting;;;",
    "1000000000000;hour;Gold;;;",
    "1.5x;hour;Comma;;;",
    "1;hour;Lost;no-such-id;;",
    "1;hour;Twin;;;",
    "2;hour;Design;design;;",
    ";;;;;x",
    "1;hour;Odd;;Maybe;",
  ].join("\r\n");
  expect(plan(file)).toEqual([
    fate(2, "new", "$1,200.50 per hour"),
    fate(3, "same"),
    fate(4, "changed", "name from “=Writing”, rate from $140.125 to $1.00, retired"),
    fate(5, "wrong", "Line 2 has this product already"),
    fate(6, "wrong", "Please use a number below 1,000,000,000,000"),
    fate(7, "wrong", "Please enter dollars, such as 120 or 99.95"),
    fate(8, "wrong", "There is no product with this ID"),
    fate(9, "wrong", "2 products have this name and unit: give the Product ID"),
    fate(10, "wrong", "Line 3 has this product already"),
    fate(11, "wrong", "Please enter a name. Please enter a unit, such as hour or page. Please enter a rate"),
    fate(12, "wrong", "Status is Current or Retired, or left empty"),
  ]);
});

test("COMPANY-5 a catalogue that was written as CSV changes nothing when it is read again", () => {
  const rows = CATALOGUE.map((one) => [
    one.productId,
    one.productName,
    one.productUnit,
    one.productRate,
    one.isRetired ? "Retired" : "Current",
  ]);
  const planned = plan(writeCsv(Object.keys(PRODUCT_COLUMNS), rows));
  expect(planned).toEqual(CATALOGUE.map((_, index) => fate(index + 2, "same")));
});

test("FIELD-10 a catalogue of hostile names changes nothing when it is read again", () => {
  const sign = fc.constantFrom(..."=+-@'\",; ab\\＝＠|:1\u00a0\u200b\u200e\ufeffé");
  const name = fc.string({ unit: sign, minLength: 1, maxLength: 8 }).filter((text) => trimEdges(text) !== "");
  const rate = fc.nat(10 ** 9).map((units) => units / 10 ** 6);
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name, rate), { minLength: 1, maxLength: 5 }), (products) => {
      const catalogue = products.map(([productName, productUnit, productRate], at) =>
        product(`id-${at}`, { productName, productUnit, productRate }),
      );
      const rows = catalogue.map((one) => [
        one.productId,
        one.productName,
        one.productUnit,
        one.productRate,
        "Current",
      ]);
      const planned = plan(writeCsv(Object.keys(PRODUCT_COLUMNS), rows), catalogue);
      expect(planned).toEqual(catalogue.map((_, index) => fate(index + 2, "same")));
    }),
    { seed: SEED, numRuns: casesFor(300, 10_000) },
  );
});

test.each([
  ["", 1, "The file is empty"],
  ["Name,Rate\n", 1, "The row with the column names must have these too: Unit"],
  ["Name,Unit,Rate,name\n", 1, "Two columns are called Name"],
])("COMPANY-5 %j is refused as a whole", (file, line, problem) => {
  expect(plan(file)).toEqual({ line, problem });
});

test("COMPANY-5 a cell too many is told, and a missing one is empty", () => {
  expect(plan("Name,Unit,Rate\nA,hour,1,000\nB,hour\n")).toEqual([
    fate(2, "wrong", "This row has more cells than the row with the column names"),
    fate(3, "wrong", "Please enter a rate"),
  ]);
});
