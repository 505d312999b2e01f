import type { Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";

/** The text of the page as the browser prints it, on A4. */
export async function printedText(page: Page): Promise<string> {
  const pdf = await page.pdf({ format: "A4" });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

declare global {
  /** What was on paper when the page was printed by its own command. */
  var printed: { rows: number; caption: string } | undefined;
}

/** Notes what the page's own command prints, because a browser without a window opens no dialog. */
export async function notePrinting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event("beforeprint"));
      globalThis.printed = {
        rows: document.querySelectorAll("tbody:not(.print\\:hidden) tr").length,
        caption: document.querySelector("[data-print-caption]")?.textContent ?? "",
      };
      window.dispatchEvent(new Event("afterprint"));
    };
  });
}
