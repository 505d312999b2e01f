import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
import { findItem } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { useEditing, useEditor } from "./editing-context.ts";
import { caretTo } from "./text-places.ts";

/** Puts the caret into a text on the canvas when it is requested. */
export function useWritten(ref: RefObject<HTMLElement | null>, { blockId, path }: TextPlace): void {
  const { editing } = useEditor();
  const caret = useEditing((now) => now.caretFor(blockId, path));
  const saveCaret = useEffectEvent((element: HTMLElement) => {
    if (!isWriting(element) || editing.nextCaretIn !== null || !isThere(editing.page, { blockId, path }))
      return;
    editing.requestCaret({ blockId, path, side: "end" });
  });
  useLayoutEffect(() => {
    const element = ref.current;
    // The same text may come back in another element, such as when its heading changes its level.
    return () => {
      if (element) saveCaret(element);
    };
  }, [ref]);
  useEffect(() => {
    if (caret && ref.current && editing.consumeCaret()) caretTo(ref.current, caret);
  }, [ref, caret, editing]);
}

/** Whether the element is being edited. Some browsers report an active element while another document has the focus. */
function isWriting(element: HTMLElement): boolean {
  const { activeElement } = element.ownerDocument;
  return activeElement === element && element.ownerDocument.hasFocus();
}

/** Whether the page still has the text: its block, and in it every item on the way. */
function isThere(page: PuckState, { blockId, path }: Pick<TextPlace, "blockId" | "path">): boolean {
  const item = findItem(page, blockId)?.item;
  let place: unknown = item?.props;
  for (const step of path) {
    if (typeof step === "number" && (!Array.isArray(place) || step >= place.length)) return false;
    place = (place as Record<string | number, unknown> | undefined)?.[step];
  }
  return item !== undefined;
}
