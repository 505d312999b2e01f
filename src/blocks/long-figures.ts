/** The letters of quantity, rate and amount that fit into the narrowest table. */
const ROOM = 34;

/** The class of a quote whose lines have these texts of quantity, rate and amount. */
export function quoteClass(lines: readonly (readonly string[])[]): string {
  const columns = [0, 1, 2].map((at) => Math.max(0, ...lines.map((line) => line[at]?.length ?? 0)));
  const letters = columns.reduce((sum, one) => sum + one, 0);
  return letters > ROOM ? "cp-quote cp-quote--long-figures" : "cp-quote";
}
