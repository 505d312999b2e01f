import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
import { findItem } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { whenComposed } from "../ui/text/text-editor.ts";
import { isForMany } from "./canvas-focus.ts";
import { useEditing, useEditor } from "./editing-context.ts";
import { beginLiveText, endLiveText } from "./live-text.ts";
import { caretTo, editorOf } from "./text-places.ts";

type InPlace = {
  isRich: boolean;
  /** Shows the value without an editor, as readers see it. */
  draw: (element: HTMLElement, value: string) => void;
  /** Starts the editor in the element. */
  start: (element: HTMLElement) => Editor;
  /** Shows another value in the editor. */
  show: (editor: Editor, value: string) => void;
};

/**
 * Starts an editor in the element of a text that is pressed or focused, until another text is edited. `shownRef` is the
 * value that the element shows.
 */
export function useTextInPlace(
  ref: RefObject<HTMLElement | null>,
  place: TextPlace,
  shownRef: RefObject<string | null>,
  inPlace: InPlace,
): void {
  const { editing } = useEditor();
  const { blockId, value } = place;
  const update = useEffectEvent(() => {
    const element = ref.current;
    if (!element || value === shownRef.current) return;
    shownRef.current = value;
    const editor = editorOf(element);
    if (editor) inPlace.show(editor, value);
    else inPlace.draw(element, value);
  });
  const updateOnceComposed = useEffectEvent(() => {
    const editor = ref.current ? editorOf(ref.current) : undefined;
    if (editor) whenComposed(editor, () => update());
    else update();
  });
  useLayoutEffect(() => {
    if (value !== shownRef.current) updateOnceComposed();
  }, [value, shownRef]);

  const redraw = useEffectEvent((element: HTMLElement) => inPlace.draw(element, shownRef.current ?? value));
  const begin = useEffectEvent((element: HTMLElement) => {
    if (editorOf(element)) return;
    const { className } = element;
    const editor = inPlace.start(element);
    const end = () => {
      if (editor.isDestroyed) return;
      editing.drafts.flush();
      editor.destroy();
      restoreAttributes(element, className);
      redraw(element);
      endLiveText(editor);
    };
    beginLiveText({ editor, blockId, isRich: inPlace.isRich, end });
  });
  // Before the page is painted: nothing is typed into a text that has no editor.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const stopListening = listenForStart(element, () => begin(element));
    return () => {
      stopListening();
      const editor = editorOf(element);
      if (!editor) return;
      endLiveText(editor);
      editor.destroy();
    };
  }, [ref]);
  useRequestedCaret(ref, place);
}

function listenForStart(element: HTMLElement, start: () => void): () => void {
  const press = (event: MouseEvent) => {
    if (editorOf(element) || event.button !== 0 || isForMany(event)) return;
    start();
    placeCaret(editorOf(element), event);
  };
  const ending = new AbortController();
  const { signal } = ending;
  element.addEventListener("mousedown", press, { capture: true, signal });
  element.addEventListener("focus", start, { signal });
  // Otherwise the browser would put dropped words into the view.
  element.addEventListener("drop", start, { capture: true, signal });
  return () => ending.abort();
}

function placeCaret(editor: Editor | undefined, { clientX, clientY }: MouseEvent): void {
  const at = editor?.view.posAtCoords({ left: clientX, top: clientY });
  if (!editor || !at) return;
  editor.view.focus();
  editor.commands.setTextSelection(at.pos);
}

/** An editor removes them from its element when it ends. */
function restoreAttributes(element: HTMLElement, className: string): void {
  element.className = className;
  element.setAttribute("role", "textbox");
  element.tabIndex = 0;
  element.contentEditable = "true";
}

/** Puts the caret into a text on the canvas when it is requested. */
function useRequestedCaret(ref: RefObject<HTMLElement | null>, { blockId, path }: TextPlace): void {
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
