import { expect, test } from "vitest";
import { migratePage } from "#domain/page/migrate-page.ts";
import { readText, showBlock, showPage } from "#tests/support/show-block.tsx";
import { BLOCK_TYPES } from "./block.tsx";

test("BLOCK-17 a page of 500 blocks of every type shows, to its last", () => {
  const content = Array.from({ length: 500 }, (_, index) => ({
    type: BLOCK_TYPES[index % BLOCK_TYPES.length] ?? "",
    props: {
      id: `block-${index}`,
      text: `Text ${index}`,
      title: `Title ${index}`,
      items: [{ title: `Item ${index}`, content: `Item ${index}` }],
      lineItems: [{ product: `Product ${index}`, price: index, count: 1 }],
      phases: [{ name: `Phase ${index}` }],
      cards: [{ title: `Card ${index}` }],
    },
  }));
  const end = { type: "Paragraph", props: { id: "end", text: "The end." } };
  const { page, problems } = migratePage({ content: [...content, end] });
  const text = readText(showPage(page.content));
  expect(problems).toEqual([]);
  expect(text.at(-1)).toBe("The end.");
  const tables = content.filter(({ type }) => type === "PricingTable");
  expect(tables.length).toBeGreaterThan(20);
  expect(text.filter((line) => line.startsWith("Product "))).toHaveLength(tables.length);
});

test("BLOCK-2 a paragraph of 2 MB shows whole, its newlines as line breaks", () => {
  const line = `${"Coffee for everyone, roasted on Wednesdays. ".repeat(23)}<strong>All of it.</strong>`;
  const text = Array.from({ length: 2000 }, () => line).join("\n");
  expect(text.length).toBeGreaterThan(2_000_000);
  const html = showBlock("Paragraph", { text });
  expect(html.split("<br />")).toHaveLength(2000);
  expect(html.match(/All of it\./g)).toHaveLength(2000);
});

test.each([
  [0, "$220.00"],
  [100, "$0.00"],
  [-10, "$220.00"],
  [101, "$220.00"],
])("PRICE-2 BLOCK-6 with a discount of %d %% on all work, it costs %s", (percent, total) => {
  const text = readText(quote({ price: 100, globalDiscountPercent: percent }));
  expect(text.at(-1)).toBe(total);
  expect(text.some((line) => line.startsWith("Discount"))).toBe(percent === 100);
});

test.each([
  [0, "$0.00"],
  [-5, "−$11.00"],
])("PRICE-2 BLOCK-6 work at a rate of %d costs %s", (price, total) => {
  expect(readText(quote({ price })).at(-1)).toBe(total);
});

test("PRICE-2 BLOCK-6 a work order at 100 % discount costs nothing and says what was taken off", () => {
  const text = readText(quote({ price: 100, discountPercent: 100 }));
  expect(text).toEqual(expect.arrayContaining(["Before discount", "$200.00", "Discount (100%)", "−$200.00"]));
  expect(text.at(-1)).toBe("$0.00");
});

type Terms = { price: number; discountPercent?: number; globalDiscountPercent?: number };

function quote({ price, discountPercent = 0, globalDiscountPercent = 0 }: Terms): string {
  const workOrderData = {
    workOrderIds: ["a"],
    workOrders: [{ workOrderId: "a", name: "A", products: [{ productId: "p", total: 2 }], discountPercent }],
    products: [{ productId: "p", productName: "P", productUnit: "hour", productRate: price }],
  };
  return showBlock("WorkOrders", { workOrderData, globalDiscountPercent });
}
