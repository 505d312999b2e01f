import { type AnyExtension, type ChainedCommands, Editor } from "@tiptap/core";
import { Gapcursor, UndoRedo } from "@tiptap/extensions";
import { closeHistory } from "@tiptap/pm/history";
import { Slice } from "@tiptap/pm/model";
import type { EditorProps, EditorView } from "@tiptap/pm/view";
import { pasteToHtml } from "#domain/page/paste-to-html.ts";
import { readTexts, reportPastedText } from "../report-paste.ts";
import { KeySelection, MarkdownShortcuts, readSelection, Words } from "./habits.ts";
import { RICH_TEXT } from "./schema.ts";
import { fromHtml, toHtml } from "./stored-html.ts";

type Options = {
  /** The element that holds the text, in this document or in a frame's. It keeps its name and role. */
  element: HTMLElement;
  html: string;
  onChange: (html: string) => void;
  /** Announces the result of a Markdown shortcut. */
  announce: (what: string) => void;
};

/** Writes a formatted text in place, with an undo of its own. */
export function startRichText(options: Options & { hasHeadings: boolean }): Editor {
  const { hasHeadings } = options;
  const onWord = () => editor.view.dispatch(closeHistory(editor.state.tr));
  const editor: Editor = startEditor({ ...options, onWord }, hasHeadings, [UndoRedo], {
    handleDOMEvents: { paste: (view, event) => pasteFromElsewhere(view, event, hasHeadings) },
  });
  return editor;
}

type CanvasOptions = Options & { onWord: () => void };

/** Writes a formatted text of a page in place. Its undo is the page's. */
export function startCanvasText(options: CanvasOptions & { editorProps: EditorProps }): Editor {
  return startEditor(options, true, [], options.editorProps);
}

function startEditor(
  { element, html, onChange, onWord, announce }: CanvasOptions,
  hasHeadings: boolean,
  extensions: AnyExtension[],
  editorProps: EditorProps,
): Editor {
  const habits = MarkdownShortcuts.configure({ hasHeadings, announce });
  const editor = new Editor({
    element: { mount: element },
    extensions: [...RICH_TEXT, Gapcursor, ...extensions, habits, Words.configure({ onWord }), KeySelection],
    content: fromHtml(html).toJSON(),
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
  editor.on("update", () => onChange(toHtml(editor.state.doc)));
  return editor;
}

/** Commands with the focus in the text at once. The engine's own `focus` comes a frame later and loses keys. */
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
