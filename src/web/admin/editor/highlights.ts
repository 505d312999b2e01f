/** Marks ranges without changing the document, where the browser can. Returns a function that removes the mark. */
export function highlight(
  { defaultView: view }: Document,
  name: string,
  ranges: readonly Range[],
): () => void {
  if (!view || !("Highlight" in view)) return () => undefined;
  const { highlights } = view.CSS;
  highlights.set(name, new view.Highlight(...ranges));
  return () => void highlights.delete(name);
}

/** The ranges of what is found in the texts of an element. */
export function rangesIn(
  root: Element,
  findIn: (text: string, parent: Element | null) => Iterable<{ start: number; end: number }>,
): Range[] {
  const { ownerDocument } = root;
  const texts = ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { start, end } of findIn(text.nodeValue ?? "", text.parentElement)) {
      const range = ownerDocument.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      ranges.push(range);
    }
  }
  return ranges;
}
