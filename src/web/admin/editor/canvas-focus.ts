import { flushSync } from "react-dom";
import { canvasFrame } from "./drag/read-canvas.ts";
import type { PageEditing } from "./page-editing.ts";
import { blockIdOf, blockIn } from "./text-places.ts";

/** The document of the canvas; null while it loads. */
export function canvas(): Document | null {
  return canvasFrame()?.contentDocument ?? null;
}

/** The block whose element, and no text in it, has the focus on the canvas. */
export function focusedBlockId(frame: Document | null = canvas()): string | null {
  const focused = frame?.activeElement;
  const id = blockIdOf(focused);
  return frame && id !== null && blockIn(frame, id) === focused ? id : null;
}

/** Renders changes synchronously, so that elements can be found, scrolled to and focused. */
export function renderNow(): void {
  flushSync(() => undefined);
}

/** Selects a block and focuses its element. */
export function focusBlock(editing: PageEditing, blockId: string): void {
  if (editing.selectedId !== blockId) editing.select(blockId);
  renderNow();
  const frame = canvas();
  if (frame) blockIn(frame, blockId)?.focus({ preventScroll: true });
}

/** Moves a lost focus to the selected block, to the one beside a deleted block, or to the sheet; follows selections. */
export function guardFocus(frame: Document, editing: PageEditing): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  let waiting = 0;
  let lastInWindow: Element | null = null;

  function restoreLater(): void {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      // No text has the focus, such as in a block without texts.
      editing.consumeCaret();
      if (!(frame.hasFocus() || isLost()) || isInPlace()) return;
      const id = editing.selectedId ?? editing.besideId;
      const block = id === null ? null : blockIn(frame, id);
      (block ?? startOf(frame)).focus({ preventScroll: block === null });
    });
  }
  /** Whether the button or menu of the window that had the focus was removed or disabled, such as by its own press. */
  function isLost(): boolean {
    // A dialog, whose button may be busy, returns the focus itself.
    if (document.activeElement !== document.body || document.querySelector(":modal")) return false;
    if (!lastInWindow) return false;
    return !lastInWindow.checkVisibility() || lastInWindow.matches(":disabled");
  }
  function isInPlace(): boolean {
    const { activeElement, body } = frame;
    if (isLost() || !activeElement || activeElement === body) return false;
    const focusedId = blockIdOf(activeElement);
    return focusedId === null || editing.selectedId === null || focusedId === editing.selectedId;
  }
  const remember = ({ target }: FocusEvent) => {
    lastInWindow = target as Element;
  };
  document.addEventListener("focusin", remember, options);
  for (const one of [document, frame]) one.addEventListener("focusout", restoreLater, options);
  frame.defaultView?.addEventListener("focus", restoreLater, options);
  const unsubscribe = editing.subscribe(restoreLater);
  return () => {
    listening.abort();
    unsubscribe();
    cancelAnimationFrame(waiting);
  };
}

/** Where the keys of a page without a selected block begin. */
function startOf(frame: Document): HTMLElement {
  const sheet = frame.querySelector<HTMLElement>("[data-sheet]") ?? frame.body;
  return sheet.querySelector<HTMLElement>(".editor-start button") ?? sheet;
}

type PressKeys = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Whether a press selects a block besides those that are selected. */
export function isForMany({ shiftKey, ctrlKey, metaKey }: PressKeys): boolean {
  return shiftKey || ctrlKey || metaKey;
}

/** A press selects a block alone, with Shift all from the first one to it, with Ctrl or Cmd it besides the others. */
export function selectBy(keys: PressKeys, editing: PageEditing, id: string): void {
  if (keys.shiftKey) editing.selectTo(id);
  else if (isForMany(keys)) editing.toggleSelected(id);
  else editing.select(id);
}
