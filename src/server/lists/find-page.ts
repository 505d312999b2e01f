import { type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { KEEP_PLAN } from "../wall/prepared-statements.ts";
import { type Counts, countsByStatus } from "./counts.ts";
import { findWordColumn, type List } from "./list.ts";
import type { Turn } from "./list-cursors.ts";
import { beyond, orderBy, type Position, type Term } from "./order.ts";

/** A row of a page; `record` is what the list reads of it in the same statement. */
export type FoundRow = { id: Id; position: Position; record?: unknown };

type FoundPage = {
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
  /** Selects one JSON value, named record, of the row whose id is page.id. */
  record?: SQL | undefined;
};

/** The ids of one page and the total of all pages, in one statement on narrow rows, and what `record` reads of each. */
export async function findPage<ColumnId extends string>(
  reader: Reader,
  list: List<ColumnId>,
  sought: Sought,
): Promise<FoundPage> {
  const { turn, limit, offset } = sought;
  const { mostCounted = Number.POSITIVE_INFINITY } = list;
  const found = await reader.execute<FoundRecord>(pageStatement(list, sought));
  const rows = found.rows.filter(isRow).map(({ id, position, record }) => ({ id, position, record }));
  const isMore = rows.length > limit;
  const counted = found.rows[0]?.total ?? 0;
  const shown = rows.slice(0, limit);
  const isBackwards = turn?.direction === "before";
  return {
    rows: isBackwards ? shown.toReversed() : shown,
    isMoreBefore: isBackwards ? isMore : turn !== null || offset > 0,
    isMoreAfter: isBackwards || isMore,
    total: Math.min(counted, mostCounted),
    isMore: counted > mostCounted,
    counts: found.rows[0]?.counts ?? {},
    amount: found.rows[0]?.amount ?? null,
    hidesAmounts: found.rows[0]?.hidesAmounts === true,
  };
}

type FoundRecord = {
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

/** An empty page has one record, with only the total. */
function isRow(record: FoundRecord): record is FoundRecord & FoundRow {
  return record.id !== null;
}

/** Exported so that its query plan can be examined. */
export function pageStatement<ColumnId extends string>(
  { id, from, columns, amount, mostCounted }: List<ColumnId>,
  { where, counts, words, isSearch, terms, turn, limit, offset, record }: Sought,
): SQL {
  const named = terms.map((term, index) => ({ ...term, by: sql`${sql.identifier(`term_${index}`)}` }));
  const keys = sql.join(
    terms.map(({ by }, index) => sql`${by} as ${named[index]?.by}`),
    sql`, `,
  );
  const position = sql.join(
    named.map(({ by }) => sql`${by}::text`),
    sql`, `,
  );
  const order = sql.join(orderBy(named, turn?.direction), sql`, `);
  const [, wordColumn] = findWordColumn(columns) ?? [];
  const isSought = words === null ? sql`true` : sql`word = any(${sql.param(words)}::text[])`;
  const matching = sql`
    select ${id} as id, ${wordColumn?.word ?? sql`null::text`} as word,
      ${amount?.shown ?? sql`null::numeric`} as amount, ${amount?.isHidden ?? sql`false`} as is_hidden, ${keys}
    from ${from} where ${where ?? sql`true`}`;
  const counting = mostCounted === undefined ? null : sql`limit ${mostCounted + 1}`;
  // The page is among the counted rows, so both are found at once.
  const isCounted = mostCounted !== undefined && turn === null && offset + limit <= mostCounted;
  const isKept = isSearch && (counting === null || isCounted);
  return sql`
    ${isSearch ? sql`` : KEEP_PLAN}with matching as ${sql.raw(isKept ? "materialized" : "not materialized")} (
      ${matching} ${isKept && counting ? sql`order by ${sql.join(orderBy(terms), sql`, `)} ${counting}` : sql``}
    )
    select totals.*, page.id, page.position ${record ? sql`, beside.record` : sql``}
    from (${totals()}) as totals
    left join (
      select *, array[${position}] as position from matching
      where ${isSought} and ${turn ? beyond(named, turn.position, turn.direction) : sql`true`}
      order by ${order} limit ${sql.raw(`${limit + 1}`)} ${offset > 0 ? sql`offset ${offset}` : sql``}
    ) as page on true
    ${record ? sql`left join lateral (${record}) as beside on true` : sql``}
    order by ${order}`;

  function totals(): SQL {
    if (counts) return addWords(countsByStatus(counts), isSought);
    return wordColumn || amount ? addWords(COUNT_WORDS, isSought) : countRows(counting);
  }
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
