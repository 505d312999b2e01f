import { type RefObject, useEffect } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
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
  useEffect(() => {
    if (caret && ref.current && editing.takeCaret()) caretTo(ref.current, caret);
  }, [ref, caret, editing]);
}
