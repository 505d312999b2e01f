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
  if (!last?.isConnected) return false;
  last.focus();
  // The browser keeps the caret of each text, and its own undo.
  return last.ownerDocument.execCommand("insertText", false, text);
}

function isText(element: HTMLElement | null): boolean {
  return element?.isContentEditable === true || element?.matches?.("[data-fields] textarea") === true;
}
