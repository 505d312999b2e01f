import { registerOverlayPortal } from "@puckeditor/core";
import { type ClipboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
import { withLineBreaks, withListsAroundItems } from "#blocks/rich-text.tsx";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { useDesk, useEditing } from "./editing-context.ts";
import { takeLineAway } from "./line-keys.ts";
import { caretTo } from "./text-places.ts";

const HOLDS_A_BLOCK = /<(?:p|h[1-6]|ul|ol|blockquote|table|hr|pre|div)[\s/>]/i;

/** A formatted text of a block that its author writes where readers read it. */
export function WrittenHtml({ place, className }: { place: TextPlace; className: string }) {
  const { editing } = useDesk();
  const { blockId, path, value } = place;
  const ref = useRef<HTMLDivElement>(null);
  const written = useRef<string | null>(null);
  const caret = useEditing((now) => now.caretFor(blockId, path));
  useEffect(() => registerOverlayPortal(ref.current), []);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element && value !== written.current) {
      const hadFocus = element.ownerDocument.activeElement === element;
      element.innerHTML = withListsAroundItems(sanitiseHtml(withLineBreaks(value)));
      if (hadFocus) caretTo(element, "end");
    }
    written.current = value;
  }, [value]);
  useEffect(() => {
    if (!caret || !ref.current) return;
    editing.takeCaret();
    caretTo(ref.current, caret);
  }, [caret, editing]);

  function tell(): void {
    const element = ref.current;
    const [field] = path;
    if (!element || typeof field !== "string") return;
    const isEmpty = (element.textContent ?? "").trim() === "" && !element.querySelector("hr");
    if (isEmpty && element.firstChild && !element.querySelector("li")) element.textContent = "";
    written.current = isEmpty ? "" : storedHtml(element.innerHTML);
    editing.drafts.write(blockId, field, written.current);
  }

  /** Text from elsewhere brings only what a document may hold. */
  function paste(event: ClipboardEvent): void {
    const html = event.clipboardData.getData("text/html");
    const text = event.clipboardData.getData("text/plain");
    if (html === "" && text === "") return;
    event.preventDefault();
    event.stopPropagation();
    const target = event.currentTarget.ownerDocument;
    if (html === "") target.execCommand("insertText", false, text);
    else target.execCommand("insertHTML", false, sanitiseHtml(html));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: no other element holds formatted text
    <div
      ref={ref}
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-label="Paragraph: text"
      data-placeholder="Write, or press / to add a block"
      dir="auto"
      className={`cp-rich editor-text ${className}`}
      contentEditable
      suppressContentEditableWarning
      // A press on the page around blocks selects nothing; this one is on a text.
      onClick={(event) => event.stopPropagation()}
      onFocus={({ currentTarget }) => {
        if (editing.selectedId !== blockId) editing.select(blockId);
        currentTarget.ownerDocument.execCommand("defaultParagraphSeparator", false, "p");
        // A line without an element would not become a paragraph of its own beside the next one.
        if (currentTarget.firstChild && !HOLDS_A_BLOCK.test(currentTarget.innerHTML)) {
          currentTarget.innerHTML = `<p>${currentTarget.innerHTML}</p>`;
        }
      }}
      onInput={tell}
      onPaste={paste}
      onBlur={() => editing.drafts.flush()}
      onKeyDown={(event) => {
        // The editor's own keys would act on the block.
        event.stopPropagation();
        if (event.key === "Escape") event.currentTarget.blur();
        if (event.key === "Backspace" && event.currentTarget.textContent === "") {
          event.preventDefault();
          takeLineAway(editing, place);
        }
      }}
    />
  );
}

/** Newlines between words are only the browser's: stored ones become line breaks. */
export function storedHtml(html: string): string {
  const parts = sanitiseHtml(html).split(/(<pre[\s>][\s\S]*?<\/pre>)/i);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\s*\n\s*/g, " "))).join("");
}
