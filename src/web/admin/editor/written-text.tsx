import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { labelOf } from "./block-labels.ts";
import { useDesk, useEditing } from "./editing-context.ts";
import { breakLine, takeLineAway } from "./line-keys.ts";
import type { PageEditing } from "./page-editing.ts";
import { caretTo, isAtStart, takePointer, withValueAt } from "./text-places.ts";

/** A text of a block that its author writes where readers read it. */
export function WrittenText({ place }: { place: TextPlace }) {
  const { editing } = useDesk();
  const { blockId, path, value } = place;
  const ref = useRef<HTMLSpanElement>(null);
  /** The text that came from here: what differs comes from undo, or from the panel. */
  const written = useRef<string | null>(null);
  const caret = useEditing((now) => now.caretFor(blockId, path));
  useEffect(() => (ref.current ? takePointer(ref.current) : undefined), []);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element && value !== written.current && element.textContent !== value) {
      const hadFocus = element.ownerDocument.activeElement === element;
      element.textContent = value;
      if (hadFocus) caretTo(element, "end");
    }
    written.current = value;
  }, [value]);
  useEffect(() => {
    if (!caret || !ref.current) return;
    editing.takeCaret();
    caretTo(ref.current, caret);
  }, [caret, editing]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the text keeps its element, such as a heading
    <span
      ref={ref}
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-label={`${labelOf(typeOf(editing, blockId))}: text`}
      data-placeholder={labelOf(typeOf(editing, blockId))}
      className="editor-text"
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      // A press on the page around blocks selects nothing; this one is on a text.
      onClick={(event) => event.stopPropagation()}
      onFocus={() => editing.selectedId !== blockId && editing.select(blockId)}
      onInput={({ currentTarget }) => {
        const text = currentTarget.textContent ?? "";
        // A browser leaves a line break in an emptied text, which would hide the placeholder.
        if (text === "" || text === "\n") currentTarget.textContent = "";
        written.current = text === "\n" ? "" : text;
        write(editing, blockId, path, written.current);
      }}
      onBlur={() => editing.drafts.flush()}
      onKeyDown={(event) => handleKey(event, editing, place)}
    />
  );
}

function write(editing: PageEditing, blockId: string, path: TextPlace["path"], value: string): void {
  const item = findItem(editing.page, blockId)?.item;
  const [field] = path;
  if (!item || typeof field !== "string") return;
  const props = { ...item.props, ...editing.drafts.of(blockId) };
  editing.drafts.write(blockId, field, withValueAt(props, path, value)[field]);
}

function typeOf(editing: PageEditing, blockId: string): string {
  return findItem(editing.page, blockId)?.item.type ?? "";
}

/** Enter goes on below, and Backspace in an empty line takes the line away. */
function handleKey(event: KeyboardEvent<HTMLElement>, editing: PageEditing, place: TextPlace): void {
  // The editor's own keys would act on the block.
  event.stopPropagation();
  const element = event.currentTarget;
  if (event.key === "Escape") element.blur();
  const isEnter = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
  if (isEnter) {
    event.preventDefault();
    breakLine(editing, place);
  }
  if (event.key === "Backspace" && isAtStart(element) && element.textContent === "") {
    event.preventDefault();
    takeLineAway(editing, place);
  }
}
