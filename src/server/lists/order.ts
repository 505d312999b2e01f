import { and, or, type SQL, sql } from "drizzle-orm";
import type { Direction, Position } from "../deps.ts";
import type { List, ListColumn } from "./list.ts";

/** One of the sort keys of a list, in order. The last key is the id, so no two rows are equal. */
export type Term = {
  by: SQL;
  type: "text" | "integer" | "timestamptz";
  isDescending: boolean;
  /** Nulls come last in both directions. */
  mayBeMissing: boolean;
  /** Of a closed set of words, in the order in which they sort. */
  words?: readonly string[];
  /** Sorts in the order `desc nulls first`, although nothing is missing. */
  isOfAll?: boolean;
};

/** The sort keys: the requested column, if any, then the list's default order. */
export function termsOf<ColumnId extends string>(list: List<ColumnId>, sort: string | undefined): Term[] {
  const own: Term[] = [
    { by: list.recent.getSQL(), type: "timestamptz", isDescending: true, mayBeMissing: false },
    { by: list.id.getSQL(), type: "text", isDescending: true, mayBeMissing: false },
  ];
  if (sort === undefined) return own.map((term) => ({ ...term, isOfAll: list.isOfAll ?? false }));
  const isDescending = sort.startsWith("-");
  const column = list.columns[(isDescending ? sort.slice(1) : sort) as ColumnId];
  const isRecent = column.says !== "text" && column.says !== "word" && column.moment === list.recent;
  return [{ ...keyOf(column), isDescending }, ...(isRecent ? own.slice(1) : own)];
}

function keyOf(column: ListColumn): Omit<Term, "isDescending"> {
  switch (column.says) {
    case "text":
      return { by: sql`(${column.order}) collate "C"`, type: "text", mayBeMissing: !column.isAlways };
    case "word":
      return {
        by: sql`array_position(${sql.param(column.words)}::text[], ${column.word})`,
        type: "integer",
        mayBeMissing: true,
        words: column.words,
      };
    case "day":
    case "moment":
      return { by: column.moment.getSQL(), type: "timestamptz", mayBeMissing: !column.isAlways };
  }
}

/**
 * Sorts forwards, or backwards from the last row. Where nothing is missing, an index in the order `desc nulls last`
 * serves both directions, and for the rows of all organizations one in the order `desc nulls first`: so the planner
 * cannot walk through all of them to find those of one, which may be at the end.
 */
export function orderBy(terms: readonly Term[], direction: Direction = "after"): SQL[] {
  return terms.map(({ by, isDescending, mayBeMissing, isOfAll }) => {
    const isDown = isDescending === (direction === "after");
    const isLast = mayBeMissing ? direction === "after" : isDown !== (isOfAll ?? false);
    return sql`${by} ${sql.raw(isDown ? "desc" : "asc")} nulls ${sql.raw(isLast ? "last" : "first")}`;
  });
}

/** The rows on one side of a position. */
export function beyond(terms: readonly Term[], position: Position, direction: Direction): SQL {
  const placed = terms.map((term, index) => place(term, position[index] ?? null, direction));
  const isOneWay = terms.every(
    ({ isDescending, mayBeMissing }) => isDescending === terms[0]?.isDescending && !mayBeMissing,
  );
  if (isOneWay) {
    // A row comparison lets an index find the position directly.
    const columns = sql.join(
      terms.map(({ by }) => by),
      COMMA,
    );
    const values = sql.join(
      placed.map(({ value }) => value),
      COMMA,
    );
    return sql`(${columns}) ${placed[0]?.sign ?? sql`<`} (${values})`;
  }
  const steps = placed.map((one, index) =>
    and(...placed.slice(0, index).map(({ isThere }) => isThere), one.isBeyond),
  );
  const [first] = placed;
  if (!first || terms[0]?.mayBeMissing) return or(...steps) ?? NEVER;
  // Follows from the steps, and lets an index begin at the position.
  return and(sql`${terms[0]?.by} ${first.sign}= ${first.value}`, or(...steps)) ?? NEVER;
}

const NEVER = sql`false`;
const COMMA = sql`, `;

/** A sort key with its value at a position. */
function place({ by, type, isDescending }: Term, text: string | null, direction: Direction) {
  const isAfter = direction === "after";
  const value = sql`${text}::${sql.raw(type)}`;
  const sign = isDescending === isAfter ? sql`<` : sql`>`;
  if (text === null) {
    return { value, sign, isThere: sql`${by} is null`, isBeyond: isAfter ? NEVER : sql`${by} is not null` };
  }
  const isFurther = sql`${by} ${sign} ${value}`;
  const isBeyond = isAfter ? sql`(${isFurther} or ${by} is null)` : isFurther;
  return { value, sign, isThere: sql`${by} = ${value}`, isBeyond };
}
