import { useEffect } from "react";
import { findItems, withNewIds } from "#domain/page/edit-page.ts";
import { asItems } from "#domain/page/paste-to-blocks.ts";
import { explainFailure } from "#web/lib/explain-failure.ts";
import { uploadImage } from "#web/lib/upload-image.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { type Desk, useDesk } from "./editing-context.ts";
import { newId } from "./new-item.ts";
import { isOnlyRtf, readForeignBlocks, readOwnBlocks, writeBlocks } from "./read-clipboard.ts";

/** Copy, cut and paste of blocks in a document: the window's, or the canvas's, which hears its own events. */
export function useClipboard(target: Document | undefined): void {
  const desk = useDesk();
  useEffect(() => {
    if (!target) return;
    const copy = (event: ClipboardEvent) => copySelected(event, desk, false);
    const cut = (event: ClipboardEvent) => copySelected(event, desk, true);
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isOfText(event) || !event.clipboardData) return;
      if (pasteBlocks(event.clipboardData, desk)) event.preventDefault();
    };
    target.addEventListener("copy", copy);
    target.addEventListener("cut", cut);
    target.addEventListener("paste", paste);
    return () => {
      target.removeEventListener("copy", copy);
      target.removeEventListener("cut", cut);
      target.removeEventListener("paste", paste);
    };
  }, [target, desk]);
}

function copySelected(event: ClipboardEvent, { editing, say }: Desk, isCut: boolean): void {
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
  say(items.length === 1 ? done : `${items.length} blocks ${done.toLowerCase()}`);
}

/** Whether the event belongs to a text or a field, which know what to do. */
function isOfText({ target }: ClipboardEvent): boolean {
  const element = (target as Node | null)?.nodeType === 1 ? (target as HTMLElement) : null;
  return element?.closest?.("input, textarea, select, dialog") !== null || element.isContentEditable;
}

/**
 * Adds the clipboard's blocks at the selected one, or in place of the given empty one. Returns false if there are none.
 */
export function pasteBlocks(data: DataTransfer, { editing, work, say }: Desk, inPlaceOf?: string): boolean {
  if (isOnlyRtf(data)) {
    const text = "Browsers cannot read this text. Paste it into another program, and copy it from there.";
    showToast({ tone: "error", title: "Nothing was pasted", text });
    return true;
  }
  const ids = work.workOrders.map(({ workOrderId }) => workOrderId);
  const own = readOwnBlocks(data, ids);
  const items = own ? withNewIds(own, newId) : asItems(readForeignBlocks(data), newId);
  const [file] = data.files;
  if (items.length === 0 && file && isPicture(file)) {
    void pastePicture(file, { editing, say });
    return true;
  }
  if (items.length === 0) return false;
  return (inPlaceOf !== undefined && editing.replace(inPlaceOf, items)) || editing.insert(items);
}

/** Some systems give an iPhone's picture no type. */
const isPicture = ({ type, name }: File) => type.startsWith("image/") || /\.hei[cf]$/i.test(name);

async function pastePicture(file: File, { editing, say }: Pick<Desk, "editing" | "say">): Promise<void> {
  say("Uploading the picture");
  try {
    const { address } = await uploadImage(file);
    const image = editing.newItem("Image");
    editing.insert([{ ...image, props: { ...image.props, src: address } }]);
  } catch (error) {
    showToast({ tone: "error", title: "The picture was not added", text: explainFailure(error) });
  }
}
