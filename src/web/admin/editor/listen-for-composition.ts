import type { Autosave } from "./autosave.ts";

/** While an input method composes a word in the document, no other author's save changes the page. */
export function listenForComposition(document: Document, autosave: Autosave): () => void {
  const begin = () => autosave.composing(true);
  // The word is written by the events that follow.
  const end = () => queueMicrotask(() => autosave.composing(false));
  document.addEventListener("compositionstart", begin, true);
  document.addEventListener("compositionend", end, true);
  return () => {
    document.removeEventListener("compositionstart", begin, true);
    document.removeEventListener("compositionend", end, true);
    autosave.composing(false);
  };
}
