import { VARIABLE_IN_TEXT } from "#domain/page/variables.ts";

const NAME = "variable";
const PAUSE_MS = 150;

type Highlights = { set(name: string, highlight: unknown): void; delete(name: string): void };
/** What browsers have that can mark texts without changing them. */
type Marking = Window & { CSS: { highlights?: Highlights }; Highlight?: new (...ranges: Range[]) => unknown };

/** Marks the variables in the texts of the canvas. A browser that cannot shows them as they are written. */
export function highlightVariables(frame: Document): () => void {
  const view = frame.defaultView as unknown as Marking | null;
  const highlights = view?.CSS.highlights;
  const Highlight = view?.Highlight;
  if (!highlights || !Highlight) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = () => highlights.set(NAME, new Highlight(...rangesIn(frame)));
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(mark, PAUSE_MS);
  });
  observer.observe(frame.documentElement, { subtree: true, childList: true, characterData: true });
  mark();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    highlights.delete(NAME);
  };
}

function rangesIn(frame: Document): Range[] {
  const found: Range[] = [];
  const texts = frame.createTreeWalker(frame.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.nodeValue ?? "";
    if (!words.includes("{{")) continue;
    for (const { index, 0: written } of words.matchAll(VARIABLE_IN_TEXT)) {
      const range = frame.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + written.length);
      found.push(range);
    }
  }
  return found;
}
