import type { ReactNode } from "react";
import { createContext } from "react";
import { VIEW_PATH } from "#web/lib/client-view.ts";

/** The text of a cell; null for none. */
export type CellText = string | number | null;

/** Every row has one word of a closed set, such as a status. Words are filtered by choice and counted by chips. */
export type Choices<Row> = {
  of: (row: Row) => string;
  /** What each word is called, in the order in which words sort. */
  labels: Readonly<Record<string, string>>;
};

export type DataTableColumn<Row> = {
  /** The id of the column in the address. */
  id: string;
  header: string;
  /** Only screen readers announce the header. Its filter says 'Search...'. */
  isHeaderHidden?: boolean;
  /** The text of a cell, which is searched, filtered, sorted and exported. */
  text: (row: Row) => CellText;
  /** What a file has in place of the text: an amount as a number, a date as ISO 8601. */
  exported?: (row: Row) => CellText;
  /** How a cell is rendered; its text by default. */
  cell?: (row: Row) => ReactNode;
  /** A muted second line below the cell, outside the row's link. */
  note?: (row: Row) => ReactNode;
  /** How the header of a controls column is rendered, for the rows on screen. */
  headerCell?: (rows: readonly Row[]) => ReactNode;
  /** The sort key, if the text does not sort well, such as a date. */
  sortKey?: (row: Row) => string | number;
  choices?: Choices<Row>;
  /** The cells hold buttons or links: never searched, sorted, exported or hidden. */
  isControls?: boolean;
  /** Takes the free width and may wrap. */
  isWide?: boolean;
  /** Names of people and the like, which the browser's own translation leaves as they are, like amounts and numbers. */
  isExact?: boolean;
  /** Amounts are aligned to the right. */
  isMoney?: boolean;
  /** Left out of tables below 1024 px, and of cards unless it has a place there. */
  isExtra?: boolean;
  /** On a phone's card: first line title and corner, second line number, date and action; by default a labelled line. */
  cardSlot?: "title" | "corner" | "number" | "date" | "action";
};

export type DataTableClassNames = {
  table?: string;
  header?: string;
  row?: string;
  cell?: string;
  body?: string;
  footer?: string;
};

/** A phone shows cards, for whose CSS some browsers drop the table's semantics. So each element states its role. */
export const TABLE_ROLES = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** The organization whose rows a printed list has; undefined: the company's. */
export const ListOwner = createContext<string | undefined>(undefined);

/** Whether tables offer a file of their rows: to a client of their own records, and of the company to its owners. */
export const MayDownload = createContext(VIEW_PATH === undefined);
