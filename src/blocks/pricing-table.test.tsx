import { expect, test } from "vitest";
import { readText, showBlock } from "#tests/support/show-block.tsx";

const lines = (html: string) => readText(html).slice(5);

test("BLOCK-7 PRICE-3 PRICE-4 line items with product, count, its label, price and amount, and their sums", () => {
  const html = showBlock("PricingTable", {
    lineItems: [
      { product: "Store <build>", price: 18450, count: 1 },
      { product: "Content entry", price: 95.5, count: 12.5, countLabel: "hours" },
    ],
  });
  expect(readText(html)).toEqual([
    "What it costs",
    "Product",
    "Count",
    "Price",
    "Amount",
    "Store <build>",
    "1.00",
    "$18,450.00",
    "$18,450.00",
    "Content entry",
    "12.50",
    "hours",
    "$95.50",
    "$1,193.75",
    "Subtotal",
    "$19,643.75",
    "GST (10%)",
    "$1,964.38",
    "Total inc. GST",
    "$21,608.13",
  ]);
  expect(html.match(/<th scope="row">/g)).toHaveLength(2);
});

test("BLOCK-7 PRICE-5 what is missing is told and counts as 0", () => {
  expect(
    lines(showBlock("PricingTable", { lineItems: [{ price: 10, count: 2 }, { product: "Bare" }, "x"] })),
  ).toEqual([
    "UNKNOWN PRODUCT!",
    "2.00",
    "$10.00",
    "$20.00",
    "Bare",
    "UNKNOWN TOTAL!",
    "UNKNOWN PRICE!",
    "$0.00",
    "UNKNOWN PRODUCT!",
    "UNKNOWN TOTAL!",
    "UNKNOWN PRICE!",
    "$0.00",
    "Subtotal",
    "$20.00",
    "GST (10%)",
    "$2.00",
    "Total inc. GST",
    "$22.00",
  ]);
});

test("CARE-1 BLOCK-7 a price written as text is read to its last digit, or told to be unknown", () => {
  const shown = [
    "1234567890.50",
    " 95.5 ",
    "-999999999999.99",
    "1,234.50",
    "$95",
    "1234567890123.5",
    "12.1234567",
  ].map((price) => lines(showBlock("PricingTable", { lineItems: [{ product: "P", price, count: 1 }] }))[2]);
  expect(shown.slice(0, 3)).toEqual(["$1,234,567,890.50", "$95.50", "−$999,999,999,999.99"]);
  expect(new Set(shown.slice(3))).toEqual(new Set(["UNKNOWN PRICE!"]));
});

test("BLOCK-7 a price of 0 and a credit show as such", () => {
  const lineItems = [
    { product: "Workshop", price: 0, count: 1 },
    { product: "Credit", price: -500, count: 1 },
  ];
  expect(lines(showBlock("PricingTable", { lineItems }))).toEqual([
    "Workshop",
    "1.00",
    "$0.00",
    "$0.00",
    "Credit",
    "1.00",
    "−$500.00",
    "−$500.00",
    "Subtotal",
    "−$500.00",
    "GST (10%)",
    "−$50.00",
    "Total inc. GST",
    "−$550.00",
  ]);
});

test.each([undefined, [], "x", {}])(
  "BLOCK-7 without line items (%j) readers see nothing, authors a note",
  (lineItems) => {
    expect(showBlock("PricingTable", { lineItems })).toBe("");
    expect(readText(showBlock("PricingTable", { lineItems }, { mode: "edit" }))).toEqual([
      "Add line items to show a price here.",
    ]);
  },
);
