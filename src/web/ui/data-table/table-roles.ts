/**
 * A phone shows the same table as cards, with other CSS display values, and some browsers then forget
 * that it is a table: so each element says what it is.
 */
export const TABLE_ROLES = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
