import { useContext } from "react";
import { Exact, ExactIn } from "#blocks/exact.tsx";
import { wholeWord } from "#domain/lists/comparable-text.ts";
import { BRAND } from "#web/lib/brand.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { type DataTableColumn, ListOwner, MayDownload } from "./data-table-column.ts";
import { MAX_PRINTED, type Printed } from "./use-printing.ts";
import type { TableAddress } from "./use-table-address.ts";
import "./printed-list.css";

type PrintCaptionProps<Row> = {
  /** The table's name, which is printed unless it is the page's. */
  label: string;
  /** Null: nothing is printed. */
  printed: Printed<Row> | null;
  columns: readonly DataTableColumn<Row>[];
  criteria: Pick<TableAddress, "search" | "columnFilters" | "sort">;
};

/** Below the heading of a printed list: whose it is, when it was printed, which rows it has and which it lacks. */
export function PrintCaption<Row>({ label, printed, columns, criteria }: PrintCaptionProps<Row>) {
  const owner = useContext(ListOwner) ?? BRAND.companyName;
  const mayPrintAll = useContext(MayDownload);
  if (printed === null) return null;
  const chosen = criteriaTexts(columns, criteria);
  const isNamed = document.querySelector("h1")?.textContent === label;
  return (
    <div data-print-caption="" className="mb-3 hidden text-sm print:block">
      {isNamed ? null : <p className="font-semibold text-base">{label}</p>}
      <p>
        <Exact>{owner}</Exact>, printed <Exact>{companyDateTime(new Date().toISOString())}</Exact>
      </p>
      <p>{rowsText(printed, mayPrintAll)}</p>
      {chosen.length > 0 ? (
        <p>
          <ExactIn text={chosen.join(" · ")} />
        </p>
      ) : null}
    </div>
  );
}

function rowsText({ rows, total }: Omit<Printed<unknown>, "isAlone">, mayPrintAll: boolean): string {
  const shown = rows.length.toLocaleString("en-AU");
  if (total === rows.length) return rows.length === 1 ? "1 row" : `${shown} rows`;
  const all = total === null ? "more" : total.toLocaleString("en-AU");
  if (!mayPrintAll) return `${shown} of ${all} rows`;
  const others =
    rows.length < MAX_PRINTED
      ? `Choose View, then Print, for up to ${MAX_PRINTED.toLocaleString("en-AU")}.`
      : "Search or filter for the others, and print them then.";
  return `${shown} of ${all} rows. ${others}`;
}

/** "Status: Pending", "Search: “roast”", "Sorted by Name ↓". */
function criteriaTexts<Row>(
  columns: readonly DataTableColumn<Row>[],
  { search, columnFilters, sort }: PrintCaptionProps<Row>["criteria"],
): string[] {
  const filters = columnFilters.flatMap(({ id, value }) => {
    const column = columns.find((one) => one.id === id);
    if (!column) return [];
    const labels = column.choices?.labels ?? {};
    const word = wholeWord(Object.keys(labels), value);
    return [`${column.header}: ${word === undefined ? `“${value}”` : labels[word]}`];
  });
  const sorted = columns.find((one) => one.id === sort?.id);
  return [
    ...(search === "" ? [] : [`Search: “${search}”`]),
    ...filters,
    ...(sorted ? [`Sorted by ${sorted.header} ${sort?.desc ? "↓" : "↑"}`] : []),
  ];
}
