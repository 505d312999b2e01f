import type { ChoiceCounts } from "./choice-counts.ts";

/** Rows that the server searches, filters, sorts and pages. The table shows them as they come. */
export type ServerRows<Row> = {
  /** The number of matching rows on all pages; undefined while loading. */
  total: number | undefined;
  /** There are more rows than `total`, too many to count. */
  isMore: boolean;
  /** Whether there is a page behind this one. */
  hasNext: boolean;
  /** Undefined while loading, for a list whose rows have no status, and for rows that are too many to count. */
  counts: ChoiceCounts | undefined;
  /** The rows of each status are too many to count. */
  isUncounted: boolean;
  /** The requested page, or the last one if there are fewer. */
  pageIndex: number;
  /** The rows answer an older query; newer rows are loading. */
  isBehind: boolean;
  /** Reads the matching rows page by page, up to a limit. A total of null is too large to count. */
  readAll: (reading: ReadRows) => Promise<{ rows: Row[]; total: number | null }>;
};

export type ReadRows = {
  maxRows: number;
  /** Called after each page. */
  onPart: (read: number, total: number) => void;
  signal: AbortSignal;
};
