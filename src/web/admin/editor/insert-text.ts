import { editorOf } from "./text-places.ts";

/** The text that somebody wrote in last, on the canvas or in the panels. */
let last: HTMLElement | null = null;

/** Remembers the text with the caret of a document, the window's or the canvas's. */
export function rememberTexts(target: Document): () => void {
  const remember = ({ target: element }: FocusEvent) => {
    if (isText(element as HTMLElement | null)) last = element as HTMLElement;
  };
  target.addEventListener("focusin", remember);
  return () => {
    target.removeEventListener("focusin", remember);
    if (last?.ownerDocument === target) last = null;
  };
}

/** Writes at the caret of the text that somebody wrote in last. Returns false if there is none any more. */
export function insertText(text: string): boolean {
  return last?.isConnected === true && insertInto(last, text);
}

/** Writes at the caret of a text or a field, in place of what is selected there. */
export function insertInto(element: Element, text: string): boolean {
  const editor = editorOf(element);
  if (editor) {
    editor.view.focus();
    const { from, to } = editor.state.selection;
    const insert = () => editor.state.tr.insertText(text, from, to).scrollIntoView();
    const isHandled = editor.view.someProp("handleTextInput", (handle) =>
      handle(editor.view, from, to, text, insert),
    );
    if (!isHandled) editor.view.dispatch(insert());
    return true;
  }
  if (!element.matches("input, textarea")) return false;
  const field = element as HTMLInputElement;
  field.focus();
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

function isText(element: HTMLElement | null): boolean {
  return element?.isContentEditable === true || element?.matches?.("[data-fields] textarea") === true;
}
