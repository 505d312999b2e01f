import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ServerRows } from "./server-rows.ts";

/** More would take a browser too long to lay out. */
export const MAX_PRINTED = 2000;

/** The rows on paper, and how many there are in all; null: too many to count. */
export type Printed<Row> = { rows: readonly Row[]; total: number | null; isAlone: true | undefined };

type Printing<Row> = {
  /** Null while nothing is printed. */
  printed: Printed<Row> | null;
  /** Reads all rows, up to MAX_PRINTED, and opens the browser's dialog for this table alone. */
  print: (report: (progress: string) => void, signal: AbortSignal) => Promise<void>;
};

/** What a person does first after a print; a dialog of the browser or the device passes nothing on. */
const NEXT_ACTIONS = ["pointerdown", "keydown"] as const;

/**
 * Mounts all rows of a table for paper while its page is printed, also by the browser's own command. Rows of the server
 * are then those on screen. The rows remain until the person's next action, because a phone announces the end of a print
 * before it lays the page out.
 */
export function usePrinting<Row>(
  /** Null while the rows are loading. */
  onPaper: Omit<Printed<Row>, "isAlone"> | null,
  server: ServerRows<Row> | null,
): Printing<Row> {
  const [printed, setPrinted] = useState<Printed<Row> | null>(null);
  const isMounted = useRef(false);
  const latest = useRef(onPaper);
  useEffect(() => {
    latest.current = onPaper;
  });
  useEffect(() => {
    // The browser lays the page out as soon as its listeners return.
    const begin = () => {
      const rows = latest.current;
      if (!isMounted.current) flushSync(() => setPrinted(rows && { ...rows, isAlone: undefined }));
    };
    const end = () => {
      isMounted.current = false;
      for (const action of NEXT_ACTIONS) window.addEventListener(action, clear, true);
    };
    const clear = () => {
      for (const action of NEXT_ACTIONS) window.removeEventListener(action, clear, true);
      setPrinted(null);
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
      for (const action of NEXT_ACTIONS) window.removeEventListener(action, clear, true);
    };
  }, []);

  async function print(report: (progress: string) => void, signal: AbortSignal) {
    const all = server
      ? await server.readAll({
          maxRows: MAX_PRINTED,
          onPart: (rows, of) =>
            report(
              `Preparing to print: ${rows.toLocaleString("en-AU")} of ${of.toLocaleString("en-AU")} rows`,
            ),
          signal,
        })
      : latest.current;
    if (all === null) return;
    flushSync(() => setPrinted({ ...all, isAlone: true }));
    isMounted.current = true;
    window.print();
  }

  return { printed, print };
}
