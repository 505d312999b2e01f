import { useId } from "react";
import { Exact } from "#blocks/exact.tsx";
import { sumOf } from "#domain/decimal.ts";
import { formatDollars } from "#domain/format.ts";
import type { HomeMonth } from "#domain/home/home.ts";
import { filteredList } from "#web/lists/filtered-list.ts";
import { Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { DOCUMENTS } from "../ui/document-paths.ts";

const SERIES = [
  { key: "sent", label: "Sent", swatch: "bg-line-strong", fill: "fill-line-strong" },
  { key: "opened", label: "Opened", swatch: "bg-ink-faint", fill: "fill-ink-faint" },
  { key: "won", label: "Accepted", swatch: "bg-brand", fill: "fill-brand" },
] as const;

/** What was sent, opened and accepted by month, as bars over a table with the figures. */
export function MonthsCard({ months }: { months: readonly HomeMonth[] }) {
  const id = useId();
  if (months.length === 0) return null;
  const worth = sumOf(months.map(({ worthWon }) => worthWon)).toFixed();
  return (
    <Card aria-labelledby={id} className="overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b px-5 py-3">
        <h2 id={id} className="font-semibold">
          Sent, opened and accepted
        </h2>
        <span className="text-ink-soft text-sm">
          Accepted in {months.length === 1 ? "this month" : `${months.length} months`}:{" "}
          <Exact className="font-semibold text-base text-ink tabular-nums">{formatDollars(worth)}</Exact>
        </span>
      </div>
      <div className="px-5 pt-4 pb-2">
        <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-sm">
          {SERIES.map(({ key, label, swatch }) => (
            <li key={key} className="flex items-center gap-2">
              <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${swatch}`} />
              {label}{" "}
              <Exact className="font-semibold text-ink tabular-nums">
                {months.reduce((sum, month) => sum + month[key], 0).toLocaleString("en-AU")}
              </Exact>
            </li>
          ))}
        </ul>
        <Bars months={months} />
      </div>
      <Figures months={months} />
      <p className="flex flex-wrap gap-x-5 border-line border-t px-5 py-2.5 text-sm">
        <TextLink to={filteredList(DOCUMENTS, "status", "APPROVED")}>All accepted documents</TextLink>
      </p>
    </Card>
  );
}

const HEIGHT = 72;
const BAR = 7;
const MONTH = 40;

/** A drawing for the eye: the table has the same figures. */
function Bars({ months }: { months: readonly HomeMonth[] }) {
  const most = Math.max(...months.flatMap(({ sent, opened, won }) => [sent, opened, won]), 1);
  const inset = (MONTH - SERIES.length * (BAR + 1)) / 2;
  return (
    <svg
      viewBox={`0 0 ${months.length * MONTH} ${HEIGHT + 18}`}
      aria-hidden="true"
      className="h-auto max-h-40 w-full"
      preserveAspectRatio="xMinYMax meet"
    >
      {months.map((month, place) => (
        <g key={month.month} transform={`translate(${place * MONTH} 0)`}>
          {SERIES.map(({ key, fill }, bar) => {
            const height = (month[key] / most) * HEIGHT;
            const x = inset + bar * (BAR + 1);
            return (
              <rect
                key={key}
                className={fill}
                x={x}
                y={HEIGHT - height}
                width={BAR}
                height={height}
                rx="1.5"
              />
            );
          })}
          <text x={MONTH / 2} y={HEIGHT + 13} textAnchor="middle" fontSize="10" className="fill-ink-soft">
            {nameOf(month.month, "short")}
          </text>
        </g>
      ))}
      <path d={`M0 ${HEIGHT}.5H${months.length * MONTH}`} className="stroke-line" />
    </svg>
  );
}

function Figures({ months }: { months: readonly HomeMonth[] }) {
  return (
    <details className="border-line border-t px-5 py-2.5 text-sm">
      <summary className="min-h-6 text-ink-soft">Show the figures</summary>
      <table className="mt-2 w-full tabular-nums *:*:*:py-1 *:*:*:text-right *:*:*:first:text-left">
        <thead>
          <tr className="text-ink-soft *:font-normal">
            <th scope="col">Month</th>
            {SERIES.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row" className="font-normal">
                {nameOf(month.month, "long")}
              </th>
              {SERIES.map(({ key }) => (
                <td key={key}>{month[key].toLocaleString("en-AU")}</td>
              ))}
              <td translate="no">{formatDollars(month.worthWon)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const NAMES = {
  short: new Intl.DateTimeFormat("en-AU", { month: "short", timeZone: "UTC" }),
  long: new Intl.DateTimeFormat("en-AU", { month: "short", year: "numeric", timeZone: "UTC" }),
};

function nameOf(month: string, length: keyof typeof NAMES): string {
  return NAMES[length].format(new Date(`${month}-01T00:00:00Z`));
}
