import type { ReactNode } from "react";

/** The text of a cell; null for none. */
export type CellText = string | number | null;

export type DataTableColumn<Row> = {
  /** The id of the column in the address. */
  id: string;
  header: string;
  /** Only screen readers announce the header. Its filter says 'Search...'. */
  isHeaderHidden?: boolean;
  /** The text of a cell, which is searched, filtered, sorted and exported. */
  text: (row: Row) => CellText;
  /** How a cell is rendered; its text by default. */
  cell?: (row: Row) => ReactNode;
  /** The sort key, if the text does not sort well, such as a date. */
  sortKey?: (row: Row) => string | number;
  /** The cells hold buttons: never searched, sorted, exported or hidden. */
  isControls?: boolean;
  /** Takes the free width and may wrap. */
  isWide?: boolean;
  /** Amounts are aligned to the right. */
  isMoney?: boolean;
  /** The place of the cell on a phone's card; a labelled line by default. */
  card?: "eyebrow" | "corner" | "title" | "line";
};

export type DataTableClassNames = {
  table?: string;
  header?: string;
  row?: string;
  cell?: string;
  body?: string;
  footer?: string;
};
