import { type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { MOST_FOUND } from "#domain/lists/list-columns.ts";
import type { Reader } from "../db/database.ts";
import { KEEP_PLAN } from "../wall/prepared-statements.ts";
import { rowsByWord } from "./by-word.ts";
import { type Counts, countsByStatus } from "./counts.ts";
import { findWordColumn, type List } from "./list.ts";
import type { Turn } from "./list-cursors.ts";
import { beyond, orderBy, type Position, type Term } from "./order.ts";

/** A row of a page; `record` is what the list reads of it in the same statement. */
export type FoundRow = { id: Id; position: Position; record?: unknown };

export type FoundPage = {
  rows: FoundRow[];
  isMoreBefore: boolean;
  isMoreAfter: boolean;
  total: number;
  /** Whether there are more rows than the list counts. */
  isMore: boolean;
  /** The number of rows with each word of the list's word column, whichever words are sought. */
  counts: Record<string, number>;
  amount: string | null;
  hidesAmounts: boolean;
};

export type Sought = {
  where: SQL | undefined;
  /** The kept counts of these rows; otherwise the statement counts them. */
  counts: Counts | undefined;
  /** The words sought in the list's word column; null for all. */
  words: readonly string[] | null;
  /** Whether every row must be checked. Page and total then share one materialized result. */
  isSearch: boolean;
  terms: readonly Term[];
  turn: Turn | null;
  limit: number;
  offset: number;
  /** Whether the page is read from the last row, because its offset is far from the first. Only with kept counts. */
  isFromEnd?: boolean;
  /** Selects one JSON value, named record, of the row whose id is page.id. */
  record?: SQL | undefined;
};

/** The ids of one page and the total of all pages, in one statement on narrow rows, and what `record` reads of each. */
export async function findPage<ColumnId extends string>(
  reader: Reader,
  list: List<ColumnId>,
  sought: Sought,
): Promise<FoundPage> {
  const { turn, limit, offset, isFromEnd } = sought;
  const mostCounted = mostCountedOf(list, sought);
  const found = await reader.execute<FoundRecord>(pageStatement(list, sought));
  const rows = rowsOf(found.rows);
  const counted = found.rows[0]?.total ?? 0;
  const isMore = isFromEnd ? counted > offset + limit : rows.length > limit;
  const shown = rows.slice(0, isFromEnd ? Math.max(counted - offset, 0) : limit);
  const isBackwards = turn?.direction === "before";
  const total = { total: Math.min(counted, mostCounted), isMore: counted > mostCounted };
  return {
    rows: isBackwards || isFromEnd ? shown.toReversed() : shown,
    isMoreBefore: isBackwards ? isMore : turn !== null || offset > 0,
    isMoreAfter: isBackwards || isMore,
    ...total,
    ...(total.isMore
      ? UNCOUNTED
      : {
          counts: found.rows[0]?.counts ?? {},
          amount: found.rows[0]?.amount ?? null,
          hidesAmounts: found.rows[0]?.hidesAmounts === true,
        }),
  };
}

/** What a page says of more rows than are counted. */
export const UNCOUNTED = { counts: {}, amount: null, hidesAmounts: false };

function mostCountedOf<ColumnId extends string>(
  { letters, mostCounted }: List<ColumnId>,
  { isSearch }: Sought,
): number {
  return (letters && isSearch ? MOST_FOUND : mostCounted) ?? Number.POSITIVE_INFINITY;
}

export type FoundRecord = {
  total: number;
  /** Null: the list is empty or has no words. */
  counts: Record<string, number> | null;
  amount: string | null;
  /** Null: the list is empty. */
  hidesAmounts: boolean | null;
  id: Id | null;
  position: Position | null;
  record?: unknown;
};

export function rowsOf(records: readonly FoundRecord[]): FoundRow[] {
  return records.filter(isRow).map(({ id, position, record }) => ({ id, position, record }));
}

/** An empty page has one record, with only the total. */
function isRow(record: FoundRecord): record is FoundRecord & FoundRow {
  return record.id !== null;
}

/** Exported so that its query plan can be examined. */
export function pageStatement<ColumnId extends string>(
  { id, from, columns, amount, mostCounted, isByWord }: List<ColumnId>,
  { where, counts, words, isSearch, terms, turn, limit, offset, isFromEnd = false, record }: Sought,
): SQL {
  const { named, keys, position } = keysOf(terms);
  const direction = isFromEnd ? "before" : turn?.direction;
  const order = sql.join(orderBy(named, direction), sql`, `);
  const [, wordColumn] = findWordColumn(columns) ?? [];
  const isSought = isOneOfWords(words);
  const matching = sql`
    select ${id} as id, ${wordColumn?.word ?? sql`null::text`} as word,
      ${amount?.shown ?? sql`null::numeric`} as amount, ${amount?.isHidden ?? sql`false`} as is_hidden, ${keys}
    from ${from} where ${where ?? sql`true`}`;
  const counting = mostCounted === undefined ? null : sql`limit ${mostCounted + 1}`;
  // The page is among the counted rows, so both are found at once.
  const isCounted = mostCounted !== undefined && turn === null && offset + limit <= mostCounted;
  const isKept = isSearch && (counting === null || isCounted);
  const before = isFromEnd
    ? sql`(select greatest(total - ${offset + limit}, 0) from totals)`
    : sql.raw(`${offset}`);
  const shown = sql.raw(`${isFromEnd ? limit : limit + 1}`);
  const isSorted = named[0]?.words !== undefined;
  const isInDefaultOrder = named.length === 2;
  const rows =
    isByWord && !isSearch && wordColumn && (isSorted || (words && isInDefaultOrder))
      ? rowsByWord({ named, all: wordColumn.words, words, turn, direction, most: sql`${before} + ${shown}` })
      : sql`matching where ${isSought} and ${turn ? beyond(named, turn.position, turn.direction) : sql`true`}`;
  return sql`
    ${isSearch ? sql`` : KEEP_PLAN}with matching as ${sql.raw(isKept ? "materialized" : "not materialized")} (
      ${matching} ${isKept && counting ? sql`order by ${sql.join(orderBy(terms), sql`, `)} ${counting}` : sql``}
    ), totals as (${totals()})
    select totals.*, page.id, page.position ${record ? sql`, beside.record` : sql``}
    from totals
    left join (
      select *, array[${position}] as position from ${rows}
      order by ${order} limit ${shown} offset ${before}
    ) as page on true
    ${record ? sql`left join lateral (${record}) as beside on true` : sql``}
    order by ${order}`;

  function totals(): SQL {
    if (counts) return addWords(countsByStatus(counts), isSought);
    return wordColumn || amount ? addWords(COUNT_WORDS, isSought) : countRows(counting);
  }
}

/** The sort keys as columns with names of their own, and the position of a row with them. */
export function keysOf(terms: readonly Term[]): { named: Term[]; keys: SQL; position: SQL } {
  const named = terms.map((term, index) => ({ ...term, by: sql`${sql.identifier(`term_${index}`)}` }));
  const keys = terms.map(({ by }, index) => sql`${by} as ${named[index]?.by}`);
  const parts = named.map(({ by }) => sql`${by}::text`);
  return { named, keys: sql.join(keys, sql`, `), position: sql.join(parts, sql`, `) };
}

/** Whether a row has one of the words, which null does not ask. */
export function isOneOfWords(words: readonly string[] | null): SQL {
  return words === null ? sql`true` : sql`word = any(${sql.param(words)}::text[])`;
}

const COUNT_WORDS = sql`
  select word, count(*) as rows, sum(amount) as amount, bool_or(is_hidden) as is_hidden from matching group by word`;

/** The rows of each word, of which the total adds those that are sought. */
function addWords(counted: SQL, isSought: SQL): SQL {
  return sql`
    select coalesce(sum(rows) filter (where ${isSought}), 0)::int as total,
      jsonb_object_agg(word, rows) filter (where word is not null) as counts,
      round(sum(amount) filter (where ${isSought}), 2)::text as amount,
      bool_or(is_hidden) filter (where ${isSought}) as "hidesAmounts"
    from (${counted}) as counted`;
}

function countRows(counting: SQL | null): SQL {
  return sql`
    select count(*)::int as total, null::jsonb as counts, null::text as amount, false as "hidesAmounts"
    from (select from matching ${counting ?? sql``}) as counted`;
}
