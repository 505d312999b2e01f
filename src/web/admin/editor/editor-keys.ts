import { type Way, walkFrom } from "#domain/page/edit-page.ts";
import { listen } from "../ui/listeners.ts";
import { focusBlock, focusedBlockId } from "./canvas-focus.ts";
import type { PageEditing } from "./page-editing.ts";

const WAYS: Record<string, Way> = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };

/** The event on the window's document that opens find and replace. */
export const OPEN_FIND = "counterpart-find";

/** The window's document and the canvas's. A pressed Alt key shows in both. */
const LISTENING = new Set<Document>();
/** Delays the pointer style of all blocks until Alt is held alone, so that a move by Alt and an arrow stays fast. */
const ALT_DELAY_MS = 150;
let altTimer: ReturnType<typeof setTimeout> | undefined;

function setAltPressed(isPressed: boolean): void {
  for (const { documentElement } of LISTENING) documentElement.toggleAttribute("data-alt-held", isPressed);
}

/** The editor's keys in the window and in the canvas. They come before those of texts. */
export function listenForKeys(target: Document, editing: PageEditing): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    clearTimeout(altTimer);
    if (event.key === "Alt") altTimer = setTimeout(() => setAltPressed(true), ALT_DELAY_MS);
    const command = isOfEditor(event) ? commandOf(event, editing) : undefined;
    if (!command) return;
    command();
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const releaseKeys = () => {
    clearTimeout(altTimer);
    setAltPressed(false);
  };
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (key === "Alt") releaseKeys();
  };
  LISTENING.add(target);
  const unlisten = listen(target, { keydown: onKeyDown, keyup: onKeyUp }, { capture: true });
  const unlistenToBlur = listen(target.defaultView ?? window, { blur: releaseKeys });
  return () => {
    LISTENING.delete(target);
    unlisten();
    unlistenToBlur();
  };
}

/** A dialog above the editor, such as the search, has keys of its own. */
function isOfEditor({ target }: KeyboardEvent): boolean {
  return (target as Element | null)?.closest?.("dialog") === null;
}

type Command = (() => void) | undefined;

function commandOf(event: KeyboardEvent, editing: PageEditing): Command {
  const { key, target } = event;
  const anywhere = commandAnywhere(event, editing);
  if (anywhere) return anywhere;
  const focusedId = focusedBlockId();
  const selected = editing.selectedIds.length > 0 || focusedId === null ? editing.selectedIds : [focusedId];
  if (selected.length === 0 && key in WAYS && isOfCanvas(target)) return () => walk(editing, null, "down");
  if (selected.length === 0 || isOfPanel(target)) return undefined;
  const onBlocks = commandOnBlocks(event, selected, editing) ?? moveOf(event, selected, editing);
  if (onBlocks || isText(target)) return onBlocks;
  return keyOnBlocks(event, selected, editing) ?? arrowOnBlocks(event, selected, editing);
}

function isCommand({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey;
}

/** Find, undo and redo need no selected block. */
function commandAnywhere(event: KeyboardEvent, editing: PageEditing): Command {
  if (!isCommand(event)) return undefined;
  const { shiftKey } = event;
  const letter = event.key.toLowerCase();
  if (letter === (shiftKey ? "f" : "h")) return () => document.dispatchEvent(new Event(OPEN_FIND));
  if (isField(event.target)) return undefined;
  if (letter === "y" || (letter === "z" && shiftKey)) return () => editing.redo();
  return letter === "z" ? () => editing.undo() : undefined;
}

function commandOnBlocks(event: KeyboardEvent, selected: readonly string[], editing: PageEditing): Command {
  if (!isCommand(event)) return undefined;
  const { shiftKey } = event;
  const [only] = selected.length === 1 ? selected : [];
  switch (event.key.toLowerCase()) {
    case "d":
      return () => editing.duplicate(selected);
    case "g":
      return shiftKey ? () => only !== undefined && editing.ungroup(only) : () => editing.group(selected);
    case "l":
      return shiftKey ? () => editing.toggleLock(selected) : undefined;
    default:
      return undefined;
  }
}

/** Alt with an arrow moves blocks. In a text, Alt with a sideways arrow goes by words on some computers. */
function moveOf(event: KeyboardEvent, selected: readonly string[], editing: PageEditing): Command {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  const way = altKey && !ctrlKey && !metaKey ? WAYS[key] : undefined;
  const isOfText = isText(target) && (way === "in" || way === "out");
  return way && !isOfText ? () => editing.move(selected, way) : undefined;
}

function keyOnBlocks(event: KeyboardEvent, selected: readonly string[], editing: PageEditing): Command {
  const { key, target } = event;
  if (key === "Delete" || (key === "Backspace" && isOfCanvas(target))) return () => editing.remove(selected);
  if (isCommand(event) && key.toLowerCase() === "a") return () => editing.selectBeside();
  if (key === "Escape" && selected.length > 1) return () => editing.select(editing.selectedId);
  return undefined;
}

/** Arrows go from block to block, with Shift they select the next one too. */
function arrowOnBlocks(event: KeyboardEvent, selected: readonly string[], editing: PageEditing): Command {
  const { key, shiftKey, altKey, target } = event;
  const way = isCommand(event) || altKey ? undefined : WAYS[key];
  if (shiftKey) return way === "up" || way === "down" ? () => editing.selectNext(way, selected) : undefined;
  return way && isOfCanvas(target) ? () => walk(editing, selected.at(-1) ?? null, way) : undefined;
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
  const element = target as Element | null;
  return element?.matches?.("input:not([type=checkbox],[type=radio]), textarea, select") === true;
}

/** Whether keys write into it. */
export function isText(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return isField(target) || element?.isContentEditable === true;
}
