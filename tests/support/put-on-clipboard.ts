import type { Page } from "playwright-core";

/** Puts texts of several formats on the clipboard, as another program does. */
export async function putOnClipboard(page: Page, parts: Record<string, string>): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((given) => {
    const put = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      for (const [type, words] of Object.entries(given)) event.clipboardData?.setData(type, words);
    };
    window.addEventListener("copy", put, { capture: true, once: true });
    document.execCommand("copy");
  }, parts);
}
