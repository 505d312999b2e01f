import type { Editor } from "@tiptap/core";
import type { EditorView } from "@tiptap/pm/view";
import { useId, useRef } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
import { withLineBreaks, withListsAroundItems } from "#blocks/rich-text.tsx";
import { labelOfBlock } from "#domain/page/block-edits.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { tokenOf } from "#domain/page/standard-variables.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import {
  chainInFocus,
  isOfFiles,
  pasteFromElsewhere,
  showText,
  startCanvasText,
} from "../ui/text/text-editor.ts";
import { useLatest } from "../ui/use-latest.ts";
import { goToNewBlock } from "./area-keys.ts";
import { labelOfText, placeholderOf } from "./block-labels.ts";
import { useEditor } from "./editing-context.ts";
import { removeLine } from "./line-keys.ts";
import { isOfSeveralBlocks, isOnlyRtf } from "./read-clipboard.ts";
import { HABITS, lineOf, replaceLine } from "./replace-line.ts";
import { useSlash } from "./slash-menu.tsx";
import { editorOf, goPastEdge, goToText, markHandled, writeAt } from "./text-places.ts";
import { pasteBlocks } from "./use-clipboard.ts";
import { useTextInPlace } from "./use-text-in-place.ts";

/** A formatted text of a block that its author writes where readers read it. */
export function WrittenHtml({ place, className }: { place: TextPlace; className: string }) {
  const context = useEditor();
  const { editing } = context;
  const { blockId, path } = place;
  const type = findItem(editing.page, blockId)?.item.type ?? "";
  const ref = useRef<HTMLDivElement>(null);
  const shownRef = useRef<string | null>(null);
  /** Only a text that is all of its block can become other blocks. */
  const isWhole = path.length === 1;
  const listId = useId();
  const slash = useSlash(listId, ({ block, props, variable }) => {
    const editor = ref.current ? editorOf(ref.current) : undefined;
    // The caret may have moved to another line since.
    if (!editor || !lineOf(editor)?.startsWith("/")) return;
    if (block) {
      replaceLine(editing, blockId, editor, { type: block, ...(props && { props }) });
      goToNewBlock(editing);
    }
    if (variable) replaceLineByText(editor, tokenOf(variable));
  });

  const write = useLatest((html: string) => {
    shownRef.current = html;
    writeAt(editing, place, html);
    const editor = ref.current ? editorOf(ref.current) : undefined;
    if (isWhole && editor) slash.read(lineOf(editor) ?? "");
  });

  /** A habit of the line before the caret turns it into a block. */
  const typeHabit = useLatest((view: EditorView, from: number, to: number, text: string): boolean => {
    const editor = ref.current ? editorOf(ref.current) : undefined;
    const line = editor && isWhole && from === to && !view.composing ? lineOf(editor) : null;
    const habit = line === null ? undefined : HABITS[line + text];
    if (!editor || !habit || !view.state.selection.$from.parentOffset) return false;
    replaceLine(editing, blockId, editor, habit);
    return true;
  });

  /** Several blocks come after this one, or in its place; other text brings only what a document may hold. */
  const paste = useLatest((view: EditorView, event: ClipboardEvent): boolean => {
    const data = event.clipboardData;
    if (!data) return false;
    const isEmpty = editorIsEmpty(view);
    const isPicture = data.files.length > 0 && data.getData("text/plain") === "";
    event.stopPropagation();
    const isOfBlocks = isOnlyRtf(data) || (isWhole && (isOfSeveralBlocks(data) || isPicture));
    if (isOfBlocks && pasteBlocks(data, context, isEmpty ? blockId : undefined)) {
      event.preventDefault();
      return true;
    }
    return data.types.length > 0 && data.files.length === 0 && pasteFromElsewhere(view, event, isWhole);
  });

  const press = useLatest((view: EditorView, event: KeyboardEvent): boolean => {
    // The editor's own keys would act on the block.
    event.stopPropagation();
    const element = view.dom;
    if (slash.press(event.key)) return markHandled(event);
    if (event.key === "Backspace" && isWhole && editorIsEmpty(view)) {
      removeLine(editing, place);
      return markHandled(event);
    }
    if (goPastEdge(view, event)) return markHandled(event);
    if (event.key === "Escape") element.blur();
    const { $from } = view.state.selection;
    const isInText = event.key === "Tab" && $from.depth > 1;
    if (event.key !== "Tab" || isInText || !goToText(element, event.shiftKey ? -1 : 1)) return false;
    return markHandled(event);
  });

  useTextInPlace(ref, place, shownRef, {
    isRich: true,
    draw: (element, html) => {
      element.innerHTML = withListsAroundItems(sanitiseHtml(withLineBreaks(html)));
    },
    start: (element) =>
      startCanvasText({
        element,
        html: withLineBreaks(place.value),
        onChange: write,
        onWord: () => editing.drafts.endStep(),
        announce: context.announce,
        editorProps: {
          handleKeyDown: press,
          handleTextInput: typeHabit,
          handleDOMEvents: { paste, drop: isOfFiles },
        },
      }),
    show: (editor, html) => showText(editor, withLineBreaks(html)),
  });

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no other element holds formatted text */}
      <div
        ref={ref}
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={`${labelOfBlock(type)}: ${labelOfText(type, path).toLowerCase()}`}
        data-placeholder={placeholderOf(type, path)}
        dir="auto"
        className={`cp-rich editor-text ${className}`}
        contentEditable
        suppressContentEditableWarning
        onFocus={() => editing.selectedId !== blockId && editing.select(blockId)}
        onBlur={() => {
          slash.close();
          editing.drafts.flush();
        }}
        {...slash.attributes}
      />
      {slash.menu}
    </>
  );
}

function replaceLineByText(editor: Editor, text: string): void {
  const { $from } = editor.state.selection;
  const line = { from: $from.start(), to: $from.end() };
  chainInFocus(editor).setTextSelection(line).insertContent(text).run();
}

/** Whether a text has neither words nor elements that are visible without words. */
function editorIsEmpty({ state: { doc } }: EditorView): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.textContent.trim() === "";
}
