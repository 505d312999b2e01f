import { type Dollars, exact } from "#domain/decimal.ts";
import { formatDeduction, formatDollars } from "#domain/format.ts";
import { AlignedText } from "./directed.tsx";

export type SumLine = { term: string; amount: Dollars; kind?: "deduction" | "total" };

/** Labelled amounts, aligned to the right. */
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
export function totalsClass(lines: readonly SumLine[]): string {
  const isCompact = lines.every(({ term }) => term.length <= MAX_NAME_LENGTH);
  return isCompact ? "cp-quote__totals cp-quote__totals--in-sight" : "cp-quote__totals";
}

/** "Discount (10%)", or the company's own name for it. */
export function discountTerm(name: string | null, percent: number): string {
  return `${name || "Discount"} (${exact(percent).toFixed()}%)`;
}
