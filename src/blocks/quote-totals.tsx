import type { WorkOrdersProps } from "#domain/page/blocks/work-orders.ts";
import type { QuotePrice } from "#domain/pricing/price-work-orders.ts";
import { discountTerm, type SumLine, Sums } from "./sums.tsx";

/** The totals with the current choices. Screen readers announce changes. */
export function QuoteTotals({ price, terms }: { price: QuotePrice; terms: WorkOrdersProps }) {
  const { globalDiscountName, globalDiscountPercent, gst } = terms;
  const discount: SumLine = {
    term: discountTerm(globalDiscountName, globalDiscountPercent),
    amount: price.discount,
    kind: "deduction",
  };
  const lines: SumLine[] = [
    { term: "Subtotal", amount: price.subtotal },
    ...(globalDiscountPercent > 0 ? [discount] : []),
    ...(gst ? [{ term: "GST (10%)", amount: price.gst }] : []),
    { term: gst ? "Total inc. GST" : "Total", amount: price.total, kind: "total" },
  ];
  return (
    <div className="cp-quote__totals" aria-live="polite" aria-atomic="true">
      <Sums lines={lines} />
    </div>
  );
}
