import { expect, test } from "vitest";
import { priceFaults } from "./price-faults.ts";

const product = (productRate: number) => ({
  productId: "oak",
  productName: "Oak",
  productUnit: null,
  productRate,
});
const page = (productRate: number, props: object, discountPercent = 0) => ({
  root: {},
  content: [
    {
      type: "WorkOrders",
      props: {
        id: "quote",
        ...props,
        workOrderData: {
          workOrderIds: ["w"],
          workOrders: [
            { workOrderId: "w", name: "A door", products: [{ productId: "oak", total: 0 }], discountPercent },
          ],
          products: [product(productRate)],
        },
      },
    },
  ],
});

test("FIELD-7 a work order's figures are named with its product and its name", () => {
  expect(priceFaults(page(-1, {}, 101)).map(({ message }) => message)).toEqual([
    "The quantity of “Oak” in “A door” is “0”. A quantity is at least 0.001.",
    "The discount on “A door” is “101”, which is not used. A percentage is from 0 to 100.",
    "The rate of “Oak” is “-1”. A rate is 0 or more.",
  ]);
});

test.each([{ hidePricing: true }, { hideBreakdown: true }])(
  "FIELD-7 CARE-4 a client reads nothing of figures behind %j",
  (hidden) => {
    const messages = priceFaults(page(-77, { ...hidden, globalDiscountPercent: "88" })).map(
      (one) => one.shownMessage,
    );
    expect(new Set(messages)).toEqual(new Set(["A figure that the document doesn't show is out of range."]));
    const shown = priceFaults(page(-77, {})).map((one) => one.shownMessage);
    expect(shown).toContain("The rate of “Oak” is “-77”, which is out of range.");
  },
);
