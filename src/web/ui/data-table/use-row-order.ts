import { useState } from "react";
import { reorderRows } from "./reorder-rows.ts";

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
