import { and, type SQL, sql } from "drizzle-orm";
import { MOST_FOUND } from "#domain/lists/list-columns.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import {
  type FoundPage,
  type FoundRecord,
  findPage,
  isOneOfWords,
  keysOf,
  recordOf,
  rowsOf,
  type Sought,
  tellRows,
  UNCOUNTED,
} from "./find-page.ts";
import { findByLetters, type Letters } from "./letters.ts";
import { findWordColumn, type List } from "./list.ts";
import { beyond, orderBy } from "./order.ts";

/** So many of the first rows tell what most rows say. */
const SAMPLE = 200;
/** A status of fewer rows in the sample is not looked for row by row. */
const FEWEST_OF_STATUS = 20;
/** Twice as many rows as are counted: a search that finds every second row of them needs no other. */
const NEAR = 2 * MOST_FOUND;

type Search = Omit<Sought, "counts" | "isSearch" | "isFromEnd"> & {
  /** What a row must say beside `where`. */
  wanted: SQL;
  /** How an index may find these rows; null if none can. */
  letters: Letters | null;
};

/**
 * A page of the rows that a search finds in a list with letters. What most rows say is read in the order of the list
 * and counted up to a limit, and what few say is found by an index, so that neither reads every row.
 */
export async function findSearched<ColumnId extends string>(
  reader: Reader,
  list: List<ColumnId>,
  { wanted, letters, ...search }: Search,
): Promise<FoundPage> {
  const { found, ofStatus } = await lookAtFirst(reader, list, search, wanted);
  const isFrequent = found * 2 >= SAMPLE;
  const near =
    isFrequent && ofStatus >= FEWEST_OF_STATUS ? await findNear(reader, list, search, wanted) : null;
  if (near) return near;
  const ids = letters && !isFrequent ? await findByLetters(reader, letters, MOST_FOUND) : null;
  const where = and(search.where, ids ? isAnyOf(list.id, ids) : undefined, wanted);
  return findPage(reader, list, { ...search, where, counts: undefined, isSearch: true });
}

type Asked = Omit<Search, "wanted" | "letters">;

/** How many of the first rows of the list the search finds, and how many have one of the words. */
async function lookAtFirst<ColumnId extends string>(
  reader: Reader,
  list: List<ColumnId>,
  asked: Asked,
  wanted: SQL,
): Promise<{ found: number; ofStatus: number }> {
  const first = firstRows(list, { ...asked, turn: null, words: null }, wanted, SAMPLE);
  const { rows } = await reader.execute<{ found: number; ofStatus: number }>(
    sql`select count(*) filter (where is_found)::int as found,
      count(*) filter (where ${isOneOfWords(asked.words)})::int as "ofStatus" from (${first}) as near`,
  );
  return rows[0] ?? { found: 0, ofStatus: 0 };
}

/** The page, if the rows near it are enough to have it whole, and to show that there are more rows than are counted. */
async function findNear<ColumnId extends string>(
  reader: Reader,
  list: List<ColumnId>,
  asked: Asked,
  wanted: SQL,
): Promise<FoundPage | null> {
  const { turn, limit, offset, record } = asked;
  const { named } = keysOf(asked.terms);
  const order = sql.join(orderBy(named, turn?.direction), sql`, `);
  const fromFirst = firstRows(list, { ...asked, turn: null }, wanted, NEAR);
  const fromTurn = turn ? firstRows(list, asked, wanted, NEAR) : sql`select * from near`;
  const found = await reader.execute<FoundRecord>(sql`
    with near as materialized (${fromFirst}), beyond as materialized (${fromTurn}),
      totals as (select count(*)::int as total from near where is_found)
    select totals.total, (select ${tellRows(named, record && recordOf(list, named, record))} from (
      select * from beyond where is_found order by ${order} limit ${limit + 1} offset ${offset}
    ) as page) as page from totals`);
  const rows = rowsOf(found.rows[0], named.length);
  if ((found.rows[0]?.total ?? 0) <= MOST_FOUND || rows.length <= limit) return null;
  const shown = rows.slice(0, limit);
  const isBackwards = turn?.direction === "before";
  return {
    rows: isBackwards ? shown.toReversed() : shown,
    isMoreBefore: isBackwards || turn !== null || offset > 0,
    isMoreAfter: true,
    total: MOST_FOUND,
    isMore: true,
    ...UNCOUNTED,
  };
}

/** The first rows of the list, or those beyond a position, and whether the search finds each. */
function firstRows<ColumnId extends string>(
  { from, columns }: List<ColumnId>,
  { where, words, terms, turn }: Asked,
  wanted: SQL,
  most: number,
): SQL {
  const [, wordColumn] = findWordColumn(columns) ?? [];
  const order = sql.join(orderBy(terms, turn?.direction), sql`, `);
  const conditions = and(
    where,
    wordColumn && words ? isAnyOf(wordColumn.word, words) : undefined,
    turn ? beyond(terms, turn.position, turn.direction) : undefined,
  );
  return sql`
    select ${wordColumn?.word ?? sql`null::text`} as word, ${keysOf(terms).keys}, ${wanted} as is_found
    from ${from} where ${conditions ?? sql`true`}
    order by ${order} limit ${sql.raw(String(most))}`;
}
