import { listen } from "../ui/listeners.ts";
import { canvas, focusBlock, focusedBlockId, renderNow } from "./canvas-focus.ts";
import { writeAfter } from "./line-keys.ts";
import type { PageEditing } from "./page-editing.ts";
import { blockIdOf, blockIn } from "./text-places.ts";

const AREAS = ["page", "settings", "blocks"] as const;
type Area = (typeof AREAS)[number];

const PANELS = { settings: "Settings of the block", blocks: "Blocks" } as const;
const TYPED = "input:not([tabindex='-1']), textarea, select, [contenteditable]";
const SEARCHED = "[type=search], [role=treeitem][tabindex='0']";

/**
 * F6 moves from the page to the settings of its block, then to the list of blocks and back; Shift reverses it.
 * Enter or a letter on a selected block goes to its text, or begins a paragraph after it.
 */
export function listenForAreaKeys(target: Document, editing: PageEditing): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (isCommand(event) || (event.target as Element | null)?.closest?.("dialog")) return;
    const blockId = editing.selectedId ?? focusedBlockId() ?? editing.besideId;
    if (key === "F6") goToNextArea(areaOf(target), shiftKey ? -1 : 1, editing);
    else if (target !== document && blockId !== null && isOnBlock(event) && startsText(key)) {
      event.stopImmediatePropagation();
      if (!goToTextOf(editing, blockId)) writeAfter(editing, blockId);
      renderNow();
      // The browser writes a letter where the caret is now.
      if (key !== "Enter") return;
    } else return;
    event.preventDefault();
  };
  // Before the texts, which stop the events of their keys.
  return listen(target, { keydown: onKeyDown }, { capture: true });
}

function isCommand({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}

/** After a block was added: focuses its settings if its text cannot be edited on the page. */
export function goToNewBlock(editing: PageEditing): void {
  renderNow();
  const frame = canvas();
  const { selectedId } = editing;
  if (!frame || selectedId === null) return;
  if (blockIn(frame, selectedId)?.querySelector(".editor-text") === null) goToSettings(editing, selectedId);
}

function goToSettings(editing: PageEditing, blockId: string): void {
  editing.consumeCaret();
  if (!goToPanel("settings", TYPED)) focusBlock(editing, blockId);
}

/** Whether the focus is in a text, of the page or of a panel, so that the next key writes. */
export function isWriting(): boolean {
  const outer = document.activeElement;
  const focused = outer?.tagName === "IFRAME" ? canvas()?.activeElement : outer;
  return focused?.matches(`:is(${TYPED}):not([type=checkbox], [type=radio])`) === true;
}

/** Focuses the text of a block. A block without text is scrolled into view, and its settings get the focus. */
export function goToBlock(editing: PageEditing, blockId: string): void {
  if (ownerOfText(blockId) === blockId && goToTextOf(editing, blockId)) return;
  editing.select(blockId);
  const frame = canvas();
  if (frame) blockIn(frame, blockId)?.scrollIntoView({ block: "center" });
  renderNow();
  goToSettings(editing, blockId);
}

function goToNextArea(from: Area | null, step: 1 | -1, editing: PageEditing): void {
  const start = from === null ? (step === 1 ? -1 : 0) : AREAS.indexOf(from);
  for (let at = start + step; at !== start + step * (AREAS.length + 1); at += step) {
    const area = AREAS.at(at % AREAS.length) ?? "page";
    if (area === "page" ? goToPage(editing) : goToPanel(area)) return;
  }
}

/** Where the focus is; null: in the bar above. */
function areaOf(target: Document): Area | null {
  if (target !== document) return "page";
  const name = document.activeElement?.closest("section[aria-label]")?.getAttribute("aria-label");
  if (name === "Page") return "page";
  const panel = Object.entries(PANELS).find(([, label]) => label === name);
  return (panel?.[0] as Area | undefined) ?? null;
}

function goToPanel(area: keyof typeof PANELS, otherwise = "button:enabled"): boolean {
  const panel = document.querySelector<HTMLElement>(`section[aria-label="${PANELS[area]}"]`);
  if (!panel?.checkVisibility()) return false;
  const typed = panel.querySelector<HTMLElement>(area === "blocks" ? SEARCHED : TYPED);
  (typed ?? panel.querySelector<HTMLElement>(otherwise))?.focus();
  // The next search replaces the one before.
  if (area === "blocks" && typed instanceof HTMLInputElement) typed.select();
  return panel.contains(document.activeElement);
}

function goToPage(editing: PageEditing): boolean {
  const frame = canvas();
  if (!frame) return false;
  const { selectedId } = editing;
  // A container without text stays selected itself.
  if (selectedId !== null && ownerOfText(selectedId) === selectedId) return goToTextOf(editing, selectedId);
  const block = selectedId === null ? null : blockIn(frame, selectedId);
  const first = frame.querySelector<HTMLElement>(".editor-start button, .editor-text");
  (block ?? first ?? frame.querySelector<HTMLElement>("[data-sheet]"))?.focus();
  return true;
}

/** Puts the caret at the end of the first text in a block. Returns false if nothing in it is written on the page. */
export function goToTextOf(editing: PageEditing, blockId: string): boolean {
  const owner = ownerOfText(blockId);
  if (owner === null) return false;
  editing.select(owner);
  editing.requestCaret({ blockId: owner, side: "end" });
  return true;
}

/** The block that the first text in a block belongs to: itself, or one that it holds. */
function ownerOfText(blockId: string): string | null {
  const frame = canvas();
  const text = frame && blockIn(frame, blockId)?.querySelector(".editor-text");
  return blockIdOf(text);
}

/** Whether the key was pressed on a block itself, and not in a text or on a button. */
function isOnBlock({ target }: KeyboardEvent): boolean {
  const element = target as Element | null;
  return (
    element?.matches?.("body, [data-sheet]") === true ||
    (blockIdOf(element) !== null && focusedBlockId() !== null)
  );
}

/** Enter, and keys that write a letter. Space scrolls. */
function startsText(key: string): boolean {
  return key === "Enter" || (key.length === 1 && key !== " ");
}
