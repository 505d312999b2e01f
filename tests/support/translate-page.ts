import type { Page } from "playwright-core";

type Options = {
  /** Also what is marked `translate="no"`, as some extensions do. */
  all?: boolean;
};

/**
 * Translates a page as browsers do: every text node, also those that come later, makes way for a <font> in a <font> with
 * other words. The words are marked, so that a test sees what was translated.
 */
export async function translatePage(page: Page, { all = false }: Options = {}): Promise<void> {
  await page.evaluate((isAll) => {
    const isTranslated = (text: Node) => {
      const parent = text.parentElement;
      if (parent === null || parent.closest("script, style, textarea, svg, [contenteditable], font"))
        return false;
      return text.nodeValue?.trim() && (isAll || parent.closest('[translate="no"]') === null);
    };
    const translate = (root: Node) => {
      const texts: Node[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      do if (walker.currentNode.nodeType === Node.TEXT_NODE) texts.push(walker.currentNode);
      while (walker.nextNode());
      for (const text of texts.filter(isTranslated)) {
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = `«${text.nodeValue}»`;
        outer.append(inner);
        text.parentNode?.replaceChild(outer, text);
      }
    };
    document.documentElement.classList.add("translated-ltr");
    translate(document.body);
    // A browser waits for the translation of what has changed.
    const observer = new MutationObserver((records) => {
      setTimeout(() => {
        for (const { type, target, addedNodes } of records) {
          for (const node of type === "characterData" ? [target] : addedNodes) {
            if (node.isConnected) translate(node);
          }
        }
      });
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  }, all);
}

/** Amounts, days, numbers of records and these names that a translation has changed, apart from what authors wrote. */
export function translatedFigures(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((words) => {
    const fonts = [...document.querySelectorAll("font > font")];
    const isOurs = (font: Element) => !font.closest("[data-sheet]") || font.closest(".cp-quote, .cp-facts");
    const texts = fonts.filter(isOurs).map((font) => font.textContent ?? "");
    const isFigure = (text: string) =>
      /\$\s?\d|^«\d[\d,]*\.\d{2,}»$|\b\d{1,2} [A-Z][a-z]{2,4} \d{4}|\b[A-Z]+-\d{2,}/.test(text) ||
      words.some((one) => text.includes(one));
    return texts.filter(isFigure);
  }, names);
}
