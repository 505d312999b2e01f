/** How many columns figures have, which take one or two each, so that the last row has no single narrow one if possible. */
export function columnsOf(widths: readonly number[], max: number): number {
  for (let columns = max; columns > 1; columns -= 1) if (!endsAlone(widths, columns)) return columns;
  return max;
}

function endsAlone(widths: readonly number[], columns: number): boolean {
  const rows: number[][] = [[]];
  for (const width of widths) {
    const row = rows.at(-1) ?? [];
    if (sumOf(row) + width > columns) rows.push([width]);
    else row.push(width);
  }
  return rows.length > 1 && sumOf(rows.at(-1) ?? []) === 1;
}

const sumOf = (row: readonly number[]) => row.reduce((sum, width) => sum + width, 0);
