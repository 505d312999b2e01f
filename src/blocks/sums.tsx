import { type Dollars, exact } from "#domain/decimal.ts";
import { formatDollars } from "#domain/format.ts";

export type SumLine = { term: string; amount: Dollars; kind?: "deduction" | "total" };

/** Labelled amounts, aligned to the right. */
export function Sums({ lines }: { lines: readonly SumLine[] }) {
  return (
    <dl className="cp-sums">
      {lines.map(({ term, amount, kind }) => (
        <div key={term} className={kind === "total" ? "cp-sums__total" : undefined}>
          <dt dir="auto">{term}</dt>
          <dd>{kind === "deduction" ? formatDeduction(amount) : formatDollars(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** "Discount (10%)", or the company's own name for it. */
export function discountTerm(name: string | null, percent: number): string {
  return `${name || "Discount"} (${exact(percent).toFixed()}%)`;
}

function formatDeduction(amount: Dollars): string {
  const taken = exact(amount).times(-1);
  return formatDollars(taken.eq(0) ? "0" : taken.toFixed(2));
}
