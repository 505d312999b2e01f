import type { BlockEdit } from "../block-edit.ts";
import { amount, group, gstPercent, list, text } from "../block-field.ts";
import { declareBlock, type PropsOf } from "../declare-block.ts";

export const block = declareBlock({
  type: "PricingTable",
  noun: "A price table",
  fields: {
    /** The price is in dollars per unit; the countLabel names the unit: "hours". */
    lineItems: list(
      group({ product: text, price: amount("price"), count: amount("count"), countLabel: text }),
    ),
    gstPercent,
  },
});
export type PricingTableProps = PropsOf<typeof block>;
export type PricingLineItem = PricingTableProps["lineItems"][number];

export const edit: BlockEdit<typeof block> = {
  block,
  label: "Pricing Table",
  group: "prices",
  fields: {
    lineItems: {
      label: "Line items",
      fields: {
        product: { label: "Product" },
        price: { label: "Price of one in dollars" },
        count: { label: "Count" },
        countLabel: { label: "What is counted" },
      },
      starts: [{ product: "", price: 0, count: 1, countLabel: "" }],
    },
  },
};
