import { type ReactNode, useEffect, useInsertionEffect } from "react";
import { findItem } from "#domain/page/edit-page.ts";
import { styleNonce } from "#web/lib/style-nonce.ts";
import { withholdComposition } from "#web/lib/withhold-composition.ts";
import { listenForAreaKeys } from "./area-keys.ts";
import { blockName } from "./block-labels.ts";
import { calmDraggables } from "./calm-draggables.ts";
import { guardFocus } from "./canvas-focus.ts";
import { useDesk, useEditing } from "./editing-context.ts";
import { listenForKeys } from "./editor-keys.ts";
import { highlightVariables } from "./highlight-variables.ts";
import { holdLocked } from "./hold-locked.ts";
import { rememberTexts } from "./insert-text.ts";
import { keepKeysOnTheWay } from "./keys-on-the-way.ts";
import { listenForComposition } from "./listen-for-composition.ts";
import { nonceStyles } from "./nonce-styles.ts";
import type { PageEditing } from "./page-editing.ts";
import { isForMany, selectBy } from "./select-by.ts";
import { LOCKED } from "./spoken-words.ts";
import { blockIn } from "./text-places.ts";
import { useClipboard } from "./use-clipboard.ts";

/** The document inside the canvas: its name, its keys, and blocks that say what they are. */
export function FrameDocument({ children, document: frame }: { children: ReactNode; document?: Document }) {
  const { editing, autosave, say } = useDesk();
  useClipboard(frame);
  // Before the styles that Puck adds to the frame.
  useInsertionEffect(() => {
    if (!frame) return;
    frame.documentElement.setAttribute("data-editor-canvas", "");
    nonceStyles(frame, styleNonce());
  }, [frame]);
  useEffect(() => {
    if (!frame) return;
    nameFrame(frame);
    const nameOf = (id: string) => {
      const item = findItem(editing.page, id)?.item;
      return item ? blockName(item) : "Block";
    };
    const endings = [
      withholdComposition(frame.defaultView ?? window),
      keepKeysOnTheWay(frame, editing),
      calmDraggables(frame, nameOf),
      listenForKeys(frame, editing),
      selectMany(frame, editing),
      listenForAreaKeys(frame, editing),
      holdLinks(frame),
      holdLocked(frame, () => say(LOCKED)),
      highlightVariables(frame),
      guardFocus(frame, editing),
      rememberTexts(frame),
      listenForComposition(frame, autosave),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [frame, editing, autosave, say]);
  const selectedId = useEditing((now) => now.selectedId);
  useEffect(() => reveal(frame, selectedId), [frame, selectedId]);
  return <>{children}</>;
}

/** A block far away on a long page comes onto the canvas a moment after it is selected. */
const MOST_FRAMES = 30;

/** Brings a block into sight that was selected elsewhere, such as in the structure. */
function reveal(frame: Document | undefined, blockId: string | null): (() => void) | undefined {
  const view = frame?.defaultView;
  if (!view || blockId === null) return undefined;
  let waiting = 0;
  const look = (framesLeft: number) => {
    const block = blockIn(frame, blockId);
    if (!block) {
      if (framesLeft > 0) waiting = view.requestAnimationFrame(() => look(framesLeft - 1));
      return;
    }
    const { top, bottom } = block.getBoundingClientRect();
    if (bottom < 60 || top > view.innerHeight - 60) block.scrollIntoView({ block: "center" });
  };
  look(MOST_FRAMES);
  return () => view.cancelAnimationFrame(waiting);
}

function nameFrame(frame: Document): void {
  frame.title = "Page";
  frame.defaultView?.frameElement?.setAttribute("title", "Page");
}

/** With Shift or Ctrl a press selects several blocks, except in the text that is being written. */
function selectMany(frame: Document, editing: PageEditing): () => void {
  const press = (event: MouseEvent) => {
    const target = event.target as Element | null;
    const block = target?.closest?.("[data-puck-component]");
    const id = block?.getAttribute("data-puck-component");
    const isInText = target?.closest?.("[contenteditable]") === frame.activeElement;
    if (!id || !isForMany(event) || isInText) return;
    // The browser would mark text from the last caret, or follow a link.
    event.preventDefault();
    if (event.type !== "click") return;
    event.stopPropagation();
    selectBy(event, editing, id);
  };
  frame.addEventListener("mousedown", press, true);
  frame.addEventListener("click", press, true);
  return () => {
    frame.removeEventListener("mousedown", press, true);
    frame.removeEventListener("click", press, true);
  };
}

/** Links and buttons of the page do nothing while it is written. */
function holdLinks(frame: Document): () => void {
  const hold = (event: Event) => {
    const target = event.target as Element | null;
    if (target?.closest?.("a, form, summary") && !target.closest("[data-puck-overlay]"))
      event.preventDefault();
  };
  frame.addEventListener("click", hold, true);
  frame.addEventListener("submit", hold, true);
  return () => {
    frame.removeEventListener("click", hold, true);
    frame.removeEventListener("submit", hold, true);
  };
}
