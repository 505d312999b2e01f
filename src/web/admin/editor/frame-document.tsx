import { type ReactNode, useEffect } from "react";
import { VARIABLE_IN_TEXT } from "#domain/page/variables.ts";
import { withholdComposition } from "#web/lib/start-page.tsx";
import { listen } from "../ui/listeners.ts";
import { listenForAreaKeys } from "./area-keys.ts";
import type { Autosave } from "./autosave.ts";
import { guardFocus, isForMany, selectBy } from "./canvas-focus.ts";
import { DragHandles } from "./drag/drag-handle.tsx";
import { useEditing, useEditor } from "./editing-context.ts";
import { listenForKeys } from "./editor-keys.ts";
import { highlight, rangesIn } from "./highlights.ts";
import { rememberTexts } from "./insert-text.ts";
import type { PageEditing } from "./page-editing.ts";
import { blockIdOf, blockIn } from "./text-places.ts";
import { useClipboard } from "./use-clipboard.ts";

/** The document inside the canvas: its keys, and what a pointer does in it. */
export function FrameDocument({ children, document: frame }: { children: ReactNode; document: Document }) {
  const { editing, autosave } = useEditor();
  useClipboard(frame);
  useEffect(() => {
    const endings = [
      withholdComposition(frame.defaultView ?? window),
      listenForKeys(frame, editing),
      pressBlocks(frame, editing),
      markHovered(frame),
      listenForAreaKeys(frame, editing),
      disableLinks(frame),
      highlightVariables(frame),
      guardFocus(frame, editing),
      rememberTexts(frame),
      listenForComposition(frame, autosave),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [frame, editing, autosave]);
  const selectedId = useEditing((now) => now.selectedId);
  useEffect(() => reveal(frame, selectedId), [frame, selectedId]);
  return (
    <>
      {children}
      <DragHandles frame={frame} />
    </>
  );
}

/** Brings a block into sight that was selected elsewhere, such as in the structure. */
function reveal(frame: Document, blockId: string | null): void {
  const block = blockId === null ? null : blockIn(frame, blockId);
  if (!block) return;
  const { top, bottom } = block.getBoundingClientRect();
  const height = frame.documentElement.clientHeight;
  if (bottom < 60 || top > height - 60) block.scrollIntoView({ block: "center" });
}

/** A press selects the block under it, or nothing. With Shift or Ctrl it adds blocks, except in the text being written. */
function pressBlocks(frame: Document, editing: PageEditing): () => void {
  const press = (event: MouseEvent) => {
    const target = event.target as Element | null;
    const id = blockIdOf(target);
    if (id === null) {
      // The sheet itself, and not what lies above it.
      if (target?.closest?.(".editor-desk") && !target.closest("button")) editing.select(null);
      return;
    }
    if (isForMany(event)) {
      if (target?.closest?.("[contenteditable]") === frame.activeElement) return;
      // The browser would mark text from the last caret.
      event.preventDefault();
      selectBy(event, editing, id);
    } else if (editing.selectedIds.length !== 1 || editing.selectedId !== id) editing.select(id);
  };
  /** The browser would drag a picture or a link away. */
  const preventNativeDrag = (event: DragEvent) => {
    if (!(event.target as Element | null)?.closest?.("[contenteditable]")) event.preventDefault();
  };
  return listen(frame, { mousedown: press, dragstart: preventNativeDrag });
}

const BLOCK = "[data-block-id]";
const HOVERED = "data-hovered";

/** Marks the block under the pointer, and the area that it stands in (EDIT-4). */
function markHovered(frame: Document): () => void {
  let marked: Element[] = [];
  const mark = (block: Element | null) => {
    if (block === (marked[0] ?? null)) return;
    for (const one of marked) one.removeAttribute(HOVERED);
    const area = block?.parentElement?.closest("[data-area]");
    marked = [block, area].filter((one) => one !== null && one !== undefined);
    for (const one of marked) one.setAttribute(HOVERED, "");
  };
  const over = ({ target }: Event) => mark((target as Element | null)?.closest?.(BLOCK) ?? null);
  const endings = [
    listen(frame, { pointerover: over }),
    listen(frame.documentElement, { pointerleave: () => mark(null) }),
  ];
  return () => {
    mark(null);
    for (const end of endings) end();
  };
}

/** Links and buttons of the page do nothing while it is written. */
function disableLinks(frame: Document): () => void {
  const prevent = (event: Event) => {
    const target = event.target as Element | null;
    if (target?.closest?.("a, form, summary")) event.preventDefault();
  };
  return listen(frame, { click: prevent, submit: prevent }, { capture: true });
}

/** While an input method composes a word in the document, no other author's save changes the page. */
function listenForComposition(document: Document, autosave: Autosave): () => void {
  const handlers = {
    compositionstart: () => autosave.composing(true),
    // The word is written by the events that follow.
    compositionend: () => queueMicrotask(() => autosave.composing(false)),
  };
  const unlisten = listen(document, handlers, { capture: true });
  return () => {
    unlisten();
    autosave.composing(false);
  };
}

const PAUSE_MS = 150;

/** Marks the variables in the texts of the canvas. */
function highlightVariables(frame: Document): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = () => highlight(frame, "variable", rangesIn(frame.body, placesOfVariables));
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(mark, PAUSE_MS);
  });
  observer.observe(frame.documentElement, { subtree: true, childList: true, characterData: true });
  mark();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

function placesOfVariables(text: string) {
  if (!text.includes("{{")) return [];
  const found = [...text.matchAll(VARIABLE_IN_TEXT)];
  return found.map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}
