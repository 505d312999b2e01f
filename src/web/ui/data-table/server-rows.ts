/** Rows that the server searches, filters, sorts and pages: the table shows them as they come. */
export type ServerRows<Row> = {
  /** How many rows match on all pages; undefined until the server has counted. */
  total: number | undefined;
  /** The page that is asked for, or the last there is. */
  pageIndex: number;
  /** What is shown was asked for before: newer rows are on their way. */
  isBehind: boolean;
  /** Reads all matching rows, or the first of very many, part by part. */
  readAll: (
    onPart: (read: number, total: number) => void,
    signal: AbortSignal,
  ) => Promise<{ rows: Row[]; total: number }>;
};
