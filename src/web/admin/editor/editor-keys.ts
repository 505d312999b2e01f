import { type Way, walkFrom } from "#domain/page/edit-page.ts";
import { focusBlock, focusedBlockId } from "./canvas-focus.ts";
import type { PageEditing } from "./page-editing.ts";

const WAYS: Record<string, Way> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/** The event on the window's document that opens find and replace. */
export const OPEN_FIND = "counterpart-find";

/** The window's document and the canvas's. A key held in one shows in both. */
const LISTENING = new Set<Document>();
/** The cursor of every block changes, which would delay a move by Alt and an arrow: it waits for whoever only holds Alt. */
const HELD_AFTER_MS = 150;
let holding: ReturnType<typeof setTimeout> | undefined;

function holdAlt(isHeld: boolean): void {
  for (const { documentElement } of LISTENING) documentElement.toggleAttribute("data-alt-held", isHeld);
}

/** The editor's keys in the window and in the canvas. They come before those of texts. */
export function listenForKeys(target: Document, editing: PageEditing): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    clearTimeout(holding);
    if (event.key === "Alt") holding = setTimeout(() => holdAlt(true), HELD_AFTER_MS);
    if (!isOfEditor(event)) return;
    if (handle(event, editing)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  const letGo = () => {
    clearTimeout(holding);
    holdAlt(false);
  };
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (key === "Alt") letGo();
  };
  LISTENING.add(target);
  target.addEventListener("keydown", onKeyDown, true);
  target.addEventListener("keyup", onKeyUp, true);
  target.defaultView?.addEventListener("blur", letGo);
  return () => {
    LISTENING.delete(target);
    target.removeEventListener("keydown", onKeyDown, true);
    target.removeEventListener("keyup", onKeyUp, true);
    target.defaultView?.removeEventListener("blur", letGo);
  };
}

/** A dialog above the editor, such as the search, has keys of its own. */
function isOfEditor({ target }: KeyboardEvent): boolean {
  return (target as Element | null)?.closest?.("dialog") === null;
}

/** Whether the key was the editor's. */
function handle(event: KeyboardEvent, editing: PageEditing): boolean {
  const deed = deedOf(event, editing);
  deed?.();
  return deed !== undefined;
}

function deedOf(event: KeyboardEvent, editing: PageEditing): (() => void) | undefined {
  const { key, altKey, shiftKey, target } = event;
  const isCommand = (event.ctrlKey || event.metaKey) && !altKey;
  const letter = key.toLowerCase();
  if (isCommand && (shiftKey ? letter === "f" : letter === "h")) {
    return () => document.dispatchEvent(new Event(OPEN_FIND));
  }
  if (isCommand && !isField(target)) {
    if (letter === "z") return shiftKey ? () => editing.redo() : () => editing.undo();
    if (letter === "y") return () => editing.redo();
  }
  const focusedId = focusedBlockId();
  const selected = editing.selectedIds.length > 0 || focusedId === null ? editing.selectedIds : [focusedId];
  const [only] = selected.length === 1 ? selected : [];
  if (selected.length === 0 && key in WAYS && isOfCanvas(target)) return () => walk(editing, null, "down");
  if (selected.length === 0 || isOfPanel(target)) return undefined;
  if (isCommand && letter === "d") return () => editing.duplicate(selected);
  if (isCommand && letter === "g") {
    if (!shiftKey) return () => editing.group(selected);
    return () => only !== undefined && editing.ungroup(only);
  }
  if (isCommand && shiftKey && letter === "l") return () => editing.toggleLock(selected);
  const way = altKey && !event.ctrlKey && !event.metaKey ? WAYS[key] : undefined;
  // In a text, Alt with a sideways arrow goes by words on some computers.
  const isOfText = isText(target) && (way === "in" || way === "out");
  if (way && !isOfText) return () => editing.move(selected, way);
  if (isText(target)) return undefined;
  if (key === "Delete" || (key === "Backspace" && isOfCanvas(target))) return () => editing.remove(selected);
  if (isCommand && letter === "a") return () => editing.selectBeside();
  if (key === "Escape" && selected.length > 1) return () => editing.select(editing.selectedId);
  const next = shiftKey && !isCommand && !altKey ? WAYS[key] : undefined;
  if (next === "up" || next === "down") return () => editing.selectNext(next, selected);
  const to = isCommand || altKey || shiftKey || !isOfCanvas(target) ? undefined : WAYS[key];
  return to && (() => walk(editing, selected.at(-1) ?? null, to));
}

/** Goes with the focus to the next block; from nowhere to the first one. */
function walk(editing: PageEditing, from: string | null, way: Way): void {
  const to = from === null ? editing.page.content[0]?.props.id : walkFrom(editing.page, from, way);
  if (to) focusBlock(editing, to);
}

/** A block, or the sheet around all of them, and not a control on it. */
function isOfCanvas(target: EventTarget | null): boolean {
  return (target as Element | null)?.matches?.("body, [data-sheet]") === true || focusedBlockId() !== null;
}

/** A control of the panels, which has keys of its own: Alt with an arrow opens a list of choices. */
function isOfPanel(target: EventTarget | null): boolean {
  return isField(target) || (target as Element | null)?.closest?.("[data-fields], [role=listbox]") !== null;
}

/** A field of the panels, which has an undo of its own. */
function isField(target: EventTarget | null): boolean {
  return (
    (target as Element | null)?.matches?.("input:not([type=checkbox],[type=radio]), textarea, select") ===
    true
  );
}

/** Whether keys write into it. */
export function isText(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return isField(target) || element?.isContentEditable === true;
}
