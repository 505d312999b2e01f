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
import type { Deps, Direction, Question } from "../deps.ts";
import { type Counts, readCountsByStatus } from "./counts.ts";
import { type FoundRow, findPage, type Sought, toPage } from "./find-page.ts";
import { findSearched } from "./find-searched.ts";
import { type Asked, askFirstPage } from "./first-page.ts";
import type { Letters } from "./letters.ts";
import { findWordColumn, type List, type ListColumn } from "./list.ts";
import { mayOccur, momentText } from "./moment-text.ts";
import { orderBy, termsOf } from "./order.ts";

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
 * exactly these rows, if there are some; `asked` tells both of placeholders, for a list that is read often.
 */
type Owned = { owner: Id; where: SQL | undefined; counts?: Counts | undefined; asked?: Asked };

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
  const texts = { q: query.q, filters: filters.get(false) ?? [] };
  const timeZone = query.timeZone ?? deps.settings.now().timeZone;
  const { wanted, letters } = await matching(deps.db, list, texts, timeZone);
  const where = and(owned.where, wanted);
  const terms = termsOf(list, query.sort);
  if (limit === undefined) {
    const ofWords = wordColumn && words ? inArray(wordColumn.word, words) : undefined;
    return { where: and(where, ofWords), orderBy: orderBy(terms) };
  }

  const asked: Question = [list.path, owned.owner, question];
  const turn = cursor === undefined ? null : deps.cursors.read(asked, cursor);
  const isForeign = turn === null || turn.position.length !== terms.length;
  if (cursor !== undefined && isForeign) throw new AppError("invalid", FOREIGN_CURSOR);
  const asking = { words, terms, turn, limit, offset, record };
  const isSearch = wanted !== undefined;
  const counts = isSearch ? undefined : owned.counts;
  const page = { ...asking, where, counts, isSearch };
  const isFirst = !isSearch && words === null && turn === null && offset === 0;
  const found =
    wanted && list.letters
      ? await findSearched(deps.db, list, { ...asking, where: owned.where, wanted, letters })
      : isFirst && owned.asked
        ? toPage(list, page, await askFirstPage(deps.db, list, owned.asked, page, query.sort))
        : await findPage(deps.db, list, await fromNearerEnd(deps.db, page));
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

/** Fewer rows are passed over sooner than the end is found. */
const FAR = 1000;

/** A page far from the first row is read from the last one if that is nearer. */
async function fromNearerEnd(reader: Reader, sought: Sought): Promise<Sought> {
  const { counts, words, turn, offset } = sought;
  if (!counts || turn || offset < FAR) return sought;
  const byStatus = await readCountsByStatus(reader, counts);
  const total = [...byStatus].reduce(
    (sum, [word, rows]) => (words?.includes(word) === false ? sum : sum + rows),
    0,
  );
  return { ...sought, isFromEnd: offset > total / 2 };
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

type Texts<ColumnId extends string> = Pick<ListQuery<ColumnId>, "q"> & {
  filters: NonNullable<ListQuery<ColumnId>["filter"]>;
};

/**
 * The rows that a search and filters find, the same that the browser's table finds in memory; and how letters find all
 * of them, if one of the texts can only be in columns that have letters.
 */
async function matching<ColumnId extends string>(
  reader: Reader,
  list: List<ColumnId>,
  { q, filters }: Texts<ColumnId>,
  timeZone: string,
): Promise<{ wanted: SQL | undefined; letters: Letters | null }> {
  const conditions: SQL[] = [];
  const indexed: Letters[] = [];
  const asked = filters.map(({ id, value }) => ({ ids: [id], value }));
  if (q) asked.push({ ids: Object.keys(list.columns) as ColumnId[], value: q });
  for (const { ids, value } of asked) {
    const said: { id: ColumnId; saying: SQL }[] = [];
    for (const id of ids) {
      const one = await saying(reader, list.columns[id], value, timeZone);
      if (one) said.push({ id, saying: one });
    }
    conditions.push(or(...said.map((one) => one.saying)) ?? NONE);
    const wanted = comparableText(value);
    const hasLetters = said.every(({ id }) => mayHaveLetters(list.columns[id], wanted));
    if (list.letters && hasLetters && wanted.length >= FEWEST_LETTERS)
      indexed.push({ list: list.letters, columns: said.map(({ id }) => id), wanted });
  }
  return { wanted: and(...conditions), letters: indexed[0] ?? null };
}

/** The index has groups of three letters. */
const FEWEST_LETTERS = 3;

function mayHaveLetters(column: ListColumn, wanted: string): boolean {
  return column.says === "text" && column.hasLetters?.(wanted) === true;
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
