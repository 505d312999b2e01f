import { useEffect } from "react";
import { findItems, withNewIds } from "#domain/page/edit-page.ts";
import type { PageItem } from "#domain/page/page.ts";
import { describeLeftOut } from "#domain/page/paste-report.ts";
import { asItems, picturesToStore } from "#domain/page/paste-to-blocks.ts";
import { pasteToText } from "#domain/page/paste-to-text.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { listen } from "../ui/listeners.ts";
import { readTexts, reportPaste } from "../ui/report-paste.ts";
import { type EditorContext, useEditor } from "./editing-context.ts";
import { newId } from "./new-item.ts";
import { addFiles, addWithPictures } from "./paste-pictures.ts";
import { isOnlyRtf, readForeignBlocks, readOwnBlocks, writeBlocks } from "./read-clipboard.ts";

/** Copy, cut, paste and dropped files of a document: the window's, or the canvas's, which has events of its own. */
export function useClipboard(target: Document): void {
  const context = useEditor();
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (!event.defaultPrevented) pasteIntoField(event);
      if (event.defaultPrevented || isOfText(event) || !event.clipboardData) return;
      if (pasteBlocks(event.clipboardData, context)) event.preventDefault();
    };
    return listen(target, {
      copy: (event) => copySelected(event, context, false),
      cut: (event) => copySelected(event, context, true),
      paste,
      dragover: allowFiles,
      drop: (event) => dropFiles(event, context),
    });
  }, [target, context]);
}

function copySelected(event: ClipboardEvent, { editing, announce }: EditorContext, isCut: boolean): void {
  const isTextSelected = (event.target as Node | null)?.ownerDocument?.getSelection()?.isCollapsed === false;
  if (isOfText(event) || isTextSelected || !event.clipboardData) return;
  editing.drafts.flush();
  const items = findItems(editing.page, editing.selectedIds).map(({ item }) => item);
  if (items.length === 0) return;
  event.preventDefault();
  // A copy of a locked block would be free.
  if (editing.refusesFor(editing.selectedIds)) return;
  writeBlocks(event.clipboardData, items);
  if (isCut) editing.remove(editing.selectedIds);
  const done = isCut ? "Cut" : "Copied";
  announce(items.length === 1 ? done : `${items.length} blocks ${done.toLowerCase()}`);
}

/** A browser would open a file that is dropped, in place of the editor. */
function allowFiles(event: DragEvent): void {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
}

/** Pictures dropped on the canvas come after the block under the pointer. */
function dropFiles(event: DragEvent, context: EditorContext): void {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (event.defaultPrevented || files.length === 0) return;
  event.preventDefault();
  const target = (event.target as Node | null)?.nodeType === 1 ? (event.target as HTMLElement) : null;
  const blockId = target?.closest<HTMLElement>("[data-block-id]")?.dataset.blockId;
  if (blockId !== undefined) context.editing.select(blockId);
  void addFiles(files, context);
}

/** Whether the event belongs to a text or a field, which know what to do. */
function isOfText({ target }: ClipboardEvent): boolean {
  const element = (target as Node | null)?.nodeType === 1 ? (target as HTMLElement) : null;
  return element?.closest?.("input, textarea, select, dialog") !== null || element.isContentEditable;
}

/** A field's own paste would bring words that are deleted or hidden. */
function pasteIntoField(event: ClipboardEvent): void {
  const field = event.target;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { text, report } = pasteToText(readTexts(event.clipboardData));
  if (field.selectionStart === null || describeLeftOut(report) === "") return;
  event.preventDefault();
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  reportPaste(report);
}

/** Adds the clipboard's blocks at the selected one, or in place of an empty one. Returns false if there are none. */
export function pasteBlocks(data: DataTransfer, context: EditorContext, inPlaceOf?: string): boolean {
  if (isOnlyRtf(data)) {
    const text = "Browsers can't read this text. Paste it into another program, and copy it from there.";
    showToast({ tone: "error", title: "Nothing was pasted", text });
    return true;
  }
  const ids = context.work.workOrders.map(({ workOrderId }) => workOrderId);
  const own = readOwnBlocks(data, ids);
  if (own) return own.length > 0 && addItems(withNewIds(own, newId), context, inPlaceOf);
  const { blocks, report } = readForeignBlocks(data);
  const files = [...data.files];
  const pasted = readTexts(data);
  const inside = picturesToStore(pasted);
  // The clipboard of one picture of a word processor has its file beside its address on that computer.
  if (blocks.length === 0 && inside.length === 0 && files.length > 0)
    void addFiles(files, context, inPlaceOf);
  else if (inside.length > 0) void addWithPictures(pasted, inside, context, inPlaceOf);
  else if (blocks.length === 0) return reportPaste(report);
  else {
    if (!addItems(asItems(blocks, newId), context, inPlaceOf)) return false;
    reportPaste(report);
  }
  return true;
}

function addItems(items: readonly PageItem[], { editing }: EditorContext, inPlaceOf?: string): boolean {
  return (inPlaceOf !== undefined && editing.replace(inPlaceOf, items)) || editing.insert(items);
}
