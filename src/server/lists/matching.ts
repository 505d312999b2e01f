import { and, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ListQuery } from "#contract/list-query.ts";
import { formatDate } from "#domain/format.ts";
import { comparableText, containing } from "#domain/lists/comparable-text.ts";
import { daysSaying } from "#domain/lists/days-saying.ts";
import type { List, ListColumn } from "./list.ts";

/** The rows that match a query: the same rows that the browser's table finds in memory. */
export function matching<ColumnId extends string>(
  list: List<ColumnId>,
  { q, filter = [] }: ListQuery<ColumnId>,
  timeZone: string,
): SQL | undefined {
  const conditions = filter.map(({ id, value }) => saying(list.columns[id], value, timeZone) ?? NONE);
  if (q) {
    const columns: ListColumn[] = Object.values(list.columns);
    conditions.push(or(...columns.map((column) => saying(column, q, timeZone) ?? undefined)) ?? NONE);
  }
  return and(...conditions);
}

const NONE = sql`false`;

/** The condition that a column's cell contains a text; null if no cell can. */
function saying(column: ListColumn, wanted: string, timeZone: string): SQL | null {
  switch (column.says) {
    case "text":
      return contains(column.comparable, wanted);
    case "word": {
      const words = column.words.filter(containing(wanted));
      return words.length === 0 ? null : inArray(column.word, words);
    }
    case "day": {
      const days = daysSaying(wanted).map((range) => `[${range.join()})`);
      const day = sql`(${column.moment} at time zone ${timeZone})::date`;
      return days.length === 0 ? null : sql`${day} <@ ${`{${days.join()}}`}::datemultirange`;
    }
    case "moment":
      return contains(momentText(column.moment, timeZone), wanted);
  }
}

/** Unlike LIKE, strpos has no special characters. */
function contains(comparable: SQL, wanted: string): SQL {
  return sql`strpos(${comparable}, ${comparableText(wanted)}) > 0`;
}

const MONTHS = Array.from({ length: 12 }, (_, month) => {
  const [, name = ""] = formatDate(new Date(Date.UTC(2026, month, 15)).toISOString(), "UTC").split(" ");
  return comparableText(name);
});

/** The comparable form of formatDateTime's text. */
function momentText(moment: AnyPgColumn, timeZone: string): SQL {
  const local = sql`${moment} at time zone ${timeZone}`;
  const month = sql`(${sql.param(MONTHS)}::text[])[extract(month from ${local})::int]`;
  return sql`to_char(${local}, 'FMDD ') || ${month} || to_char(${local}, ' FMYYYY, FMHH12:MI:SS am')`;
}
