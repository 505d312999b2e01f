/** Well below the 65,535 parameters that one query may have. */
const ROWS_A_QUERY = 500;

/** `list` in parts that one query can take. */
export function partsOf<Item>(list: readonly Item[]): Item[][] {
  const count = Math.ceil(list.length / ROWS_A_QUERY);
  return Array.from({ length: count }, (_, at) => list.slice(at * ROWS_A_QUERY, (at + 1) * ROWS_A_QUERY));
}
