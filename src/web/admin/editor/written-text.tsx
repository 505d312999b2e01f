import type { EditorView } from "@tiptap/pm/view";
import { useRef } from "react";
import type { TextPlace } from "#blocks/render-context.ts";
import { labelOfBlock } from "#domain/page/block-edits.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { showPlainText, startPlainText } from "../ui/text/plain-text.ts";
import { useLatest } from "../ui/use-latest.ts";
import { labelOfText, placeholderOf } from "./block-labels.ts";
import { useEditor } from "./editing-context.ts";
import { breakLine, removeLine } from "./line-keys.ts";
import { goPastEdge, goToText, isOnlyText, markHandled, writeAt } from "./text-places.ts";
import { useTextInPlace } from "./use-text-in-place.ts";

/** A text of a block that its author writes where readers read it. */
export function WrittenText({ place }: { place: TextPlace }) {
  const { editing } = useEditor();
  const { blockId, path } = place;
  const type = findItem(editing.page, blockId)?.item.type ?? "";
  const label = labelOfText(type, path);
  const ref = useRef<HTMLSpanElement>(null);
  const shownRef = useRef<string | null>(null);

  const isItem = path.length === 3 && path[0] === "items" && path[2] === "title";

  const write = useLatest((text: string) => {
    shownRef.current = text;
    writeAt(editing, place, text);
  });

  /** Enter continues on a new line, Tab moves to the next text of the block, and Backspace removes an empty line. */
  const press = useLatest((view: EditorView, event: KeyboardEvent): boolean => {
    // The editor's own keys would act on the block.
    event.stopPropagation();
    const element = view.dom;
    if (goPastEdge(view, event)) return markHandled(event);
    if (event.key === "Escape") element.blur();
    if (event.key === "Enter") {
      if (event.shiftKey) view.dispatch(view.state.tr.insertText("\n").scrollIntoView());
      else if (isItem) breakLine(editing, place);
      else if (!goToText(element, 1)) breakLine(editing, { ...place, path: [] });
      return markHandled(event);
    }
    if (event.key === "Tab") return goToText(element, event.shiftKey ? -1 : 1) && markHandled(event);
    const isEmptied = event.key === "Backspace" && view.state.doc.childCount === 0;
    if (!isEmptied || !(isItem || isOnlyText(element))) return false;
    removeLine(editing, place);
    return markHandled(event);
  });

  useTextInPlace(ref, place, shownRef, {
    isRich: false,
    draw: (element, text) => {
      element.textContent = text;
    },
    start: (element) =>
      startPlainText({
        element,
        text: place.value,
        onChange: write,
        onWord: () => editing.drafts.endStep(),
        editorProps: { handleKeyDown: press },
      }),
    show: showPlainText,
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: the text keeps its element, such as a heading
    <span
      ref={ref}
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-label={`${labelOfBlock(type)}: ${label.toLowerCase()}`}
      data-placeholder={placeholderOf(type, path)}
      className="editor-text"
      contentEditable
      suppressContentEditableWarning
      onFocus={() => editing.selectedId !== blockId && editing.select(blockId)}
      onBlur={() => editing.drafts.flush()}
    />
  );
}
