import { useState } from "react";

export type DragAndDropOptions<Row> = {
  enableDragAndDrop: boolean;
  /** Gets all rows in their new order. Dragging is disabled until its promise settles. */
  onDragEnd: (rows: Row[]) => unknown;
};

/** The rows in the order that the person gave them, until it is saved. */
export function useRowOrder<Row>(data: readonly Row[], options: DragAndDropOptions<Row> | undefined) {
  const [saving, setSaving] = useState<Row[] | null>(null);
  const rows = saving ?? data;

  function move(shown: readonly Row[], sourceIndex: number, destinationIndex: number | null) {
    const target = destinationIndex === null ? undefined : shown[destinationIndex];
    const moved = shown[sourceIndex];
    if (saving !== null || moved === undefined || target === undefined) return;
    // The visible rows may be a page or a filtered part; the new order covers all rows.
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

/** The order of all rows after one is moved to the place of another; null if nothing moves. */
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
