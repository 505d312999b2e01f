const WAITS_MS = 10_000;
const SHOWN_MS = 2400;

export function leadingTo(text: string): string {
  return `#${new URLSearchParams({ text })}`;
}

/** Scrolls to a text or image text of the document's page once it is there, marks its block and focuses it. */
export function leadToText(text: string): void {
  const query = withoutSpaces(text.replace(/^… | …$/g, ""));
  const look = () => {
    const page = document.querySelector(".cp-page");
    const block = page && (innermost(page, query) ?? imageOf(page, query));
    if (block instanceof HTMLElement) show(block);
    return Boolean(block);
  };
  if (look()) return;
  const watching = new MutationObserver(() => look() && watching.disconnect());
  watching.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watching.disconnect(), WAITS_MS);
}

/** The deepest element with the whole text; null if none has it. */
function innermost(element: Element, query: string): Element | null {
  if (!withoutSpaces(element.textContent).includes(query)) return null;
  for (const inner of element.children) {
    const found = innermost(inner, query);
    if (found) return found;
  }
  return element;
}

function imageOf(page: Element, query: string): Element | null {
  const images = [...page.querySelectorAll("img")];
  return images.find(({ alt }) => withoutSpaces(alt).includes(query))?.parentElement ?? null;
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, "");
}

function show(block: HTMLElement): void {
  block.tabIndex = -1;
  block.focus({ preventScroll: true });
  block.scrollIntoView({ block: "center" });
  const colour = "var(--brand-soft)";
  block.animate(
    [
      { backgroundColor: colour },
      { backgroundColor: colour, offset: 0.6 },
      { backgroundColor: "transparent" },
    ],
    SHOWN_MS,
  );
}
