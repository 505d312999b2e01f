import type { PageEditing } from "./page-editing.ts";

type Press = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Whether a press selects a block besides those that are selected. */
export function isForMany({ shiftKey, ctrlKey, metaKey }: Press): boolean {
  return shiftKey || ctrlKey || metaKey;
}

/** A press selects a block alone, with Shift all from the first one to it, with Ctrl or Cmd it besides the others. */
export function selectBy(press: Press, editing: PageEditing, id: string): void {
  if (press.shiftKey) editing.selectTo(id);
  else if (isForMany(press)) editing.toggleSelected(id);
  else editing.select(id);
}
