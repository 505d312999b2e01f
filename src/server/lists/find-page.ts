import { type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { MOST_FOUND } from "#domain/lists/list-columns.ts";
import type { Reader } from "../db/database.ts";
import type { Position, Turn } from "../deps.ts";
import { KEEP_PLAN } from "../wall/prepared-statements.ts";
import { rowsByWord } from "./by-word.ts";
import { type Counts, countsByStatus } from "./counts.ts";
import { findWordColumn, type List } from "./list.ts";
import { beyond, orderBy, type Term } from "./order.ts";

/** A page of a screen, whose statements keep their plans. */
export const ROWS_OF_SCREEN = 10;

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
  /** A JSON value of each row of the page, told of the table of the list's ids: a page needs no other table. */
  record?: SQL | undefined;
};

/** The ids of one page and the total of all pages, in one statement on narrow rows, and what `record` reads of each. */
export async function findPage<ColumnId extends string>(
  reader: Reader,
  list: List<ColumnId>,
  sought: Sought,
): Promise<FoundPage> {
  const { rows } = await reader.execute<FoundRecord>(pageStatement(list, sought));
  return toPage(list, sought, rows[0]);
}

/** The page of an answer to its statement. */
export function toPage<ColumnId extends string>(
  list: List<ColumnId>,
  sought: Sought,
  told: FoundRecord | undefined,
): FoundPage {
  const { turn, limit, offset, isFromEnd } = sought;
  const mostCounted = mostCountedOf(list, sought);
  const rows = rowsOf(told, sought.terms.length);
  const counted = told?.total ?? 0;
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
          counts: told?.counts ?? {},
          amount: told?.amount ?? null,
          hidesAmounts: told?.hidesAmounts === true,
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

/** The one row of an answer. */
export type FoundRecord = {
  total: number;
  /** Null: the list is empty or has no words. */
  counts: Record<string, number> | null;
  amount: string | null;
  /** Null: the list is empty. */
  hidesAmounts: boolean | null;
  /** The sort keys of each row, and its record. Null: the page is empty. */
  page: unknown[][] | null;
};

/** The rows of a page. The last of its sort keys is the id. */
export function rowsOf(found: Pick<FoundRecord, "page"> | undefined, keys: number): FoundRow[] {
  return (found?.page ?? []).map((row) => {
    const told = row.slice(0, keys) as (string | number | null)[];
    const position = told.map((key) => (key === null ? null : String(key)));
    return { id: position.at(-1) as Id, position, record: row[keys] };
  });
}

/** Exported so that its query plan can be examined. */
export function pageStatement<ColumnId extends string>(
  list: List<ColumnId>,
  { where, counts, words, isSearch, terms, turn, limit, offset, isFromEnd = false, record }: Sought,
): SQL {
  const { from, columns, amount, mostCounted, isByWord } = list;
  const { named, keys } = keysOf(terms);
  const direction = isFromEnd ? "before" : turn?.direction;
  const order = sql.join(orderBy(named, direction), sql`, `);
  const [, wordColumn] = findWordColumn(columns) ?? [];
  const isSought = isOneOfWords(words);
  const isSorted = named[0]?.words !== undefined;
  const isInDefaultOrder = named.length === 2;
  const byWord =
    isByWord && !isSearch && (isSorted || (words && isInDefaultOrder)) ? wordColumn?.words : undefined;
  // Every row of a search would be told, and those of other words, and those before the page.
  const isToldLater = record !== undefined && (isSearch || byWord !== undefined || offset > 0);
  const matching = sql`
    select ${wordColumn?.word ?? sql`null::text`} as word,
      ${amount?.shown ?? sql`null::numeric`} as amount, ${amount?.isHidden ?? sql`false`} as is_hidden, ${keys}
      ${record && !isToldLater ? sql`, ${record} as record` : sql``}
    from ${from} where ${where ?? sql`true`}`;
  const counting = mostCounted === undefined ? null : sql`limit ${mostCounted + 1}`;
  // The page is among the counted rows, so both are found at once.
  const isCounted = mostCounted !== undefined && turn === null && offset + limit <= mostCounted;
  const isKept = isSearch && (counting === null || isCounted);
  const before = isFromEnd
    ? sql`(select greatest(total - ${offset + limit}, 0) from totals)`
    : sql`${offset}::int`;
  const shown = sql.raw(`${isFromEnd ? limit : limit + 1}`);
  const rows = byWord
    ? rowsByWord({
        named,
        all: byWord,
        words,
        turn,
        direction,
        most: offset > 0 ? sql`${before} + ${shown}` : shown,
      })
    : sql`matching where ${isSought} and ${turn ? beyond(named, turn.position, turn.direction) : sql`true`}`;
  // How many rows of a word are before the page is better known to the plan, and a limit is part of the text.
  const keepsPlan = !isSearch && limit === ROWS_OF_SCREEN && (byWord === undefined || offset === 0);
  const told = tellRows(named, record && (isToldLater ? recordOf(list, named, record) : sql`record`));
  return sql`
    ${keepsPlan ? KEEP_PLAN : sql``}with matching as ${sql.raw(isKept ? "materialized" : "not materialized")} (
      ${matching} ${isKept && counting ? sql`order by ${sql.join(orderBy(terms), sql`, `)} ${counting}` : sql``}
    ), totals as (${totals()})
    select totals.*, (select ${told} from (
      select * from ${rows}
      order by ${order} limit ${shown} ${offset > 0 ? sql`offset ${before}` : sql``}
    ) as page) as page from totals`;

  function totals(): SQL {
    if (counts) return addWords(countsByStatus(counts), isSought);
    return wordColumn || amount ? addWords(COUNT_WORDS, isSought) : countRows(counting);
  }
}

/** The sort keys as columns with names of their own. */
export function keysOf(terms: readonly Term[]): { named: Term[]; keys: SQL } {
  const named = terms.map((term, index) => ({ ...term, by: sql`${sql.identifier(`term_${index}`)}` }));
  const keys = terms.map(({ by }, index) => sql`${by} as ${named[index]?.by}`);
  return { named, keys: sql.join(keys, sql`, `) };
}

/** All rows of a page in one value, in its order: many small rows cost more, here and in the database. */
export function tellRows(named: readonly Term[], record: SQL | undefined): SQL {
  const keys = named.map(({ by }) => by);
  return sql`json_agg(json_build_array(${sql.join(record ? [...keys, record] : keys, sql`, `)}))`;
}

/** The record of the row whose sort keys are told. */
export function recordOf<ColumnId extends string>(
  { id, from }: List<ColumnId>,
  named: readonly Term[],
  record: SQL,
): SQL {
  return sql`(select ${record} from ${from} where ${id} = page.${named.at(-1)?.by})`;
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
