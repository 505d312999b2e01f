import { listen } from "../ui/listeners.ts";
import { chainInFocus } from "../ui/text/text-editor.ts";
import { editorOf } from "./text-places.ts";

/** The text field that had the caret last, on the canvas or in the panels. */
let last: HTMLElement | null = null;

/** Remembers the text with the caret of a document, the window's or the canvas's. */
export function rememberTexts(target: Document): () => void {
  const remember = (element: EventTarget | null) => {
    if (isText(element as HTMLElement | null)) last = element as HTMLElement;
  };
  // A new document has its caret before this begins.
  remember(target.activeElement);
  const unlisten = listen(target, { focusin: (event) => remember(event.target) });
  return () => {
    unlisten();
    if (last?.ownerDocument === target) last = null;
  };
}

/** Inserts at the caret of the last focused text field. Returns false if it no longer exists. */
export function insertText(text: string): boolean {
  if (!last?.isConnected) return false;
  const editor = editorOf(last);
  if (editor) return chainInFocus(editor).insertContent({ type: "text", text }).run();
  const field = last as HTMLTextAreaElement;
  field.focus();
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

function isText(element: HTMLElement | null): boolean {
  return element?.isContentEditable === true || element?.matches?.("[data-fields] textarea") === true;
}
