import { and, inArray, or, type SQL, sql } from "drizzle-orm";
import type { CountedPage, ListPage, ListQuery } from "#contract/list-query.ts";
import type { Id } from "#domain/id.ts";
import { comparableText, containing } from "#domain/lists/comparable-text.ts";
import { daysSaying } from "#domain/lists/days-saying.ts";
import { wordsMeant } from "#domain/lists/words-meant.ts";
import { AppError } from "../app-error.ts";
import { contains } from "../db/comparable-sql.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import type { Deps } from "../deps.ts";
import type { Counts } from "./counts.ts";
import { type FoundRow, findPage } from "./find-page.ts";
import { findWordColumn, type List, type ListColumn } from "./list.ts";
import type { Question } from "./list-cursors.ts";
import { mayOccur, momentText } from "./moment-text.ts";
import { type Direction, orderBy, termsOf } from "./order.ts";

/** Which rows to read, in which order, and their page; without a page, all rows. */
export type Slice = {
  where: SQL | undefined;
  orderBy: SQL[];
  /** The ids of a page's rows, and what was read of each with them. */
  ids?: Id[];
  records?: unknown[];
  page?: ListPage & { counts: Record<string, number>; amount: string | null; hidesAmounts: boolean };
};

/**
 * The rows of a list's owner. `where` holds the conditions that a caller cannot remove; `counts` are the kept counts of
 * exactly these rows, if there are some.
 */
type Owned = { owner: Id; where: SQL | undefined; counts?: Counts | undefined };

type ListDeps = Pick<Deps, "db" | "cursors" | "settings">;

/** Finds the rows of a list that match a query. `record` reads more of the rows of a page in the same statement. */
export async function readList<ColumnId extends string>(
  deps: ListDeps,
  list: List<ColumnId>,
  owned: Owned,
  query: ListQuery<ColumnId>,
  record?: SQL,
): Promise<Slice> {
  const { limit, cursor, offset = 0, ...question } = query;
  if (query.timeZone) await refuseUnknownTimeZone(deps.db, query.timeZone);
  const [wordId, wordColumn] = findWordColumn(list.columns) ?? [];
  const filters = Map.groupBy(query.filter ?? [], ({ id }) => id === wordId);
  const sought = filters.get(true)?.[0]?.value;
  const words = wordColumn && sought !== undefined ? wordsMeant(wordColumn.words, sought) : null;
  const wanted = await matching(
    deps.db,
    list,
    query.q,
    filters.get(false) ?? [],
    query.timeZone ?? deps.settings.now().timeZone,
  );
  const where = and(owned.where, wanted);
  const terms = termsOf(list, query.sort);
  if (limit === undefined) {
    const ofWords = wordColumn && words ? inArray(wordColumn.word, words) : undefined;
    return { where: and(where, ofWords), orderBy: orderBy(terms) };
  }

  const asked: Question = [list.path, owned.owner, question];
  const turn = cursor === undefined ? null : deps.cursors.read(asked, cursor);
  if (cursor !== undefined && turn === null) throw new AppError("invalid", FOREIGN_CURSOR);
  const isSearch = wanted !== undefined;
  const counts = isSearch ? undefined : owned.counts;
  const asking = { where, counts, words, isSearch, terms, turn, limit, offset, record };
  const found = await findPage(deps.db, list, asking);
  const ids = found.rows.map(({ id }) => id);
  return {
    where: isAnyOf(list.id, ids),
    orderBy: orderBy(terms),
    ids,
    ...(record && { records: found.rows.map((row) => row.record) }),
    page: {
      total: found.total,
      ...(found.isMore && { isMore: true }),
      counts: found.counts,
      amount: found.amount,
      hidesAmounts: found.hidesAmounts,
      nextCursor: write("after", found.isMoreAfter ? found.rows.at(-1) : undefined),
      previousCursor: write("before", found.isMoreBefore ? found.rows[0] : undefined),
    },
  };

  function write(direction: Direction, row: FoundRow | undefined): string | null {
    return row ? deps.cursors.write(asked, { direction, position: row.position }) : null;
  }
}

/** The page of an answer, beside its rows. */
export function pageOf({ page }: Slice): { page?: ListPage } {
  if (!page) return {};
  const { total, isMore, nextCursor, previousCursor } = page;
  return { page: { total, ...(isMore && { isMore }), nextCursor, previousCursor } };
}

/** The page of a list whose rows have a status. */
export function countedPageOf(slice: Slice): { page?: CountedPage } {
  const { page } = pageOf(slice);
  return page ? { page: { ...page, counts: slice.page?.counts ?? {} } } : {};
}

const FOREIGN_CURSOR =
  "This cursor does not belong to this list and this question. Leave it out to begin with the first page.";

const knownTimeZones = new Set<string>();

/** PostgreSQL's code for an invalid parameter value. */
const INVALID_PARAMETER = "22023";

/** The database computes days in the zone, so the database must know it. */
async function refuseUnknownTimeZone(reader: Reader, timeZone: string): Promise<void> {
  const name = timeZone.toLowerCase();
  if (knownTimeZones.has(name)) return;
  try {
    await reader.execute(sql`select now() at time zone ${name}`);
    knownTimeZones.add(name);
  } catch (error) {
    const { cause } = error as Error;
    if ((cause as { code?: unknown } | undefined)?.code !== INVALID_PARAMETER) throw error;
    throw new AppError("invalid", "The portal does not know this time zone.");
  }
}

/** The rows that a search and filters find, the same that the browser's table finds in memory. */
async function matching<ColumnId extends string>(
  reader: Reader,
  list: List<ColumnId>,
  q: string | undefined,
  filters: NonNullable<ListQuery<ColumnId>["filter"]>,
  timeZone: string,
): Promise<SQL | undefined> {
  const conditions: SQL[] = [];
  for (const { id, value } of filters)
    conditions.push((await saying(reader, list.columns[id], value, timeZone)) ?? NONE);
  if (q) {
    const said: SQL[] = [];
    for (const column of Object.values<ListColumn>(list.columns))
      said.push((await saying(reader, column, q, timeZone)) ?? NONE);
    conditions.push(or(...said) ?? NONE);
  }
  return and(...conditions);
}

const NONE = sql`false`;

/** The condition that a column's cell contains a text; null if no cell can. */
async function saying(
  reader: Reader,
  column: ListColumn,
  wanted: string,
  timeZone: string,
): Promise<SQL | null> {
  switch (column.says) {
    case "text":
      return (
        column.finds?.(reader, comparableText(wanted)) ?? contains(column.comparable, comparableText(wanted))
      );
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
      return mayOccur(wanted, timeZone)
        ? contains(momentText(column.moment, timeZone), comparableText(wanted))
        : null;
  }
}
