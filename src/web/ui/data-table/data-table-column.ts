import type { ReactNode } from "react";

/** What a cell says; null where there is nothing. */
export type CellText = string | number | null;

export type DataTableColumn<Row> = {
  /** Names the column in the address. */
  id: string;
  header: string;
  /** The header is only read aloud; its filter then says 'Search...'. */
  isHeaderHidden?: boolean;
  /** What the cell says: this is searched, filtered, sorted and downloaded. */
  text: (row: Row) => CellText;
  /** How the cell shows it; the text itself unless given. */
  cell?: (row: Row) => ReactNode;
  /** What it is sorted by where the text does not sort well, as with dates. */
  sortKey?: (row: Row) => string | number;
  /** Holds buttons: neither searched nor sorted nor downloaded, and always shown. */
  isControls?: boolean;
  /** Takes the free width and may wrap. */
  isWide?: boolean;
  /** Figures stand at the right, under each other. */
  isMoney?: boolean;
  /** Where a phone's card shows it; as a labelled line unless given. */
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
