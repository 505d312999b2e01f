import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { comparable, contains, orderable } from "../db/comparable-sql.ts";
import type { Reader } from "../db/database.ts";
import { isOneOf } from "./is-one-of.ts";
import type { LetteredList } from "./letters.ts";

/** The text of a column's cells, as the browser's table shows it. */
export type ListColumn =
  | {
      says: "text";
      comparable: SQL;
      order: SQL;
      /** Whether every row has an order. */
      isAlways?: true;
      /** The condition that the comparable text contains a comparable text, where there is a quicker one. */
      finds?: (reader: Reader, wanted: string) => Promise<SQL>;
      /** Whether an index of the list's `letters` finds every row whose cell contains a comparable text. */
      hasLetters?: (wanted: string) => boolean;
    }
  /** One word of a closed set, shown as a badge. The words are in the order in which the column sorts them. */
  | { says: "word"; word: AnyPgColumn; words: readonly string[] }
  /** "21 Nov 2026" */
  | { says: "day"; moment: AnyPgColumn; isAlways?: true }
  /** "21 Nov 2026, 9:41:05 am" */
  | { says: "moment"; moment: AnyPgColumn; isAlways?: true };

/** A list that the database searches, filters, sorts and pages. */
export type List<ColumnId extends string> = {
  /** The path of its call. A cursor works for one list only. */
  path: string;
  columns: Record<ColumnId, ListColumn>;
  /** The tables of its rows and columns, joined so that each row of the list appears once. */
  from: SQL;
  id: AnyPgColumn;
  /** The default order: latest first by this timestamp, which is never null. */
  recent: SQL | AnyPgColumn;
  /** Whether an index holds the rows of all organizations in the default order (order.ts says which). */
  isOfAll?: boolean;
  /** Whether an index has the rows of each word of an organization in the default order. */
  isByWord?: boolean;
  /** More rows than this are not counted. Only for a list without words and amounts. */
  mostCounted?: number;
  /** The rows of one organization, in which a search is found by letters, and counted only up to a limit. */
  letters?: LetteredList;
  /** The shown amount of a row, whose sum the page has, and whether the row hides one. */
  amount?: { shown: SQL; isHidden: SQL };
};

type WordColumn = Extract<ListColumn, { says: "word" }>;

/** The column whose words are counted; no list has two. */
export function findWordColumn<ColumnId extends string>(
  columns: Record<ColumnId, ListColumn>,
): [ColumnId, WordColumn] | undefined {
  const all = Object.entries(columns) as [ColumnId, ListColumn][];
  return all.find((entry): entry is [ColumnId, WordColumn] => entry[1].says === "word");
}

/** A column with generated columns for its comparable text and order. */
export function keptText(kept: AnyPgColumn, order: AnyPgColumn) {
  return { says: "text", comparable: kept.getSQL(), order: order.getSQL() } as const;
}

/** A text that every row of the list has, for whose order there may be an index. */
export function ownText(kept: AnyPgColumn, order: AnyPgColumn) {
  return { ...keptText(kept, order), isAlways: true } as const;
}

/** A text that the letters of its list find (letters.ts). */
export function withLetters<Text extends object>(text: Text) {
  return { ...text, hasLetters: () => true };
}

/** A text that each query makes comparable: for short lists, or columns that are rarely searched. */
export function plainText(text: SQL | AnyPgColumn) {
  return { says: "text", comparable: comparable(text), order: orderable(text) } as const;
}

/**
 * A text of figures. A search with a character that none of them has does not compute it for any row. A typed hyphen is
 * the minus sign.
 */
export function figureText(comparable: SQL, order: SQL, characters: RegExp): ListColumn {
  const finds = async (_: Reader, wanted: string) =>
    characters.test(wanted) ? contains(comparable, wanted.replaceAll("-", "\u2212")) : sql`false`;
  return { says: "text", comparable, order, isAlways: true, finds };
}

type Linked = {
  column: AnyPgColumn;
  of: PgTable;
  id: AnyPgColumn;
  comparable: AnyPgColumn;
  order: AnyPgColumn;
};

/** A text of another record, whose id is in a column of the list's table. */
export function linkedText({ column, of, id, comparable, order }: Linked): ListColumn {
  const named = (wanted: string) => sql`select ${id} from ${of} where ${contains(comparable, wanted)}`;
  return {
    ...keptText(comparable, order),
    finds: (reader, wanted) => isOneOf(reader, column, named(wanted)),
  };
}
