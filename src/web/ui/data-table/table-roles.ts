/**
 * A phone shows the table as cards with other CSS display values. Some browsers then drop the table semantics, so
 * each element states its role.
 */
export const TABLE_ROLES = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
