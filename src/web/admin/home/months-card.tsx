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
  { key: "sent", label: "Sent", look: "border border-line-strong" },
  { key: "opened", label: "Opened", look: "bg-line-strong" },
  { key: "won", label: "Accepted", look: "bg-brand" },
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
          {SERIES.map(({ key, label, look }) => (
            <li key={key} className="flex items-center gap-2">
              <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${look}`} />
              {label}{" "}
              <Exact className="font-semibold text-ink tabular-nums">
                {months.reduce((sum, month) => sum + month[key], 0).toLocaleString("en-AU")}
              </Exact>
            </li>
          ))}
        </ul>
        <Bars months={months} />
      </div>
      <div className="relative border-line border-t px-5 py-2.5 text-sm">
        <Figures months={months} />
        <TextLink to={filteredList(DOCUMENTS, "status", "APPROVED")} className="absolute top-2.5 right-5">
          All accepted documents
        </TextLink>
      </div>
    </Card>
  );
}

/** A drawing for the eye: the table has the same figures. */
function Bars({ months }: { months: readonly HomeMonth[] }) {
  const most = Math.max(...months.flatMap(({ sent, opened, won }) => [sent, opened, won]), 1);
  return (
    <div aria-hidden="true" className="flex">
      {months.map((month) => (
        <div key={month.month} className="min-w-0 flex-1 text-center text-ink-soft text-xs">
          <div className="flex h-20 items-end justify-center gap-px border-line border-b">
            {SERIES.map(({ key, look }) => (
              <span
                key={key}
                className={`w-1.5 rounded-t-[2px] sm:w-2 ${look} ${month[key] === 0 ? "border-0" : ""}`}
                style={{ height: `${(month[key] / most) * 100}%` }}
              />
            ))}
          </div>
          <span className="mt-1 block">{nameOf(month.month, "short")}</span>
        </div>
      ))}
    </div>
  );
}

function Figures({ months }: { months: readonly HomeMonth[] }) {
  return (
    <details>
      <summary className="min-h-6 w-fit text-ink-soft">Show the figures</summary>
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
