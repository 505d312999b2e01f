import type { Page } from "playwright-core";

/** The texts of a part of the page that leave it, or a box that hides them, so that no scrolling shows them. */
export async function cutOffTexts(page: Page, part: string): Promise<string[]> {
  return page.locator(part).evaluate((root) => {
    const whole = root.getBoundingClientRect();
    const found: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const letters = document.createRange();
      letters.selectNodeContents(text);
      const { left, right, top, bottom, width } = letters.getBoundingClientRect();
      if (width === 0 || text.parentElement?.closest(".cp-unseen, .cp-lines thead")) continue;
      let hides = left < whole.left - 1 || right > whole.right + 1;
      for (let box = text.parentElement; box && box !== root; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        const edges = box.getBoundingClientRect();
        if (overflowX === "auto") {
          hides = false;
          break;
        }
        const isOutside =
          left < edges.left - 1 ||
          right > edges.right + 1 ||
          top < edges.top - 2 ||
          bottom > edges.bottom + 2;
        if (overflowX !== "visible" && isOutside) hides = true;
      }
      if (hides) found.push(`${text.parentElement?.className}: ${text.nodeValue}`);
    }
    return found;
  });
}
