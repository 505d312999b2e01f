import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { labelOf, labelOfText } from "./block-labels.ts";
import { useDesk } from "./editing-context.ts";
import { breakLine, takeLineAway } from "./line-keys.ts";
import type { PageEditing } from "./page-editing.ts";
import { caretTo, goToText, isAtStart, isOnly, writeAt } from "./text-places.ts";
import { useWritten } from "./use-written.ts";

/** A text of a block that its author writes where readers read it. */
export function WrittenText({ place }: { place: TextPlace }) {
  const { editing } = useDesk();
  const { blockId, path, value } = place;
  const type = findItem(editing.page, blockId)?.item.type ?? "";
  const label = labelOfText(type, path);
  const ref = useRef<HTMLSpanElement>(null);
  /** The text that came from here: what differs comes from undo, or from the panel. */
  const written = useRef<string | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element && value !== written.current && element.textContent !== value) {
      const hadFocus = element.ownerDocument.activeElement === element;
      element.textContent = value;
      if (hadFocus) caretTo(element, "end");
    }
    written.current = value;
  }, [value]);
  useWritten(ref, place);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the text keeps its element, such as a heading
    <span
      ref={ref}
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-label={`${labelOf(type)}: ${label.toLowerCase()}`}
      data-placeholder={path.length === 1 && label === "Text" ? labelOf(type) : label}
      className="editor-text"
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      onFocus={() => editing.selectedId !== blockId && editing.select(blockId)}
      onInput={({ currentTarget }) => {
        const text = currentTarget.textContent ?? "";
        // A browser leaves a line break in an emptied text, which would hide the placeholder.
        if (text === "" || text === "\n") currentTarget.textContent = "";
        written.current = text === "\n" ? "" : text;
        writeAt(editing, place, written.current);
      }}
      onBlur={() => editing.drafts.flush()}
      onKeyDown={(event) => handleKey(event, editing, place)}
    />
  );
}

/** Whether the text is an item of a list, which Enter and Backspace add and take away. */
function isOneOfLines({ path }: TextPlace): boolean {
  return path.length === 3 && path[0] === "items" && path[2] === "title";
}

/** Enter goes on below, Tab goes to the next text of the block, and Backspace in an empty line takes the line away. */
function handleKey(event: KeyboardEvent<HTMLElement>, editing: PageEditing, place: TextPlace): void {
  // The editor's own keys would act on the block.
  event.stopPropagation();
  const element = event.currentTarget;
  if (event.key === "Escape") element.blur();
  const isEnter = event.key === "Enter" && !event.shiftKey;
  if (isEnter) {
    event.preventDefault();
    if (isOneOfLines(place)) breakLine(editing, place);
    else if (!goToText(element, 1)) breakLine(editing, { ...place, path: [] });
  }
  if (event.key === "Tab" && goToText(element, event.shiftKey ? -1 : 1)) event.preventDefault();
  const isEmpty = event.key === "Backspace" && isAtStart(element) && element.textContent === "";
  if (isEmpty && (isOneOfLines(place) || isOnly(element))) {
    event.preventDefault();
    takeLineAway(editing, place);
  }
}
