import { and, or, type SQL, sql } from "drizzle-orm";
import type { Direction, Position } from "../deps.ts";
import type { List, ListColumn } from "./list.ts";

/** One of the sort keys of a list, in order. The last key is the id, so no two rows are equal. */
export type SortKey = {
  by: SQL;
  type: "text" | "integer" | "date" | "timestamptz";
  isDescending: boolean;
  /** Nulls come last in both directions. */
  mayBeMissing: boolean;
  /** Sorts in the order `desc nulls first`, although nothing is missing. */
  sortsNullsFirst?: boolean;
};

/** The sort keys: the requested column, if any, then the list's default order. */
export function sortKeysOf<ColumnId extends string>(
  list: List<ColumnId>,
  sort: string | undefined,
): SortKey[] {
  const own: SortKey[] = [
    { by: list.defaultSort.getSQL(), type: "timestamptz", isDescending: true, mayBeMissing: false },
    { by: list.id.getSQL(), type: "text", isDescending: true, mayBeMissing: false },
  ];
  if (sort === undefined)
    return own.map((key) => ({ ...key, sortsNullsFirst: list.sortsNullsFirst ?? false }));
  const isDescending = sort.startsWith("-");
  const column = list.columns[(isDescending ? sort.slice(1) : sort) as ColumnId];
  const isDefaultSort = "timestamp" in column && column.timestamp === list.defaultSort;
  return [{ ...keyOf(column), isDescending }, ...(isDefaultSort ? own.slice(1) : own)];
}

function keyOf(column: ListColumn): Omit<SortKey, "isDescending"> {
  switch (column.type) {
    case "text":
      return { by: sql`(${column.order}) collate "C"`, type: "text", mayBeMissing: !column.isRequired };
    case "enum":
      return {
        by: sql`array_position(${sql.param(column.values)}::text[], ${column.column})`,
        type: "integer",
        mayBeMissing: true,
      };
    case "date":
      return { by: column.date.getSQL(), type: "date", mayBeMissing: true };
    case "day":
    case "timestamp":
      return { by: column.timestamp.getSQL(), type: "timestamptz", mayBeMissing: !column.isRequired };
  }
}

/**
 * Sorts forwards, or backwards from the last row. Where nothing is missing, an index in the order `desc nulls last`
 * serves both directions, and for the rows of all organizations one in the order `desc nulls first`: so the planner
 * cannot walk through all of them to find those of one, which may be at the end.
 */
export function orderBy(sortKeys: readonly SortKey[], direction: Direction = "after"): SQL[] {
  return sortKeys.map(({ by, isDescending, mayBeMissing, sortsNullsFirst }) => {
    const isDown = isDescending === (direction === "after");
    const isLast = mayBeMissing ? direction === "after" : isDown !== (sortsNullsFirst ?? false);
    return sql`${by} ${sql.raw(isDown ? "desc" : "asc")} nulls ${sql.raw(isLast ? "last" : "first")}`;
  });
}

/** The rows on one side of a position. */
export function beyond(sortKeys: readonly SortKey[], position: Position, direction: Direction): SQL {
  const placed = sortKeys.map((key, index) => valueAt(key, position[index] ?? null, direction));
  const isOneWay = sortKeys.every(
    ({ isDescending, mayBeMissing }) => isDescending === sortKeys[0]?.isDescending && !mayBeMissing,
  );
  if (isOneWay) {
    // A row comparison lets an index find the position directly.
    const columns = sortKeys.map(({ by }) => by);
    const values = placed.map(({ value }) => value);
    return sql`(${sql.join(columns, COMMA)}) ${placed[0]?.sign ?? sql`<`} (${sql.join(values, COMMA)})`;
  }
  const steps = placed.map((one, index) =>
    and(...placed.slice(0, index).map(({ isThere }) => isThere), one.isBeyond),
  );
  const [first] = placed;
  if (!first || sortKeys[0]?.mayBeMissing) return or(...steps) ?? NEVER;
  // Follows from the steps, and lets an index begin at the position.
  return and(sql`${sortKeys[0]?.by} ${first.sign}= ${first.value}`, or(...steps)) ?? NEVER;
}

const NEVER = sql`false`;
const COMMA = sql`, `;

/** A sort key with its value at a position. */
function valueAt({ by, type, isDescending }: SortKey, text: string | null, direction: Direction) {
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
