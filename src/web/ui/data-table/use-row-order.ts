import { useState } from "react";

export type DragAndDropOptions<Row> = {
  enableDragAndDrop: boolean;
  /** Gets all rows in their new order; further dragging waits until what it returns has settled. */
  onDragEnd: (rows: Row[]) => unknown;
};

/** The rows in the order that was just given to them, until the caller has finished saving it. */
export function useRowOrder<Row>(data: readonly Row[], options: DragAndDropOptions<Row> | undefined) {
  const [saving, setSaving] = useState<Row[] | null>(null);
  const rows = saving ?? data;

  function move(shown: readonly Row[], sourceIndex: number, destinationIndex: number | null) {
    const target = destinationIndex === null ? undefined : shown[destinationIndex];
    const moved = shown[sourceIndex];
    if (saving !== null || moved === undefined || target === undefined) return;
    // What is shown may be a page or a filtered part: the new order is that of all rows.
    const next = reorderRows(rows, rows.indexOf(moved), rows.indexOf(target));
    if (next === null) return;
    setSaving(next);
    void finish(next);
  }

  async function finish(next: Row[]) {
    try {
      await options?.onDragEnd(next);
    } finally {
      setSaving(null);
    }
  }

  return { rows, isSaving: saving !== null, move };
}

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
