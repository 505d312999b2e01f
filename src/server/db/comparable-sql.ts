import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { text } from "drizzle-orm/pg-core";
import { APOSTROPHES, DASHES, ORDER_DIGITS, SHAPELESS } from "#domain/lists/comparable-text.ts";

// The SQL form of foldText, comparableText and orderKey in src/domain/lists/comparable-text.ts. Keep both equal.

const ZEROS = "0".repeat(ORDER_DIGITS);

/** A literal of SQL, with an escape for every character that an editor may not show. */
export function literal(text: string): SQL {
  const escaped = text.replace(
    /[^ -&(-[\]-~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return sql.raw(`E'${escaped}'`);
}

/** A migration made this function. A changed one would need new columns, because the columns of this one are stored. */
export function fold(of: SQLWrapper): SQL<string> {
  return sql`counterpart_fold(${of})`;
}

export function comparable(of: SQLWrapper): SQL<string> {
  // What has no partner in the second text is removed.
  const from = literal(`_${DASHES}${APOSTROPHES}${SHAPELESS}`);
  const to = literal(` ${"-".repeat(DASHES.length)}`);
  return sql`regexp_replace(translate(${fold(of)}, ${from}, ${to}), '[\\t-\\r \\u0085\\u1680\\u2028\\u2029]+', ' ', 'g')`;
}

/** The sort key. Use the collation "C" to compare keys. */
export function orderable(of: SQLWrapper): SQL<string> {
  const padded = sql`regexp_replace(${comparable(of)}, '([0-9]+)', ${sql.raw(`'${ZEROS}\\1'`)}, 'g')`;
  return sql`regexp_replace(${padded}, ${sql.raw(`'0*([0-9]{${ORDER_DIGITS},})', '\\1'`)}, 'g')`;
}

export function contains(text: SQLWrapper, query: string): SQL {
  return sql`${text} like ${patternOf(query)}`;
}

/** The pattern of LIKE for what contains a comparable text. */
export function patternOf(query: string): string {
  return `%${query.replace(/[\\%_]/g, "\\$&")}%`;
}

/** A generated column with another column's comparable text. */
export const comparableOf = (name: string, column: string | SQL) =>
  text(name).generatedAlwaysAs(comparable(expressionOf(column)));

export const orderableOf = (name: string, column: string | SQL) =>
  text(name).generatedAlwaysAs(orderable(expressionOf(column)));

/** The part of an index that has texts in their order, without which no row is. */
export function byText(order: SQLWrapper): SQL {
  return sql`(${order}) collate "C" nulls first`;
}

function expressionOf(column: string | SQL): SQLWrapper {
  return typeof column === "string" ? sql.identifier(column) : column;
}
