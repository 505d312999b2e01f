import { type ClipboardEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
import { withLineBreaks, withListsAroundItems } from "#blocks/rich-text.tsx";
import { findItem } from "#domain/page/edit-page.ts";
import { blockShape } from "#domain/page/find-block.ts";
import { pasteToHtml } from "#domain/page/paste-to-html.ts";
import { tokenOf } from "#domain/page/standard-variables.ts";
import { slotItems } from "#domain/page/walk-page.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { reportPastedText } from "../ui/report-paste.ts";
import { goToNewBlock } from "./area-keys.ts";
import { labelOf, labelOfText } from "./block-labels.ts";
import { useDesk } from "./editing-context.ts";
import { takeLineAway } from "./line-keys.ts";
import type { PageEditing } from "./page-editing.ts";
import { isOfSeveralBlocks, isOnlyRtf, readTexts } from "./read-clipboard.ts";
import { useSlash } from "./slash-menu.tsx";
import { caretTo, goToCell, goToText, writeAt } from "./text-places.ts";
import { pasteBlocks } from "./use-clipboard.ts";
import { useWritten } from "./use-written.ts";

/** What somebody writes at the start of an empty paragraph, by a habit from Markdown. */
const HABITS: Readonly<Record<string, { type: string; props: Record<string, unknown> }>> = {
  "# ": { type: "Heading", props: { text: "", size: "h1" } },
  "## ": { type: "Heading", props: { text: "", size: "h2" } },
  "### ": { type: "Heading", props: { text: "", size: "h3" } },
  "- ": { type: "List", props: { items: [{ title: "" }] } },
  "* ": { type: "List", props: { items: [{ title: "" }] } },
};

const HOLDS_A_BLOCK = /<(?:p|h[1-6]|ul|ol|blockquote|table|hr|pre|div)[\s/>]/i;

/** A formatted text of a block that its author writes where readers read it. */
export function WrittenHtml({ place, className }: { place: TextPlace; className: string }) {
  const desk = useDesk();
  const { editing } = desk;
  const { blockId, path, value } = place;
  const type = findItem(editing.page, blockId)?.item.type ?? "";
  const ref = useRef<HTMLDivElement>(null);
  const written = useRef<string | null>(null);
  /** Only a text that is all of its block can become other blocks. */
  const isWhole = path.length === 1;
  const listId = useId();
  const slash = useSlash(listId, ({ block, props, variable }) => {
    const text = ref.current;
    // The caret may have gone to another line since.
    if (!text || !(lineOf(text) ?? text).textContent?.startsWith("/")) return;
    if (block) {
      replaceLine(editing, blockId, text, { type: block, ...(props && { props }) });
      goToNewBlock(editing);
    }
    if (variable) {
      caretTo(lineOf(text) ?? text, "all");
      text.ownerDocument.execCommand("insertText", false, tokenOf(variable));
    }
  });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element && value !== written.current) {
      const hadFocus = element.ownerDocument.activeElement === element;
      element.innerHTML = withListsAroundItems(sanitiseHtml(withLineBreaks(value)));
      if (hadFocus) caretTo(element, "end");
    }
    written.current = value;
  }, [value]);
  useWritten(ref, place);

  function tell(): void {
    const element = ref.current;
    if (!element) return;
    const isEmpty = hasNothing(element);
    if (isEmpty && element.firstChild && !element.querySelector("li")) element.textContent = "";
    written.current = isEmpty ? "" : storedHtml(element.innerHTML);
    writeAt(editing, place, written.current);
    if (!isWhole) return;
    const text = ((lineOf(element) ?? element).textContent ?? "").replaceAll("\u00a0", " ");
    slash.read(text);
    const habit = HABITS[text];
    if (habit) replaceLine(editing, blockId, element, habit);
  }

  /** Several blocks come after this one, or in its place; other text brings only what a document may hold. */
  function paste(event: ClipboardEvent<HTMLElement>): void {
    const data = event.clipboardData;
    const target = event.currentTarget;
    const isEmpty = hasNothing(target);
    const isPicture = data.files.length > 0 && data.getData("text/plain") === "";
    event.stopPropagation();
    const isOfBlocks = isOnlyRtf(data) || (isWhole && (isOfSeveralBlocks(data) || isPicture));
    if (isOfBlocks && pasteBlocks(data, desk, isEmpty ? blockId : undefined)) {
      event.preventDefault();
      return;
    }
    if (data.types.length === 0 || data.files.length > 0) return;
    event.preventDefault();
    const { html: inside, report } = pasteToHtml(readTexts(data), { hasHeadings: isWhole });
    // One paragraph goes on in the line of the caret.
    const words = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(inside)?.[1] ?? inside;
    target.ownerDocument.execCommand("insertHTML", false, sanitiseHtml(words));
    reportPastedText(report);
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    // The editor's own keys would act on the block.
    event.stopPropagation();
    const isMenus = slash.press(event.key);
    const isEmpty = event.currentTarget.textContent === "" && hasNothing(event.currentTarget);
    const isTakenAway = isWhole && event.key === "Backspace" && isEmpty;
    const step = event.shiftKey ? -1 : 1;
    const isOfCells = event.key === "Tab" && !isMenus && goToCell(event.currentTarget, step);
    if (isMenus || isTakenAway || isOfCells) event.preventDefault();
    if (isMenus || isOfCells) return;
    if (event.key === "Tab" && goToText(event.currentTarget, step)) event.preventDefault();
    if (isTakenAway) takeLineAway(editing, place);
    if (event.key === "Escape") event.currentTarget.blur();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no other element holds formatted text */}
      <div
        ref={ref}
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={`${labelOf(type)}: ${labelOfText(type, path).toLowerCase()}`}
        data-placeholder={isWhole ? "Write, or press / to add a block" : "Write"}
        dir="auto"
        className={`cp-rich editor-text ${className}`}
        contentEditable
        suppressContentEditableWarning
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
        onBlur={() => {
          slash.close();
          editing.drafts.flush();
        }}
        onKeyDown={press}
        {...slash.attributes}
      />
      {slash.menu}
    </>
  );
}

type NewBlock = { type: string; props?: Readonly<Record<string, unknown>> };

/** Puts a block in place of the line with the caret. What stands before and after it becomes a paragraph each. */
function replaceLine(
  editing: PageEditing,
  blockId: string,
  text: HTMLElement,
  { type, props = {} }: NewBlock,
): void {
  const line = lineOf(text);
  const lines = [...text.childNodes];
  const at = line ? lines.indexOf(line) : 0;
  const [before = "", after = ""] = line ? [lines.slice(0, at), lines.slice(at + 1)].map(htmlOf) : [];
  editing.drafts.flush();
  const paragraph = findItem(editing.page, blockId)?.item;
  if (!paragraph) return;
  const made = editing.newItem(type);
  const item = { ...made, props: { ...made.props, ...props } };
  const { anchor: _, ...looks } = paragraph.props;
  const rest = {
    ...paragraph,
    props: { ...looks, id: editing.newItem(paragraph.type).props.id, text: after },
  };
  editing.replace(blockId, [
    ...(before === "" ? [] : [{ ...paragraph, props: { ...paragraph.props, text: before } }]),
    item,
    ...(after === "" ? [] : [rest]),
  ]);
  // What holds blocks is written in the first of them.
  const [inner = item] = blockShape(type).slots.flatMap((slot) => slotItems(item, slot));
  editing.select(inner.props.id);
  editing.wantCaret({ blockId: inner.props.id, side: "all" });
}

/** The paragraph with the caret, of a text of several; null where the caret stands in a list or a table. */
function lineOf(text: HTMLElement): HTMLElement | null {
  let node = text.ownerDocument.getSelection()?.anchorNode ?? null;
  while (node && node.parentNode !== text) node = node.parentNode;
  return node?.nodeName === "P" || node?.nodeName === "DIV" ? (node as HTMLElement) : null;
}

/** The stored form of some of a text's lines; empty if they hold nothing. */
function htmlOf(nodes: readonly ChildNode[]): string {
  const holder = document.createElement("div");
  holder.append(...nodes.map((node) => node.cloneNode(true)));
  return hasNothing(holder) ? "" : storedHtml(holder.innerHTML);
}

/** Whether a text holds neither words nor what shows without words: a line, or the cells of a table. */
function hasNothing(text: HTMLElement): boolean {
  return (text.textContent ?? "").trim() === "" && !text.querySelector("hr, td, th");
}

/** Newlines between words are only the browser's: stored ones become line breaks. */
function storedHtml(html: string): string {
  const parts = sanitiseHtml(html).split(/(<pre[\s>][\s\S]*?<\/pre>)/i);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\s*\n\s*/g, " "))).join("");
}
