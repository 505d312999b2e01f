import { expect, test } from "vitest";
import { productReader, writeProducts } from "./product-cell.ts";

const product = (productId: string, productName: string, productUnit: string | null) => ({
  productId,
  productName,
  productUnit,
  productRate: 1,
  isRetired: false,
  recordVersion: 1,
});
const CATALOGUE = [
  product("design", "Design: all of it", "hour"),
  product("page", "Copy", "page"),
  product("hour", "Copy", "hour"),
  product("bare", "Bare", null),
];
const read = productReader(CATALOGUE);

test("COMPANY-13 products of a work order are read as they are written, by name, name with unit, or id", () => {
  const lines = [
    { productId: "design", total: 8.5 },
    { productId: "page", total: 1 },
    { productId: "bare", total: 1000 },
  ];
  const cell = writeProducts(lines, new Map(CATALOGUE.map((one) => [one.productId, one])));
  expect(cell).toBe("Design: all of it (hour): 8.5 | Copy (page): 1 | Bare: 1000");
  expect(read(cell)).toEqual(lines);
  expect(read("design: all of it: 8.5\ncopy (PAGE): 1\r\nbare:1,000")).toEqual(lines);
  expect(read(" | ")).toEqual([]);
});

test.each([
  ["Copy: 1", "“Copy”: several products have this name: give the Product ID"],
  ["Bare", "“Bare”: write a number behind a colon, such as Design: 8"],
  ["Bare: -1", "“Bare”: A quantity is at least 0.001"],
  ["Paint: 1", "“Paint”: there is no product with this name"],
  ["Bare: 1 | bare: 2", "“bare”: the row names it twice"],
])("COMPANY-13 the products %j are refused", (cell, note) => {
  expect(read(cell)).toEqual({ note, column: "Products" });
});
