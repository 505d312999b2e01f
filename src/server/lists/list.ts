import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Id } from "#domain/id.ts";
import { comparable, contains, orderable } from "../db/comparable-sql.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";

/** How a column's cells read in the browser's table. */
export type ListColumn =
  | {
      type: "text";
      comparable: SQL;
      order: SQL;
      /** Whether every row has an order. */
      isRequired?: true;
      /** The condition that the comparable text contains a comparable text, where there is a quicker one. */
      finds?: (reader: DbOrTx, query: string) => SQL | Promise<SQL>;
    }
  /** A value of a closed set, shown as a badge. The values are in the order in which the column sorts them. */
  | { type: "enum"; column: AnyPgColumn; values: readonly string[] }
  /** "21 Nov 2026": a day in every time zone. */
  | { type: "date"; date: AnyPgColumn }
  /** "21 Nov 2026": the day of a timestamp in a time zone. */
  | { type: "day"; timestamp: AnyPgColumn; isRequired?: true }
  /** "21 Nov 2026, 9:41 am" */
  | { type: "timestamp"; timestamp: AnyPgColumn; isRequired?: true };

/** A list that the database searches, filters, sorts and pages. */
export type List<ColumnId extends string> = {
  /** The path of its call. A cursor works for one list only. */
  path: string;
  columns: Record<ColumnId, ListColumn>;
  /** The tables of its rows and columns, joined so that each row of the list appears once. */
  from: SQL;
  id: AnyPgColumn;
  /** The default order: latest first by this timestamp, which is never null. */
  defaultSort: SQL | AnyPgColumn;
  /** Whether an index holds the rows of all organizations in the default order (order.ts says which). */
  sortsNullsFirst?: boolean;
  /** More rows than this are not counted. Only for a list without statuses and amounts. */
  maxCounted?: number;
  /** The shown amount of a row, whose sum the page has, and whether the row hides one. */
  amount?: { shown: SQL; isHidden: SQL };
};

type EnumColumn = Extract<ListColumn, { type: "enum" }>;

/** The column whose values are counted; no list has two. */
export function findStatusColumn<ColumnId extends string>(
  columns: Record<ColumnId, ListColumn>,
): [ColumnId, EnumColumn] | undefined {
  const all = Object.entries(columns) as [ColumnId, ListColumn][];
  return all.find((entry): entry is [ColumnId, EnumColumn] => entry[1].type === "enum");
}

/** A column with generated columns for its comparable text and order. */
export function storedTextColumn(comparable: AnyPgColumn, order: AnyPgColumn) {
  return { type: "text", comparable: comparable.getSQL(), order: order.getSQL() } as const;
}

/** A stored text that every row of the list has, for whose order there may be an index. */
export function requiredTextColumn(comparable: AnyPgColumn, order: AnyPgColumn) {
  return { ...storedTextColumn(comparable, order), isRequired: true } as const;
}

/** A text that each query makes comparable: for short lists, or columns that are rarely searched. */
export function computedTextColumn(text: SQL | AnyPgColumn) {
  return { type: "text", comparable: comparable(text), order: orderable(text) } as const;
}

/**
 * A column of figures shown as text. A search with another character computes it for no row. A typed hyphen is the
 * minus sign.
 */
export function numericTextColumn(comparable: SQL, order: SQL, characters: RegExp) {
  const finds = (_: DbOrTx, query: string) =>
    characters.test(query) ? contains(comparable, query.replaceAll("-", "\u2212")) : sql`false`;
  return { type: "text", comparable, order, finds } as const;
}

/** A column of amounts, found as formatDollars writes them: "−$1,234.50". Without an amount there is no text. */
export function dollarsColumn(amount: SQLWrapper, order: SQL) {
  const text = sql`coalesce(case when ${amount} < 0 then '−' else '' end || '$' ||
    to_char(abs(${amount}), 'FM999,999,999,990.00'), '')`;
  return numericTextColumn(text, order, /^[-−$\d,.#]*$/);
}

type Linked = {
  column: AnyPgColumn;
  of: PgTable;
  id: AnyPgColumn;
  comparable: AnyPgColumn;
  order: AnyPgColumn;
  /** Which of the other records the list shows; all by default. */
  where?: SQL;
};

/** A text of another record, whose id is in a column of the list's table. No row of the list is joined to find it. */
export function linkedTextColumn({ column, of, id, comparable, order, where }: Linked): ListColumn {
  const finds = (_: DbOrTx, query: string) =>
    sql`${column} in (select ${id} from ${of} where ${and(contains(comparable, query), where)})`;
  return { ...storedTextColumn(comparable, order), finds };
}

const MAX_NAMED = 1000;

/** Whether a column is one of the ids that a statement finds. Up to 1,000 are read first, so that an index serves. */
export async function isOneOf(reader: DbOrTx, column: AnyPgColumn, named: SQL): Promise<SQL> {
  const { rows } = await reader.execute<{ id: Id }>(
    sql`select id from (${named}) as named (id) limit ${MAX_NAMED + 1}`,
  );
  if (rows.length > MAX_NAMED) return sql`${column} in (${named})`;
  const ids = rows.map(({ id }) => id);
  return isAnyOf(column, ids);
}
