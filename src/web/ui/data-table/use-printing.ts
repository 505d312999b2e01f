import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ServerRows } from "./server-rows.ts";

/** More would take a browser too long to lay out. */
export const MAX_PRINTED = 2000;

/** The rows on paper, and how many there are in all; null: too many to count. */
export type Printed<Row> = { rows: readonly Row[]; total: number | null };

type Printing<Row> = {
  /** Null while nothing is printed. */
  printed: Printed<Row> | null;
  /** Reads all rows, up to MAX_PRINTED, and opens the browser's dialog. */
  print: (report: (progress: string) => void, signal: AbortSignal) => Promise<void>;
};

/**
 * Shows all rows of a table while its page is printed, also by the browser's own command. Rows of the server are then
 * those on screen, unless they were read before.
 */
export function usePrinting<Row>(onPaper: Printed<Row>, server: ServerRows<Row> | null): Printing<Row> {
  const [printed, setPrinted] = useState<Printed<Row> | null>(null);
  const read = useRef<Printed<Row> | null>(null);
  const latest = useRef(onPaper);
  useEffect(() => {
    latest.current = onPaper;
  });
  useEffect(() => {
    // The browser lays the page out as soon as its listeners return.
    const begin = () => flushSync(() => setPrinted(read.current ?? latest.current));
    const end = () => setPrinted(null);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);

  async function print(report: (progress: string) => void, signal: AbortSignal) {
    if (server) {
      read.current = await server.readAll({
        maxRows: MAX_PRINTED,
        onPart: (rows, of) =>
          report(`Preparing to print: ${rows.toLocaleString("en-AU")} of ${of.toLocaleString("en-AU")} rows`),
        signal,
      });
    }
    try {
      window.print();
    } finally {
      read.current = null;
    }
  }

  return { printed, print };
}
