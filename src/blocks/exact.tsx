import type { ReactNode } from "react";
import { formatUnits } from "#domain/format.ts";

/** An amount, a number, a date or a name, which the browser's own translation leaves as it is (decision 58). */
export function Exact({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <bdi translate="no" className={className}>
      {children}
    </bdi>
  );
}

/** "−$1,234.50", "21 Nov 2026", "INV-0433". */
const FIGURE = String.raw`[−-]?\$\d[\d,.]*\d|\d+ [A-Z][a-z]+ \d{4}|[A-Z]+-\d+`;

type ExactInProps = { text: string; names?: readonly (string | null | undefined)[] };

/** A sentence with its amounts, days, numbers of records and these names as they are. */
export function ExactIn({ text, names = [] }: ExactInProps) {
  const known = names.flatMap((name) => (name ? name.replace(/[^\w\s]/g, String.raw`\$&`) : []));
  const parts = text.split(new RegExp(`(${[FIGURE, ...known].join("|")})`));
  // biome-ignore lint/suspicious/noArrayIndexKey: the same name may occur twice
  return parts.map((part, index) => (index % 2 === 1 ? <Exact key={index}>{part}</Exact> : part));
}

type UnitsProps = {
  /** Null if no one can read it. */
  quantity: number | null;
  unit: string | null | undefined;
  unitClassName?: string;
};

/** "40 hours". The number never wraps. */
export function Units({ quantity, unit, unitClassName }: UnitsProps) {
  const shown = quantity === null ? { number: "UNKNOWN TOTAL!", unit } : formatUnits(quantity, unit ?? "");
  return (
    <>
      <Exact className="whitespace-nowrap tabular-nums">{shown.number}</Exact>{" "}
      <bdi className={unitClassName}>{shown.unit}</bdi>
    </>
  );
}
