import { useEffect, useRef, useState } from "react";
import { writeCsv } from "#domain/csv/write-csv.ts";
import { explainFailure } from "#web/lib/explain-failure.ts";
import { downloadText } from "../download-text.ts";
import { showToast } from "../toasts.tsx";
import type { DataTableColumn } from "./data-table-column.ts";
import type { ServerRows } from "./server-rows.ts";

const count = new Intl.NumberFormat("en-AU");

type CsvDownload<Row> = {
  /** The progress of reading the rows as text; null while idle. */
  progress: string | null;
  start: (rows: readonly Row[], columns: readonly DataTableColumn<Row>[]) => void;
  cancel: () => void;
};

/** Downloads the rows of a table as a CSV file: rows in memory at once, rows of the server after reading them. */
export function useCsvDownload<Row>(label: string, server: ServerRows<Row> | null): CsvDownload<Row> {
  const [progress, setProgress] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function readAndSave(from: ServerRows<Row>, columns: readonly DataTableColumn<Row>[]) {
    const reading = new AbortController();
    const { signal } = reading;
    running.current = reading;
    setProgress("Preparing the file");
    try {
      const { rows, total } = await from.readAll(
        (read, of) => setProgress(`Preparing the file: ${count.format(read)} of ${count.format(of)} rows`),
        signal,
      );
      const isPart = total === null || rows.length < total;
      saveCsv(isPart ? `${label} (first ${rows.length})` : label, rows, columns);
      if (isPart) tellPart(rows.length, total);
    } catch (error) {
      if (signal.aborted) return;
      showToast({ tone: "error", title: "Nothing was downloaded", text: explainFailure(error) });
    } finally {
      if (!signal.aborted) setProgress(null);
    }
  }

  return {
    progress,
    start(rows, columns) {
      running.current?.abort();
      if (server) void readAndSave(server, columns);
      else saveCsv(label, rows, columns);
    },
    cancel() {
      running.current?.abort();
      setProgress(null);
    },
  };
}

function tellPart(read: number, total: number | null) {
  showToast({
    title: `The file holds the first ${count.format(read)} rows`,
    text: `There are ${total === null ? "more" : count.format(total)}. Search or filter for the others, and download them then.`,
  });
}

function saveCsv<Row>(name: string, rows: readonly Row[], columns: readonly DataTableColumn<Row>[]): void {
  const csv = writeCsv(
    columns.map((column) => column.header),
    rows.map((row) => columns.map((column) => column.text(row))),
  );
  const fileName = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  downloadText(`${fileName}.csv`, "text/csv;charset=utf-8", csv);
}
