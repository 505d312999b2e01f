import { useEffect, useRef, useState } from "react";
import { explainFailure } from "#web/lib/call.ts";
import { showToast } from "../toasts.tsx";
import { showLoadFailure } from "../use-fetched-part.ts";
import type { DataTableColumn } from "./data-table-column.ts";
import type { ServerRows } from "./server-rows.ts";

type CsvDownload<Row> = {
  /** The progress of fetching and reading as text; null while idle. */
  progress: string | null;
  start: (rows: readonly Row[], columns: readonly DataTableColumn<Row>[]) => void;
  cancel: () => void;
};

/** Downloads the rows of a table as a CSV file: those in memory, or those of the server after reading them. */
export function useCsvDownload<Row>(label: string, server: ServerRows<Row> | null): CsvDownload<Row> {
  const [progress, setProgress] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function download(rows: readonly Row[], columns: readonly DataTableColumn<Row>[]) {
    running.current?.abort();
    const reading = new AbortController();
    const { signal } = reading;
    running.current = reading;
    setProgress("Preparing the file");
    const title = "Nothing was downloaded";
    const code = await import("./save-rows.ts").catch(showLoadFailure(title));
    try {
      signal.throwIfAborted();
      if (server) await code?.readAndSave(label, server, columns, setProgress, signal);
      else code?.saveCsv(label, rows, columns);
    } catch (error) {
      if (signal.aborted) return;
      showToast({ tone: "error", title, text: explainFailure(error) });
    } finally {
      if (!signal.aborted) setProgress(null);
    }
  }

  return {
    progress,
    start: (rows, columns) => void download(rows, columns),
    cancel() {
      running.current?.abort();
      setProgress(null);
    },
  };
}
