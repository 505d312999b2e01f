import { existingPage, PAGE_SIZE } from "./page-label.ts";
import type { TableCounts } from "./use-remembered-counts.ts";

/** The placeholder's rows of a table that this browser has not shown yet. */
const UNKNOWN_ROWS = 5;

type Asked = {
  /** "" for all. */
  chosen: string;
  /** Undefined for a table without pages. */
  pageIndex: number | undefined;
};

/** The number of rows that a table probably shows once it has loaded. */
export function expectedRows(remembered: TableCounts | null, { chosen, pageIndex }: Asked): number {
  if (remembered === null) return UNKNOWN_ROWS;
  const rows = chosen === "" ? remembered.total : (remembered.choices[chosen] ?? 0);
  if (pageIndex === undefined) return rows;
  return Math.min(rows - existingPage(pageIndex, rows) * PAGE_SIZE, PAGE_SIZE);
}
