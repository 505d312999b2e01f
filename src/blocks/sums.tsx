import { type Dollars, exact } from "#domain/decimal.ts";
import { formatDeduction, formatDollars } from "#domain/format.ts";
import type { PricingTableProps } from "#domain/page/blocks/pricing-table.ts";
import type { WorkOrdersProps } from "#domain/page/blocks/work-orders.ts";
import type { LineItemsPrice, QuotePrice } from "#domain/pricing/price-work-orders.ts";
import { AlignedText } from "./directed.tsx";

export type SumLine = { term: string; amount: Dollars; kind?: "deduction" | "total" };

export function Sums({ lines }: { lines: readonly SumLine[] }) {
  return (
    <dl className="cp-sums">
      {lines.map(({ term, amount, kind }) => (
        <div key={term} className={kind === "total" ? "cp-sums__total" : undefined}>
          <AlignedText as="dt" text={term} />
          <dd translate="no">{kind === "deduction" ? formatDeduction(amount) : formatDollars(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Longer names would make the panel so tall that it covers what a person reads. */
const MAX_NAME_LENGTH = 40;

/** The class of a quote's totals. They stay in sight while the quote is read, if they are compact. */
export function totalsClassName(lines: readonly SumLine[]): string {
  const isCompact = lines.every(({ term }) => term.length <= MAX_NAME_LENGTH);
  return isCompact ? "cp-quote__totals cp-quote__totals--in-sight" : "cp-quote__totals";
}

/** "Discount (10%)", or the company's own name for it. */
export function discountTerm(name: string | null, percent: number): string {
  return `${name || "Discount"} (${exact(percent).toFixed()}%)`;
}

export function sumsOfQuote(price: QuotePrice, pricing: WorkOrdersProps): SumLine[] {
  const { globalDiscountName, globalDiscountPercent, gst, gstPercent } = pricing;
  const discount: SumLine = {
    term: discountTerm(globalDiscountName, globalDiscountPercent),
    amount: price.discount,
    kind: "deduction",
  };
  return [
    { term: "Subtotal", amount: price.subtotal },
    ...(globalDiscountPercent > 0 ? [discount] : []),
    ...gstAndTotal(price, gst ? gstPercent : 0),
  ];
}

export function sumsOfTable(
  price: LineItemsPrice,
  { gstPercent }: Pick<PricingTableProps, "gstPercent">,
): SumLine[] {
  return [{ term: "Subtotal", amount: price.subtotal }, ...gstAndTotal(price, gstPercent)];
}

/** Lines of sums whose last one, the total, has another name; null: its own. */
export function withTotalLabel(lines: readonly SumLine[], label: string | null): SumLine[] {
  return lines.map((line) => (line.kind === "total" && label !== null ? { ...line, term: label } : line));
}

/** Without GST the total says nothing of it. */
function gstAndTotal({ gst, total }: Pick<QuotePrice, "gst" | "total">, gstPercent: number): SumLine[] {
  if (gstPercent === 0) return [{ term: "Total", amount: total, kind: "total" }];
  return [
    { term: `GST (${gstPercent}%)`, amount: gst },
    { term: "Total inc. GST", amount: total, kind: "total" },
  ];
}

/** The letters of quantity, rate and amount that fit into the narrowest table. */
const ROOM = 34;

/** The class of a quote by the texts of its lines: quantity, rate and amount. */
export function quoteClassName(lines: readonly (readonly string[])[]): string {
  const columns = [0, 1, 2].map((at) => Math.max(0, ...lines.map((line) => line[at]?.length ?? 0)));
  const letters = columns.reduce((sum, one) => sum + one, 0);
  return letters > ROOM ? "cp-quote cp-quote--long-figures" : "cp-quote";
}
