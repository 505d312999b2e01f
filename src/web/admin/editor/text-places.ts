import type { Editor, TiptapEditorHTMLElement } from "@tiptap/core";
import { Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { TextPlace } from "#blocks/render-context.ts";
import { findItem } from "#domain/page/edit-page.ts";
import type { PageEditing } from "./page-editing.ts";

type Path = TextPlace["path"];

/** The value with another one at the path. Lists and objects on the way are copied. */
export function withValueAt<Value extends object>(value: Value, [step, ...rest]: Path, next: unknown): Value {
  if (step === undefined) return value;
  const inner = (value as Record<string | number, unknown>)[step];
  const changed = rest.length === 0 ? next : withValueAt((inner ?? {}) as object, rest, next);
  if (Array.isArray(value)) return value.with(Number(step), changed) as unknown as Value;
  return { ...value, [step]: changed };
}

/** Writes a text of a block as a draft. */
export function writeAt(editing: PageEditing, { blockId, path }: TextPlace, value: string): void {
  const item = findItem(editing.page, blockId)?.item;
  const [field] = path;
  if (!item || typeof field !== "string") return;
  const props = { ...item.props, ...editing.drafts.of(blockId) };
  editing.drafts.write(blockId, field, withValueAt(props, path, value.toWellFormed())[field]);
}

/** The element of a block on the canvas; null if it is not rendered. */
export function blockIn(canvas: Document, blockId: string): HTMLElement | null {
  return canvas.querySelector<HTMLElement>(`[data-block-id="${CSS.escape(blockId)}"]`);
}

/** The id of the block that an element of the canvas is in, or is. */
export function blockIdOf(target: EventTarget | null | undefined): string | null {
  // Elements of the frame are of another window, so `instanceof` would not know them.
  const block = (target as Element | null | undefined)?.closest?.("[data-block-id]");
  return block?.getAttribute("data-block-id") ?? null;
}

/** The texts of the block that an element is in, without those of the blocks inside it. */
function textsOfBlock(element: HTMLElement): HTMLElement[] {
  const block = element.closest("[data-block-id]");
  const texts = [...(block?.querySelectorAll<HTMLElement>(".editor-text") ?? [])];
  return texts.filter((text) => text.closest("[data-block-id]") === block);
}

/** For the handler of a key: prevents what the browser would do, and reports that the key is handled. */
export function markHandled(event: Event): true {
  event.preventDefault();
  return true;
}

/** Moves to the next or previous text of the same block. Returns false if there is none. */
export function goToText(element: HTMLElement, step: 1 | -1): boolean {
  const texts = textsOfBlock(element);
  const next = texts[texts.indexOf(element) + step];
  if (next) caretTo(next, "all");
  return next !== undefined;
}

/** Up in the first line of a text moves to the text above on the page, down in its last line to the one below. */
export function goPastEdge(view: EditorView, event: KeyboardEvent): boolean {
  const way = event.key === "ArrowUp" ? "up" : event.key === "ArrowDown" ? "down" : null;
  const isCommand = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;
  const { doc, selection } = view.state;
  if (way === null || isCommand || view.composing || !selection.empty) return false;
  const edge = way === "up" ? Selection.atStart(doc) : Selection.atEnd(doc);
  if (!edge.$from.sameParent(selection.$from) || !view.endOfTextblock(way)) return false;
  const texts = [...view.dom.ownerDocument.querySelectorAll<HTMLElement>(".editor-text")];
  const next = texts[texts.indexOf(view.dom) + (way === "up" ? -1 : 1)];
  if (next) caretTo(next, way === "up" ? "end" : "start");
  return next !== undefined;
}

/** Whether its block has no other text. */
export function isOnlyText(element: HTMLElement): boolean {
  return textsOfBlock(element).length === 1;
}

/** The editor of a text; none while the text is only shown. */
export function editorOf(element: Element): Editor | undefined {
  return (element as TiptapEditorHTMLElement).editor;
}

/** Puts the caret into an editable element of any document, or selects all of it. */
export function caretTo(element: HTMLElement, side: "start" | "end" | "all"): void {
  // Its editor starts with the focus.
  element.focus({ preventScroll: false });
  const editor = editorOf(element);
  if (!editor) return;
  const { doc, tr } = editor.state;
  const [start, end] = [Selection.atStart(doc), Selection.atEnd(doc)];
  const all = TextSelection.between(start.$from, end.$to);
  editor.view.dispatch(
    tr.setSelection(side === "all" ? all : side === "start" ? start : end).scrollIntoView(),
  );
}
