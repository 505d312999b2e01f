import { type AnyExtension, type ChainedCommands, Editor } from "@tiptap/core";
import { Gapcursor, UndoRedo } from "@tiptap/extensions";
import { closeHistory } from "@tiptap/pm/history";
import { type Node as ModelNode, Slice } from "@tiptap/pm/model";
import type { EditorProps, EditorView } from "@tiptap/pm/view";
import { pasteToHtml } from "#domain/page/paste-to-html.ts";
import { readTexts, reportPastedText } from "../report-paste.ts";
import { Habits, KeySelection, readSelection, Words } from "./habits.ts";
import { RICH_TEXT } from "./schema.ts";
import { fromHtml, toHtml } from "./stored-html.ts";

type Options = {
  /** The element that holds the text, in this document or in a frame's. It keeps its name and role. */
  element: HTMLElement;
  html: string;
  hasHeadings: boolean;
  onChange: (html: string) => void;
  /** Speaks what a habit made of a line. */
  announce: (what: string) => void;
};

/** Writes a formatted text in place, with an undo of its own. */
export function startRichText({ element, html, hasHeadings, onChange, announce }: Options): Editor {
  const editor: Editor = startEditor(
    element,
    fromHtml(html),
    [
      ...RICH_TEXT,
      Gapcursor,
      UndoRedo,
      Habits.configure({ hasHeadings, announce }),
      Words.configure({ onWord: () => editor.view.dispatch(closeHistory(editor.state.tr)) }),
    ],
    { handleDOMEvents: { paste: (view, event) => pasteFromElsewhere(view, event, hasHeadings) } },
  );
  editor.on("update", () => onChange(toHtml(editor.state.doc)));
  return editor;
}

type CanvasOptions = Omit<Options, "hasHeadings"> & { onWord: () => void; editorProps: EditorProps };

/** Writes a formatted text of a page in place. Its undo is the page's. */
export function startCanvasText({
  element,
  html,
  onChange,
  onWord,
  announce,
  editorProps,
}: CanvasOptions): Editor {
  const editor = startEditor(
    element,
    fromHtml(html),
    [...RICH_TEXT, Gapcursor, Habits.configure({ hasHeadings: true, announce }), Words.configure({ onWord })],
    editorProps,
  );
  editor.on("update", () => onChange(toHtml(editor.state.doc)));
  return editor;
}

function startEditor(
  element: HTMLElement,
  text: ModelNode,
  extensions: AnyExtension[],
  editorProps: EditorProps,
): Editor {
  return new Editor({
    element: { mount: element },
    extensions: [...extensions, KeySelection],
    content: text.toJSON(),
    // Each line begins at the edge where it is read from.
    textDirection: "auto",
    injectCSS: false,
    enableInputRules: ["habits"],
    enablePasteRules: false,
    editorProps: {
      attributes: ({ doc }): Record<string, string> =>
        doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.firstChild.childCount === 0
          ? { "data-is-empty": "" }
          : {},
      transformPastedHTML: cleanDropped,
      ...editorProps,
    },
  });
}

/**
 * Commands with the focus in the text at once: the engine's own `focus` comes a frame later, and undoes keys until
 * then.
 */
export function chainInFocus(editor: Editor): ChainedCommands {
  editor.view.focus();
  return editor.chain();
}

/** Longer than the editor needs to read a word after its composition. */
const COMPOSED_AFTER_MS = 50;

/** Does it now, or once the word that is being composed is part of the text. */
export function whenComposed(editor: Editor, act: () => void): void {
  if (!editor.view.composing) {
    act();
    return;
  }
  const later = () => setTimeout(() => editor.isDestroyed || whenComposed(editor, act), COMPOSED_AFTER_MS);
  editor.view.dom.addEventListener("compositionend", later, { once: true });
}

/** Shows another text, such as after an undo, and keeps the caret. It is no step of the text's own undo. */
export function showText(editor: Editor, html: string): void {
  const { from, to } = editor.state.selection;
  editor
    .chain()
    .setMeta("addToHistory", false)
    .setContent(fromHtml(html).toJSON(), { emitUpdate: false })
    .setTextSelection({ from, to })
    .run();
}

/** Dropped or pasted HTML, reduced to what a document may contain. */
function cleanDropped(html: string): string {
  // What was copied here is limited by the schema, and knows where its lines were cut.
  if (html.includes("data-pm-slice")) return html.replaceAll(/\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, "");
  const { html: clean, report } = pasteToHtml({ html, text: "" }, { hasHeadings: true });
  reportPastedText(report);
  return clean;
}

/** Files that are dropped on a text of the canvas become blocks, also if they bring words along. */
export function isOfFiles(_view: EditorView, { dataTransfer }: DragEvent): boolean {
  return dataTransfer !== null && dataTransfer.files.length > 0;
}

/** Pastes through the one pipeline, and reports what came and what was left out. */
export function pasteFromElsewhere(view: EditorView, event: ClipboardEvent, hasHeadings: boolean): boolean {
  const pasted = readTexts(event.clipboardData);
  if (pasted.html.includes("data-pm-slice")) return false;
  event.preventDefault();
  readSelection(view);
  const { html, report } = pasteToHtml(pasted, { hasHeadings });
  // Without any, the selected words stay.
  if (html !== "") insertHtml(view, event, html);
  reportPastedText(report);
  return true;
}

/** As the editor pastes itself, but without reading HTML that is clean already. */
function insertHtml(view: EditorView, event: ClipboardEvent, html: string): void {
  const { content } = view.state.schema.nodeFromJSON(fromHtml(html).toJSON());
  const slice = Slice.maxOpen(content, false);
  // Tables take cells in their own way.
  if (view.someProp("handlePaste", (handle) => handle(view, event, slice))) return;
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta("paste", true));
}
