import { Editor } from "@tiptap/core";
import type { EditorProps } from "@tiptap/pm/view";
import { escapeText } from "#domain/escape-html.ts";
import { pasteToText } from "#domain/page/paste-to-text.ts";
import { readTexts, reportPastedText } from "../report-paste.ts";
import { KeySelection, Words } from "./habits.ts";
import { PLAIN_TEXT } from "./schema.ts";
import { isOfFiles } from "./text-editor.ts";

type PlainTextOptions = {
  element: HTMLElement;
  text: string;
  onChange: (text: string) => void;
  onWord: () => void;
  editorProps: EditorProps;
};

/** Writes a text without formatting in place. */
export function startPlainText({ element, text, onChange, onWord, editorProps }: PlainTextOptions): Editor {
  const editor: Editor = new Editor({
    element: { mount: element },
    extensions: [...PLAIN_TEXT, KeySelection, Words.configure({ onWord })],
    content: contentOf(text),
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    editorProps: {
      attributes: ({ doc }): Record<string, string> => (doc.childCount === 0 ? { "data-is-empty": "" } : {}),
      handleDOMEvents: {
        drop: isOfFiles,
        // Formatting and blocks of another program come as the words alone.
        paste: (view, event) => {
          const { text: pasted, report } = pasteToText(readTexts(event.clipboardData));
          if (pasted !== "") view.dispatch(view.state.tr.insertText(pasted).scrollIntoView());
          reportPastedText(report);
          event.preventDefault();
          event.stopPropagation();
          return true;
        },
      },
      transformPastedHTML: (html) => escapeText(pasteToText({ html, text: "" }).text),
      ...editorProps,
    },
  });
  editor.on("update", () => onChange(editor.state.doc.textContent.toWellFormed()));
  return editor;
}

/** Shows another text, such as after an undo, and keeps the caret. */
export function showPlainText(editor: Editor, text: string): void {
  const { from } = editor.state.selection;
  editor.commands.setContent(contentOf(text), { emitUpdate: false });
  editor.commands.setTextSelection(Math.min(from, text.length));
}

function contentOf(text: string) {
  return { type: "doc", content: text === "" ? [] : [{ type: "text", text }] };
}
