import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { useDesk, useEditing } from "./editing-context.ts";
import { caretTo, takePointer } from "./text-places.ts";

/** Lets the pointer reach a text on the canvas, and puts the caret into it once it is wanted there. */
export function useWritten(ref: RefObject<HTMLElement | null>, { blockId, path }: TextPlace): void {
  const { editing } = useDesk();
  const caret = useEditing((now) => now.caretFor(blockId, path));
  useEffect(
    () => (ref.current ? takePointer(ref.current, editing, blockId) : undefined),
    [ref, editing, blockId],
  );
  const keepCaret = useEffectEvent((element: HTMLElement) => {
    const isWriting = element.ownerDocument.activeElement === element;
    if (!isWriting || editing.nextCaretIn !== null || !findItem(editing.page, blockId)) return;
    editing.wantCaret({ blockId, path, side: "end" });
  });
  useLayoutEffect(() => {
    const element = ref.current;
    // The same text may come back in another element, such as when its heading changes its level.
    return () => {
      if (element) keepCaret(element);
    };
  }, [ref]);
  useEffect(() => {
    if (caret && ref.current && editing.takeCaret()) caretTo(ref.current, caret);
  }, [ref, caret, editing]);
}
