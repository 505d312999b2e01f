import { expect, test } from "vitest";
import type { PageItem } from "../page/page.ts";
import { hidePricesOfPage } from "./hide-prices.ts";
import { summarizePrice } from "./price-summary.ts";

type Work = { name: string; isOptional?: boolean; isSelected?: boolean };

/** A block that quotes an hour at $100 for each work. */
function quote(works: readonly Work[], props: object = {}): PageItem {
  const workOrders = works.map(({ name, isOptional = false, isSelected = false }) => ({
    workOrderId: name.toLowerCase(),
    name,
    products: [{ productId: "hour", total: 1 }],
    optional: { isOptional, doesClientWantWorkDone: isSelected },
  }));
  const products = [{ productId: "hour", productName: "Hour", productUnit: "hour", productRate: 100 }];
  const workOrderData = { workOrderIds: works.map(({ name }) => name.toLowerCase()), workOrders, products };
  return {
    type: "WorkOrders",
    props: { id: works.map(({ name }) => name.toLowerCase()).join("-"), workOrderData, ...props },
  };
}

const HIDING = { hidePricing: true };
const TABLE: PageItem = {
  type: "PricingTable",
  props: { id: "table", lineItems: [{ product: "Oil", price: 10, count: 1 }] },
};

function summary(...content: PageItem[]) {
  const page = { root: { props: {} }, content };
  const price = summarizePrice(page);
  expect(summarizePrice(hidePricesOfPage(page)), "of the page as clients get it").toEqual(price);
  return price;
}

test.each<[string, PageItem[], string | null, string, boolean]>([
  ["all prices shown", [quote([{ name: "Bread" }]), TABLE], "121.00", "Total inc. GST", true],
  ["no GST", [quote([{ name: "Bread" }], { gst: false })], "100.00", "Total", false],
  ["a hiding block", [quote([{ name: "Mill" }], HIDING), TABLE], "11.00", "Total of the shown prices", true],
  [
    "GST on hidden work only",
    [quote([{ name: "Mill" }], HIDING), quote([{ name: "Bread" }], { gst: false })],
    ...(["100.00", "Total of the shown prices", false] as const),
  ],
  ["no price shown", [quote([{ name: "Mill" }], HIDING)], null, "Total", false],
  ["no price", [], null, "Total", false],
])("FIELD-7 PRICE-6 the total of a page with %s has its name", (_name, content, total, label, hasGst) => {
  expect(summary(...content)).toMatchObject({ total, label, hasGst });
});

test("FIELD-7 work without a shown price is named once, unless it is left out or no price is shown", () => {
  const works = [
    { name: "Mill" },
    { name: "Extra", isOptional: true },
    { name: "Roof", isOptional: true, isSelected: true },
  ];
  const hiding = quote(works, HIDING);
  expect(summary(hiding, TABLE, quote([{ name: "Mill" }], HIDING)).unpricedNote).toBe(
    "Work without a shown price is part of the acceptance: “Mill”, “Roof”.",
  );
  expect(summary(hiding).unpricedNote).toBeNull();
  expect(summary(quote(works), TABLE).unpricedNote).toBeNull();
  expect(summary(quote([{ name: "Extra", isOptional: true }], HIDING), TABLE)).toMatchObject({
    label: "Total of the shown prices",
    unpricedNote: null,
  });
});
