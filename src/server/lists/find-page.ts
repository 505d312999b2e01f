import { and, type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { MAX_FOUND } from "#domain/lists/list-columns.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Cursor, Position } from "../deps.ts";
import { type Counts, countsByStatus } from "./count-triggers.ts";
import { findStatusColumn, type List } from "./list.ts";
import { beyond, orderBy, type SortKey } from "./order.ts";

export type FoundRow = { id: Id; position: Position };

export type FoundPage = {
  rows: FoundRow[];
  isMoreBefore: boolean;
  isMoreAfter: boolean;
  total: number;
  /** Whether there are more rows than the list counts. */
  isMore: boolean;
  /** The number of rows with each status, whichever statuses are requested. */
  counts: Record<string, number>;
  amount: string | null;
  hidesAmounts: boolean;
};

export type PageQuery = {
  where: SQL | undefined;
  /** The stored counts of these rows; otherwise the rows are counted. */
  counts: Counts | undefined;
  /** The requested statuses; null for all. */
  statuses: readonly string[] | null;
  sortKeys: readonly SortKey[];
  cursor: Cursor | null;
  limit: number;
  offset: number;
};

type PageTotals = Omit<FoundPage, "rows" | "isMoreBefore" | "isMoreAfter" | "isMore">;

/** A page by its sort keys, which an index has for the usual orders, and the total of all pages. */
export async function findPage<ColumnId extends string>(
  reader: DbOrTx,
  list: List<ColumnId>,
  query: PageQuery,
): Promise<FoundPage> {
  const [positions, totals] = await Promise.all([
    findPositions(reader, list, query),
    readPageTotals(reader, list, query),
  ]);
  return toPage(query, positions, totals, list.maxCounted);
}

/** A page of the rows that a search finds. It reads at most one row more than it counts, so no search takes long. */
export async function searchPage<ColumnId extends string>(
  reader: DbOrTx,
  list: List<ColumnId>,
  query: PageQuery,
): Promise<FoundPage> {
  const { statuses, cursor, offset, limit } = query;
  const max = list.maxCounted ?? MAX_FOUND;
  let found = await findUpTo(reader, list, query, max);
  if (found.rowsFound > max && statuses) {
    const where = and(query.where, hasStatus(list, statuses));
    found = { ...(await findUpTo(reader, list, { ...query, where }, max)), counts: {} };
  }
  const hasPage = found.rowsFound <= max || (cursor === null && offset + limit <= max);
  const positions = hasPage ? found.positions : await findPositions(reader, list, query);
  return toPage(query, positions, found, max);
}

function toPage(
  { cursor, limit, offset }: PageQuery,
  positions: readonly Position[],
  { counts, amount, hidesAmounts, ...totals }: PageTotals,
  maxCounted = Number.POSITIVE_INFINITY,
): FoundPage {
  const shown = positions
    .slice(0, limit)
    // The last sort key is the id.
    .map((position): FoundRow => ({ id: position.at(-1) as Id, position }));
  const isBackwards = cursor?.direction === "before";
  const isMoreBeyond = positions.length > limit;
  const isMore = totals.total > maxCounted;
  return {
    rows: isBackwards ? shown.toReversed() : shown,
    isMoreBefore: isBackwards ? isMoreBeyond : cursor !== null || offset > 0,
    isMoreAfter: isBackwards || isMoreBeyond,
    total: Math.min(totals.total, maxCounted),
    isMore,
    ...(isMore ? { counts: {}, amount: null, hidesAmounts: false } : { counts, amount, hidesAmounts }),
  };
}

/** The positions of a page's rows and of one more, in the direction of the cursor. */
async function findPositions<ColumnId extends string>(
  reader: DbOrTx,
  list: List<ColumnId>,
  { where, statuses, sortKeys, cursor, limit, offset }: PageQuery,
): Promise<Position[]> {
  const columns = sortKeys.map(({ by }, index) => [nameOf(index), sql<string | null>`${by}::text`]);
  const rows = await reader
    .select(Object.fromEntries(columns) as Record<string, SQL<string | null>>)
    .from(list.from)
    .where(
      and(
        where,
        statuses ? hasStatus(list, statuses) : undefined,
        cursor ? beyond(sortKeys, cursor.position, cursor.direction) : undefined,
      ),
    )
    .orderBy(...orderBy(sortKeys, cursor?.direction))
    .limit(limit + 1)
    .offset(offset);
  return rows.map((row) => sortKeys.map((_, index) => row[nameOf(index)] ?? null));
}

const nameOf = (index: number) => `key_${index}`;

function hasStatus<ColumnId extends string>(
  { columns }: List<ColumnId>,
  statuses: readonly string[],
): SQL | undefined {
  const [, column] = findStatusColumn(columns) ?? [];
  return column && isAnyOf(column.column, statuses);
}

async function readPageTotals<ColumnId extends string>(
  reader: DbOrTx,
  list: List<ColumnId>,
  { where, counts, statuses }: PageQuery,
): Promise<PageTotals> {
  const { maxCounted } = list;
  const most = maxCounted === undefined ? sql`` : sql` limit ${maxCounted + 1}`;
  const counted = counts
    ? countsByStatus(counts)
    : countRows(sql`(select ${countedColumns(list)} from ${list.from} where ${where ?? sql`true`}${most})`);
  const [totals] = await reader.select(TOTALS).from(sql`(${addStatuses(counted, statuses)}) as totals`);
  return totals ?? NONE;
}

type Found = PageTotals & { rowsFound: number; positions: Position[] };

/** The totals and the page of the first rows that a search finds, one more than are counted. */
async function findUpTo<ColumnId extends string>(
  reader: DbOrTx,
  list: List<ColumnId>,
  { where, statuses, sortKeys, cursor, limit, offset }: PageQuery,
  max: number,
): Promise<Found> {
  const named = sortKeys.map((key, index) => ({ ...key, by: sql.identifier(nameOf(index)).getSQL() }));
  const keys = sortKeys.map(({ by }, index) => sql`${by} as ${named[index]?.by}`);
  const texts = named.map(({ by }) => sql`${by}::text`);
  const { rows } = await reader.execute<PageTotals & { rowsFound: number; positions: Position[] | null }>(sql`
    with found as materialized (
      select ${countedColumns(list)}, ${sql.join(keys, sql`, `)} from ${list.from}
      where ${where ?? sql`true`} order by ${sql.join(orderBy(sortKeys), sql`, `)} limit ${max + 1}
    )
    select totals.*, (select count(*) from found)::int as "rowsFound", (
      select json_agg(json_build_array(${sql.join(texts, sql`, `)})) from (
        select * from found
        where ${isRequested(statuses)} and ${cursor ? beyond(named, cursor.position, cursor.direction) : sql`true`}
        order by ${sql.join(orderBy(named, cursor?.direction), sql`, `)} limit ${limit + 1} offset ${offset}
      ) as page
    ) as positions from (${addStatuses(countRows(sql`found`), statuses)}) as totals`);
  const [found] = rows;
  return found
    ? { ...found, counts: found.counts ?? {}, positions: found.positions ?? [] }
    : { ...NONE, rowsFound: 0, positions: [] };
}

const NONE: PageTotals = { total: 0, counts: {}, amount: null, hidesAmounts: false };

const TOTALS = {
  total: sql<number>`total`,
  counts: sql<Record<string, number>>`counts`,
  amount: sql<string | null>`amount`,
  hidesAmounts: sql<boolean>`"hidesAmounts"`,
};

/** What is counted of a row. */
function countedColumns<ColumnId extends string>({ columns, amount }: List<ColumnId>): SQL {
  const [, status] = findStatusColumn(columns) ?? [];
  return sql`${status?.column ?? sql`null::text`} as status, ${amount?.shown ?? sql`null::numeric`} as amount,
    ${amount?.isHidden ?? sql`false`} as is_hidden`;
}

function countRows(rows: SQL): SQL {
  return sql`select status, count(*) as rows, sum(amount) as amount, bool_or(is_hidden) as is_hidden
    from ${rows} as counted group by status`;
}

function isRequested(statuses: readonly string[] | null): SQL {
  return statuses ? isAnyOf(sql`status`, statuses) : sql`true`;
}

/** The rows of each status, of which the totals add those that are requested. */
function addStatuses(counted: SQL, statuses: readonly string[] | null): SQL {
  const requested = isRequested(statuses);
  return sql`
    select coalesce(sum(rows) filter (where ${requested}), 0)::int as total,
      coalesce(jsonb_object_agg(status, rows) filter (where status is not null), '{}') as counts,
      round(sum(amount) filter (where ${requested}), 2)::text as amount,
      coalesce(bool_or(is_hidden) filter (where ${requested}), false) as "hidesAmounts"
    from (${counted}) as by_status`;
}
