import type { CommandProps } from "@tiptap/core";
import { findItem } from "#domain/page/edit-page.ts";
import { isText } from "./editor-keys.ts";
import { insertInto } from "./insert-text.ts";
import type { PageEditing } from "./page-editing.ts";
import { blockIn, editorOf, ownTexts } from "./text-places.ts";

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">;

/** A block far away on a long page comes onto the canvas a moment after it was added. */
const MOST_FRAMES = 60;
const NAMED_KEYS: readonly string[] = ["Enter", "Backspace"];

/**
 * Keeps the keys that a person presses while the caret is on its way, such as after "Add Heading" on a slow computer,
 * and presses them where it arrives. A press with the pointer leads elsewhere and forgets them.
 */
export function keepKeysOnTheWay(canvas: Document, editing: PageEditing): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let kept: Key[] = [];
  let isPressing = false;

  function hold(event: KeyboardEvent): void {
    const isOfDialog = (event.target as Element | null)?.closest?.("dialog") != null;
    if (isPressing || editing.nextCaretIn === null || isOfDialog || !isWritten(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { key, ctrlKey, metaKey } = event;
    kept.push({ key, ctrlKey, metaKey });
    if (kept.length === 1) waitFor(MOST_FRAMES);
  }
  function waitFor(framesLeft: number): void {
    if (kept.length === 0) return;
    requestAnimationFrame(() => {
      if (framesLeft === 0 || isHopeless()) editing.takeCaret();
      else waitFor(framesLeft - 1);
    });
  }
  /** Whether the block that waits for the caret is there without a text, such as a picture, or is gone. */
  function isHopeless(): boolean {
    const id = editing.nextCaretIn;
    if (id === null) return false;
    if (!findItem(editing.page, id)) return true;
    const block = blockIn(canvas, id);
    return block !== null && ownTexts(block).length === 0;
  }
  async function pressKept(): Promise<void> {
    if (isPressing) return;
    isPressing = true;
    // A key may send the caret on its way again, such as Enter.
    while (editing.nextCaretIn === null) {
      const next = kept.shift();
      if (!next) break;
      press(focusedText(), next);
      // The page shows what the key did before the next one.
      await Promise.resolve();
    }
    isPressing = false;
    if (kept.length > 0) waitFor(MOST_FRAMES);
  }
  function forget(): void {
    kept = [];
    editing.takeCaret();
  }

  for (const { defaultView } of [document, canvas]) {
    // Before the keys of the editor and of its texts.
    defaultView?.addEventListener("keydown", hold, options);
    defaultView?.addEventListener("pointerdown", forget, options);
  }
  const unsubscribe = editing.subscribe(() => void pressKept());
  return () => {
    listening.abort();
    unsubscribe();
  };
}

/** Keys that write. All others do at once what they do. */
function isWritten({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key === "a";
  return key.length === 1 || NAMED_KEYS.includes(key);
}

function focusedText(): Element | null {
  const outer = document.activeElement;
  return outer instanceof HTMLIFrameElement ? (outer.contentDocument?.activeElement ?? null) : outer;
}

/** Does what the key would do. Texts handle Enter and "select all" themselves. */
function press(element: Element | null, { key, ctrlKey, metaKey }: Key): void {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return;
  const options = { key, ctrlKey, metaKey, bubbles: true, cancelable: true };
  const isFree = element.dispatchEvent(new view.KeyboardEvent("keydown", options));
  if (!isFree || !isText(element)) return;
  const editor = editorOf(element);
  if (key.length === 1 && !ctrlKey && !metaKey) insertInto(element, key);
  else if (editor && key === "Backspace") editor.commands.command(deleteBefore);
  else if (!editor) pressInField(element as HTMLInputElement, key);
}

function pressInField(field: HTMLInputElement, key: string): void {
  if (key === "a") field.select();
  if (key !== "Backspace") return;
  const { selectionStart: start, selectionEnd: end } = field;
  if (start !== null && start === end) field.setSelectionRange(Math.max(0, start - 1), end);
  insertInto(field, "");
}

function deleteBefore({ tr }: CommandProps): boolean {
  const { empty, from } = tr.selection;
  if (empty) tr.delete(Math.max(0, from - 1), from);
  else tr.deleteSelection();
  return true;
}
