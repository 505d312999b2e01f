import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CONTEXT, readText, showBlock } from "#tests/support/show-block.tsx";
import { PageContent } from "./page-content.tsx";
import { type RenderContext, SavingContext } from "./render-context.ts";

const WORK_ORDERS = [
  {
    workOrderId: "design",
    name: "Design",
    description: "<p>All pages</p><script>alert(1)</script>",
    products: [
      { productId: "hours", total: 12.5 },
      { productId: "pages", total: 3 },
    ],
    discountPercent: 10,
    discountName: "Pilot",
    optional: { isOptional: false, doesClientWantWorkDone: false },
  },
  {
    workOrderId: "photos",
    name: "Photos",
    products: [{ productId: "hours", total: 2 }],
    optional: { isOptional: true, doesClientWantWorkDone: true },
  },
  {
    workOrderId: "training",
    name: "Training",
    products: [{ productId: "hours", total: 1 }],
    optional: { isOptional: true, doesClientWantWorkDone: false },
  },
];
const PRODUCTS = [
  { productId: "hours", productName: "Consulting", productUnit: "hour", productRate: 150 },
  { productId: "pages", productName: "Page design", productUnit: "page", productRate: 99.95 },
];

function show(
  props: Record<string, unknown> = {},
  context: Partial<RenderContext> = {},
  ids = ["design", "photos", "training"],
) {
  const workOrderData = { workOrderIds: ids, workOrders: WORK_ORDERS, products: PRODUCTS };
  return showBlock("WorkOrders", { workOrderData, ...props }, context);
}

const checkboxes = (html: string) =>
  [...html.matchAll(/<input([^>]*)\/>/g)].map(([, attributes = ""]) => ({
    isTicked: attributes.includes("checked"),
    isDisabled: attributes.includes("disabled"),
  }));

const totals = (html: string) => readText(html.slice(html.indexOf("cp-quote__totals"))).slice(1);

describe("BLOCK-6 Work Orders", () => {
  test("PRICE-4 name, price, sanitised description, products with quantity, unit, rate and amount, and discount", () => {
    const html = show({}, {}, ["design"]);
    expect(readText(html)).toEqual([
      "Design",
      "$1,957.37",
      "All pages",
      "What Design consists of",
      "Product",
      "Quantity",
      "Rate",
      "Amount",
      "Consulting",
      "12.50",
      "hour",
      "$150.00",
      "$1,875.00",
      "Page design",
      "3.00",
      "page",
      "$99.95",
      "$299.85",
      "Before discount",
      "$2,174.85",
      "Pilot (10%)",
      "−$217.49",
      "After discount",
      "$1,957.37",
      "Subtotal",
      "$1,957.37",
      "GST (10%)",
      "$195.74",
      "Total inc. GST",
      "$2,153.11",
    ]);
    expect(html).not.toContain("<script");
  });

  test("is a table with headers for its rows and columns", () => {
    const html = show({}, {}, ["design"]);
    expect(html.match(/<th scope="col">/g)).toHaveLength(4);
    expect(html.match(/<th scope="row">/g)).toHaveLength(2);
    expect(html).toContain("<caption");
  });

  test("its names are headings below the heading above", () => {
    expect(show({}, {}, ["design"])).toContain('<h2 class="cp-work-order__name">Design</h2>');
  });

  test("PRICE-1 PRICE-2 totals of what is included, the named global discount and GST, as terms of a list", () => {
    const html = show({ globalDiscountPercent: 5, globalDiscountName: "Returning client" });
    expect(totals(html)).toEqual([
      "Subtotal",
      "$2,257.37",
      "Returning client (5%)",
      "−$112.87",
      "GST (10%)",
      "$214.45",
      "Total inc. GST",
      "$2,358.95",
    ]);
    expect(html).toContain(
      '<div class="cp-quote__totals cp-quote__totals--in-sight" aria-live="polite" aria-atomic="true"><dl',
    );
  });

  test("a discount without a name is called so", () => {
    expect(totals(show({ globalDiscountPercent: 12.5 }))).toContain("Discount (12.5%)");
  });

  test("without GST the total says nothing of it", () => {
    expect(totals(show({ gst: false }))).toEqual(["Subtotal", "$2,257.37", "Total", "$2,257.37"]);
    expect(totals(show({ gstPercent: 0 }))).toEqual(["Subtotal", "$2,257.37", "Total", "$2,257.37"]);
  });

  test("COMPANY-1 another rate of GST is named and added", () => {
    const shown = ["Subtotal", "$2,257.37", "GST (12.5%)", "$282.17", "Total inc. GST", "$2,539.54"];
    expect(totals(show({ gstPercent: 12.5 }))).toEqual(shown);
  });
});

describe("PRICE-5 what is missing", () => {
  test("an empty list says what will appear", () => {
    expect(readText(showBlock("WorkOrders", {}))).toEqual(["Add work orders to see information render here"]);
    expect(readText(showBlock("WorkOrders", { workOrderData: "x" }))).toEqual([
      "Add work orders to see information render here",
    ]);
  });

  test("a work order that is missing shows 'Error', the others show", () => {
    const text = readText(show({}, {}, ["gone", "photos"]));
    expect(text.slice(0, 2)).toEqual(["Error", "Photos"]);
    expect(text).toContain("$330.00");
  });

  test("unknown product, total and unit are told and count as 0", () => {
    const workOrders = [
      {
        workOrderId: "a",
        name: "A",
        products: [
          { productId: "gone", total: 2 },
          { productId: "bare", total: null },
        ],
      },
    ];
    const products = [{ productId: "bare", productName: "Bare", productUnit: null, productRate: null }];
    const text = readText(
      showBlock("WorkOrders", { workOrderData: { workOrderIds: ["a"], workOrders, products } }),
    );
    expect(text).toEqual([
      "A",
      "$0.00",
      "What A consists of",
      "Product",
      "Quantity",
      "Rate",
      "Amount",
      "UNKNOWN PRODUCT!",
      "2.00",
      "UNKNOWN UNIT!",
      "$0.00",
      "$0.00",
      "Bare",
      "UNKNOWN TOTAL!",
      "UNKNOWN UNIT!",
      "$0.00",
      "$0.00",
      "Subtotal",
      "$0.00",
      "GST (10%)",
      "$0.00",
      "Total inc. GST",
      "$0.00",
    ]);
  });
});

describe("PRICE-6 what is hidden", () => {
  test("hidePricing: no dollar figure anywhere, the work and its quantities stay", () => {
    const html = show({ hidePricing: true, globalDiscountPercent: 5 });
    expect(html).not.toContain("$");
    expect(readText(html)).toEqual(
      expect.arrayContaining(["Design", "Consulting", "12.50", "hour", "Include", "Photos"]),
    );
    expect(readText(html)).not.toContain("Total inc. GST");
  });

  test("hideBreakdown: no products, the prices of the work orders and the totals stay", () => {
    const html = show({ hideBreakdown: true });
    expect(html).not.toContain("<table");
    expect(readText(html)).toEqual(
      expect.arrayContaining(["Design", "$1,957.37", "Total inc. GST", "$2,483.11"]),
    );
  });
});

describe("PRICE-7 optional work", () => {
  test("only optional work has a checkbox, named after it, ticked as it was chosen", () => {
    const html = show();
    expect(checkboxes(html)).toEqual([
      { isTicked: true, isDisabled: false },
      { isTicked: false, isDisabled: false },
    ]);
    expect(html).toMatch(
      /<label><input type="checkbox" checked=""\/><span>Include<span class="cp-unseen"> <bdi>Photos<\/bdi><\/span><\/span><\/label>/,
    );
    expect(readText(html)).toContain("Optional, not included");
  });

  test("PRICE-7 an optional work order is a card: name, price and switch in its head, its name read once", () => {
    const html = show({}, {}, ["design", "photos"]);
    expect(html.match(/cp-work-order--optional/g)).toHaveLength(1);
    const head = html.slice(html.indexOf("cp-work-order__head", html.indexOf("--optional")));
    const seen = head
      .slice(0, head.indexOf("</div>"))
      .replace(/<span class="cp-unseen">.*?<\/bdi><\/span>/, "");
    expect(readText(`<div class="${seen}`)).toEqual([
      "Photos",
      "$300.00",
      "Include",
      "Optional",
      "Optional: included",
    ]);
  });

  test("while a choice is being saved or loaded it is disabled and shown ticked", () => {
    const workOrderData = {
      workOrderIds: ["photos", "training"],
      workOrders: WORK_ORDERS,
      products: PRODUCTS,
    };
    const block = { type: "WorkOrders", props: { id: "block", workOrderData } };
    const html = renderToStaticMarkup(
      <SavingContext value={new Set(["training"])}>
        <PageContent page={{ content: [block], root: {} }} context={CONTEXT} />
      </SavingContext>,
    );
    expect(checkboxes(html)).toEqual([
      { isTicked: true, isDisabled: false },
      { isTicked: true, isDisabled: true },
    ]);
    expect(readText(html)).toContain("Saving…");
  });

  test.each<[string, Partial<RenderContext>]>([
    ["on a decided document and for readers", { areChoicesLocked: true }],
    ["where no one takes the choice", { onChooseOptional: undefined }],
  ])("%s it is disabled and shows what was chosen", (_name, context) => {
    expect(checkboxes(show({}, context))).toEqual([
      { isTicked: true, isDisabled: true },
      { isTicked: false, isDisabled: true },
    ]);
  });

  test("on paper the choice is told in words", () => {
    const html = show({}, { mode: "print" });
    expect(checkboxes(html)).toEqual([]);
    expect(readText(html)).toEqual(expect.arrayContaining(["Optional: included", "Optional: not included"]));
  });
});
