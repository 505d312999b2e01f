import type { Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";

/** The text of the PDF that opens in a new tab. */
export async function pdfBehind(page: Page, open: () => Promise<void>): Promise<string> {
  return (await pdfPagesBehind(page, open)).join("\n");
}

/** The texts of its pages. */
export async function pdfPagesBehind(page: Page, open: () => Promise<void>): Promise<string[]> {
  const [response] = await Promise.all([
    page.context().waitForEvent("response", (one) => one.headers()["content-type"] === "application/pdf"),
    open(),
  ]);
  const bytes = await page.evaluate(async (url) => {
    const answer = await fetch(url);
    return Array.from(new Uint8Array(await answer.arrayBuffer()));
  }, response.url());
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text;
}
