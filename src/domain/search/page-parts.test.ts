import { expect, test } from "vitest";
import { pageParts } from "./page-parts.ts";

test("COMPANY-10 a page is cut into the texts of its blocks, nested ones too, without tags and addresses", () => {
  const item = (type: string, props: object) => ({ type, props: { id: type, ...props } });
  const long = `${"word ".repeat(5000)}end`;
  const page = {
    root: { props: {} },
    content: [
      item("Paragraph", {
        text: '<p>a <b>b</b>c &lt;d&gt;</p><ul><li>e</li></ul><a href="https://x.example">f</a>',
      }),
      item("Heading", { text: "Costs" }),
      item("Container", {
        content: [
          item("PricingTable", {
            lineItems: [{ product: "Audit", price: 120, count: 2, countLabel: "hours" }],
          }),
        ],
      }),
      item("Image", { src: "/x.png", alt: "The shop at night" }),
      item("List", { items: [{ title: long }] }),
    ],
  };
  const parts = pageParts(page);
  expect(parts.slice(0, 4)).toEqual([
    { blockId: "Paragraph", heading: null, body: "a bc <d> e f" },
    { blockId: "Heading", heading: "Costs", body: "Costs" },
    { blockId: "PricingTable", heading: "Costs", body: "Audit hours" },
    { blockId: "Image", heading: "Costs", body: "The shop at night" },
  ]);
  expect(
    parts
      .slice(4)
      .map(({ body }) => body)
      .join(" "),
  ).toBe(long);
  expect(parts).toHaveLength(6);
});

test("COMPANY-10 quoted work is found by its descriptions, and by nothing that its block may hide", () => {
  const workOrders = [
    {
      workOrderId: "w1",
      name: "Booking assistant",
      description: "<p>Answers <b>guests</b> at night</p>",
      products: [{ productId: "p", total: 2 }],
      discountPercent: 5,
      discountName: "Secretrebate",
      optional: { isOptional: true, doesClientWantWorkDone: false },
    },
    { workOrderId: "w2", name: "Nothing to tell", description: " " },
    { workOrderId: "other", name: "Not quoted here", description: "Not here" },
  ];
  const props = {
    id: "Work",
    globalDiscountName: "Secretdiscount",
    workOrderData: {
      workOrderIds: ["w1", "w2", "gone"],
      workOrders,
      products: [{ productId: "p", productName: "Secretproduct", productUnit: "hour", productRate: 99 }],
    },
  };
  for (const hidden of [{}, { hidePricing: true }, { hideBreakdown: true }]) {
    const page = {
      root: { props: {} },
      content: [{ type: "WorkOrders", props: { ...props, ...hidden } }],
    };
    expect(pageParts(page)).toEqual([
      { blockId: "Work", heading: "Booking assistant", body: "Answers guests at night" },
    ]);
  }
});
