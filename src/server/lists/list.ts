import type { SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { comparable, orderable } from "../db/comparable-sql.ts";

/** What the cells of a column say, as the browser's table says it. */
export type ListColumn =
  | { says: "text"; comparable: SQL; order: SQL }
  /** One of a closed set, shown as a badge. */
  | { says: "word"; word: AnyPgColumn; words: readonly string[] }
  /** "21 Nov 2026" */
  | { says: "day"; moment: AnyPgColumn }
  /** "21 Nov 2026, 9:41:05 am" */
  | { says: "moment"; moment: AnyPgColumn };

/** A list that is searched, filtered, sorted and paged by the database. */
export type List<ColumnId extends string> = {
  /** The path of its call: a cursor of one list is none of another. */
  path: string;
  columns: Record<ColumnId, ListColumn>;
  /** The tables of its rows and of all that its columns name, with one row for each of its own. */
  from: SQL;
  id: AnyPgColumn;
  /** It begins with the row where this moment, which is never missing, is the latest. */
  recent: SQL | AnyPgColumn;
  /** An amount of which the page tells the sum. */
  amount?: SQL;
};

/** A column whose comparable text and order the database keeps. */
export function keptText(kept: AnyPgColumn, order: AnyPgColumn): ListColumn {
  return { says: "text", comparable: kept.getSQL(), order: order.getSQL() };
}

/** A text that is made comparable on every reading: for short lists, or columns that are rarely searched. */
export function plainText(text: SQL | AnyPgColumn): ListColumn {
  return { says: "text", comparable: comparable(text), order: orderable(text) };
}
