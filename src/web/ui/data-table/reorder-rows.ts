/** The full new order after moving one row to where another stands; null where nothing moves. */
export function reorderRows<Row>(
  rows: readonly Row[],
  sourceIndex: number,
  destinationIndex: number | null | undefined,
): Row[] | null {
  const moved = rows[sourceIndex];
  if (destinationIndex === null || destinationIndex === undefined) return null;
  if (moved === undefined || rows[destinationIndex] === undefined) return null;
  if (destinationIndex === sourceIndex) return null;
  return rows.toSpliced(sourceIndex, 1).toSpliced(destinationIndex, 0, moved);
}
