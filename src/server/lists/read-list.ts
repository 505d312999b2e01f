import { and, inArray, or, type SQL, sql } from "drizzle-orm";
import type { CountedPage, ListPage, ListQuery } from "#contract/list-query.ts";
import type { Id } from "#domain/id.ts";
import { comparableText, containing, daysMatching, wordsMatching } from "#domain/lists/comparable-text.ts";
import { AppError } from "../app-error.ts";
import { contains } from "../db/comparable-sql.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps, Direction, SignedQuery } from "../deps.ts";
import type { Counts } from "./count-triggers.ts";
import { type FoundRow, findPage, searchPage } from "./find-page.ts";
import { findStatusColumn, type List, type ListColumn } from "./list.ts";
import { orderBy, sortKeysOf } from "./order.ts";
import { mayOccur, timestampText } from "./timestamp-text.ts";

/** What a query selects of a list: which rows, in which order, and their page; without a page, all rows. */
export type ListSelection = {
  where: SQL | undefined;
  orderBy: SQL[];
  /** The ids of a page's rows. */
  ids?: Id[];
  page?: ListPage & { counts: Record<string, number>; amount: string | null; hidesAmounts: boolean };
};

/**
 * The rows of a list. A cursor is signed for its audience and answers no other: an organization or person id, "company",
 * or a filter. Callers cannot remove `where`; `counts` are the stored counts of exactly these rows.
 */
type Owned = { cursorAudience: string; where: SQL | undefined; counts?: Counts | undefined };

type ListDeps = Pick<Deps, "db" | "cursors" | "settings">;

/** Finds the rows of a list that match a query. */
export async function readList<ColumnId extends string>(
  deps: ListDeps,
  list: List<ColumnId>,
  owned: Owned,
  query: ListQuery<ColumnId>,
): Promise<ListSelection> {
  const { limit, cursor, offset = 0, ...rest } = query;
  if (query.timeZone) await refuseUnknownTimeZone(deps.db, query.timeZone);
  const { status, statuses, filters } = readFilters(list, query);
  const texts = { q: query.q, filters };
  const matches = await matching(deps.db, list, texts, query.timeZone ?? deps.settings.now().timeZone);
  const where = and(owned.where, matches);
  const sortKeys = sortKeysOf(list, query.sort);
  if (limit === undefined) {
    const ofStatuses = status && statuses ? inArray(status.column, statuses) : undefined;
    return { where: and(where, ofStatuses), orderBy: orderBy(sortKeys) };
  }

  const signed: SignedQuery = [list.path, owned.cursorAudience, rest];
  const from = cursor === undefined ? null : deps.cursors.read(signed, cursor);
  const isForeign = from === null || from.position.length !== sortKeys.length;
  if (cursor !== undefined && isForeign) throw new AppError("invalid", FOREIGN_CURSOR);
  const page = { where, statuses, sortKeys, cursor: from, limit, offset };
  const found = matches
    ? await searchPage(deps.db, list, { ...page, counts: undefined })
    : await findPage(deps.db, list, { ...page, counts: owned.counts });
  const ids = found.rows.map(({ id }) => id);
  return {
    where: isAnyOf(list.id, ids),
    orderBy: orderBy(sortKeys),
    ids,
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
    return row ? deps.cursors.write(signed, { direction, position: row.position }) : null;
  }
}

/** The statuses that a query selects, null for all, beside its filters of other columns. */
function readFilters<ColumnId extends string>(list: List<ColumnId>, query: ListQuery<ColumnId>) {
  const [statusId, status] = findStatusColumn(list.columns) ?? [];
  const filters = Map.groupBy(query.filter ?? [], ({ id }) => id === statusId);
  const statusText = filters.get(true)?.[0]?.value;
  const statuses = status && statusText !== undefined ? wordsMatching(status.values, statusText) : null;
  return { status, statuses, filters: filters.get(false) ?? [] };
}

/** The page of an answer, beside its rows. */
export function pageOf({ page }: ListSelection): { page?: ListPage } {
  if (!page) return {};
  const { total, isMore, nextCursor, previousCursor } = page;
  return { page: { total, ...(isMore && { isMore }), nextCursor, previousCursor } };
}

/** The page of a list whose rows have a status. */
export function pageWithStatusCounts(selection: ListSelection): { page?: CountedPage } {
  const { page } = pageOf(selection);
  return page ? { page: { ...page, counts: selection.page?.counts ?? {} } } : {};
}

const FOREIGN_CURSOR =
  "This cursor doesn't belong to this list and this question. Leave it out to begin with the first page.";

const knownTimeZones = new Set<string>();

/** PostgreSQL's code for an invalid parameter value. */
const INVALID_PARAMETER = "22023";

/** The database computes days in the zone, so the database must know it. */
async function refuseUnknownTimeZone(reader: DbOrTx, timeZone: string): Promise<void> {
  const name = timeZone.toLowerCase();
  if (knownTimeZones.has(name)) return;
  try {
    await reader.execute(sql`select now() at time zone ${name}`);
    knownTimeZones.add(name);
  } catch (error) {
    const { cause } = error as Error;
    if ((cause as { code?: unknown } | undefined)?.code !== INVALID_PARAMETER) throw error;
    throw new AppError("invalid", "The portal doesn't know this time zone.");
  }
}

type Texts<ColumnId extends string> = Pick<ListQuery<ColumnId>, "q"> & {
  filters: NonNullable<ListQuery<ColumnId>["filter"]>;
};

/** The condition on the rows that a search and filters find, the same that the browser's table finds in memory. */
async function matching<ColumnId extends string>(
  reader: DbOrTx,
  list: List<ColumnId>,
  { q, filters }: Texts<ColumnId>,
  timeZone: string,
): Promise<SQL | undefined> {
  const searched = filters.map(({ id, value }) => ({ ids: [id], value }));
  if (q) searched.push({ ids: Object.keys(list.columns) as ColumnId[], value: q });
  const conditions: SQL[] = [];
  for (const { ids, value } of searched) {
    const found: SQL[] = [];
    for (const id of ids) {
      const inColumn = await columnContains(reader, list.columns[id], value, timeZone);
      if (inColumn) found.push(inColumn);
    }
    conditions.push(or(...found) ?? sql`false`);
  }
  return and(...conditions);
}

/** The condition that a column's cell contains a text; null if no cell can. */
async function columnContains(
  reader: DbOrTx,
  column: ListColumn,
  filterText: string,
  timeZone: string,
): Promise<SQL | null> {
  switch (column.type) {
    case "text":
      return (
        column.finds?.(reader, comparableText(filterText)) ??
        contains(column.comparable, comparableText(filterText))
      );
    case "enum": {
      const values = column.values.filter(containing(filterText));
      return values.length === 0 ? null : inArray(column.column, values);
    }
    case "date":
    case "day": {
      const days = daysMatching(filterText).map((range) => `[${range.join()})`);
      const day = "date" in column ? column.date : sql`(${column.timestamp} at time zone ${timeZone})::date`;
      return days.length === 0 ? null : sql`${day} <@ ${`{${days.join()}}`}::datemultirange`;
    }
    case "timestamp":
      return mayOccur(filterText, timeZone)
        ? contains(timestampText(column.timestamp, timeZone), comparableText(filterText))
        : null;
  }
}
