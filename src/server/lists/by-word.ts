import { and, type SQL, sql } from "drizzle-orm";
import type { Direction } from "../deps.ts";
import type { Sought } from "./find-page.ts";
import { beyond, orderBy, type Term } from "./order.ts";

type Asked = Pick<Sought, "words" | "turn"> & {
  /** The sort keys as columns of the rows. */
  named: readonly Term[];
  /** All words, in the order in which they sort. */
  all: readonly string[];
  direction: Direction | undefined;
  /** How many rows of a word can be on the page or before it. */
  most: SQL;
};

/**
 * The rows of `matching` that can be on a page sorted by the word, or of some words in the default order: of each word the
 * first ones, which an index of words has in order. Otherwise every row would be sorted.
 */
export function rowsByWord({ named, all, words, turn, direction, most }: Asked): SQL {
  const [first, ...others] = named;
  const isSorted = first?.words !== undefined;
  const order = sql.join(orderBy(isSorted ? others : named, direction), sql`, `);
  const parts = (words ?? all).flatMap((word) => {
    const conditions = [sql`word = ${word}`];
    if (turn && !isSorted) conditions.push(beyond(named, turn.position, turn.direction));
    if (turn && isSorted) {
      const steps = all.indexOf(word) + 1 - Number(turn.position[0]);
      const ahead = first.isDescending === (turn.direction === "after") ? -steps : steps;
      if (ahead < 0) return [];
      if (ahead === 0) conditions.push(beyond(others, turn.position.slice(1), turn.direction));
    }
    return [sql`(select * from matching where ${and(...conditions)} order by ${order} limit ${most})`];
  });
  return parts.length === 0
    ? sql`(select * from matching where false)`
    : sql`(${sql.join(parts, sql` union all `)})`;
}
