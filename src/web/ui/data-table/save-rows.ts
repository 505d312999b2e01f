import { writeCsv } from "#domain/csv/write-csv.ts";
import { downloadText } from "../download-text.ts";
import { showToast } from "../toasts.tsx";
import type { DataTableColumn } from "./data-table-column.ts";
import type { ServerRows } from "./server-rows.ts";

/** A longer file would be too much for browser and server. */
const MAX_IN_FILE = 20_000;

const count = new Intl.NumberFormat("en-AU");

/** Reads the rows of a table from the server and saves them as a CSV file. Throws the signal's reason if it aborts. */
export async function readAndSave<Row>(
  label: string,
  from: ServerRows<Row>,
  columns: readonly DataTableColumn<Row>[],
  report: (progress: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { rows, total } = await from.readAll({
    maxRows: MAX_IN_FILE,
    onPart: (read, of) => report(`Preparing the file: ${count.format(read)} of ${count.format(of)} rows`),
    signal,
  });
  const isPart = total === null || rows.length < total;
  saveCsv(isPart ? `${label} (first ${rows.length})` : label, rows, columns);
  if (!isPart) return;
  showToast({
    title: `The file holds the first ${count.format(rows.length)} rows`,
    text: `There are ${total === null ? "more" : count.format(total)}. Search or filter for the others, and download them then.`,
  });
}

export function saveCsv<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly DataTableColumn<Row>[],
): void {
  const csv = writeCsv(
    columns.map((column) => column.header),
    rows.map((row) => columns.map((column) => (column.exported ?? column.text)(row))),
  );
  const fileName = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  downloadText(`${fileName}.csv`, "text/csv;charset=utf-8", csv);
}
