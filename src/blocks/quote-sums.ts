import type { WorkOrdersProps } from "#domain/page/blocks/work-orders.ts";
import type { LineItemsPrice } from "#domain/pricing/price-line-items.ts";
import type { QuotePrice } from "#domain/pricing/price-work-orders.ts";
import { discountTerm, type SumLine } from "./sums.tsx";

/** The totals of a Work Orders block. */
export function sumsOfQuote(price: QuotePrice, terms: WorkOrdersProps): SumLine[] {
  const { globalDiscountName, globalDiscountPercent, gst } = terms;
  const discount: SumLine = {
    term: discountTerm(globalDiscountName, globalDiscountPercent),
    amount: price.discount,
    kind: "deduction",
  };
  return [
    { term: "Subtotal", amount: price.subtotal },
    ...(globalDiscountPercent > 0 ? [discount] : []),
    ...(gst ? [{ term: "GST (10%)", amount: price.gst }] : []),
    { term: gst ? "Total inc. GST" : "Total", amount: price.total, kind: "total" },
  ];
}

/** The totals of a Pricing Table. */
export function sumsOfTable({ subtotal, gst, total }: LineItemsPrice): SumLine[] {
  return [
    { term: "Subtotal", amount: subtotal },
    { term: "GST (10%)", amount: gst },
    { term: "Total inc. GST", amount: total, kind: "total" },
  ];
}
