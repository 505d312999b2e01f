/** Well below the limit of 65,535 parameters per query. */
const ROWS_A_QUERY = 500;

/** Splits `list` into parts that fit into one query each. */
export function partsOf<Item>(list: readonly Item[]): Item[][] {
  const count = Math.ceil(list.length / ROWS_A_QUERY);
  return Array.from({ length: count }, (_, at) => list.slice(at * ROWS_A_QUERY, (at + 1) * ROWS_A_QUERY));
}
