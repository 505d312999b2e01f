import { placesIn } from "#domain/page/find-in-text.ts";
import { canvas } from "./canvas-focus.ts";
import { blockIdOf, blockIn } from "./text-places.ts";

const NAME = "found";

type Highlights = { set(name: string, highlight: unknown): void; delete(name: string): void };
type Marking = Window & { CSS: { highlights?: Highlights }; Highlight?: new (...ranges: Range[]) => unknown };

/** Marks one match in a block on the canvas. Returns a function that removes the mark. */
export function markFound(blockId: string, match: number, wanted: string): () => void {
  const frame = canvas();
  const view = frame?.defaultView as unknown as Marking | null;
  const block = frame && blockIn(frame, blockId);
  const ranges = block && view?.Highlight ? rangesIn(block, wanted) : [];
  const range = ranges[Math.min(match, ranges.length - 1)];
  if (view?.Highlight && range) {
    view.CSS.highlights?.set(NAME, new view.Highlight(range));
    const { top, bottom } = range.getBoundingClientRect();
    if (top < 0 || bottom > view.innerHeight)
      range.startContainer.parentElement?.scrollIntoView({ block: "center" });
  }
  return () => view?.CSS.highlights?.delete(NAME);
}

function rangesIn(block: HTMLElement, wanted: string): Range[] {
  const found: Range[] = [];
  const texts = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const ownId = blockIdOf(block);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (blockIdOf(text.parentElement) !== ownId) continue;
    for (const { start, end } of placesIn(text.nodeValue ?? "", wanted)) {
      const range = block.ownerDocument.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      found.push(range);
    }
  }
  return found;
}
