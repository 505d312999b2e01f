import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { blocksOn, frameOf, makeEmptyProposal } from "#tests/support/editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { browser } = await startJourneys();

/** Composes a word as an input method does, and ends it with Enter; in Safari that Enter comes after the composition. */
async function compose(cdp: CDPSession, word: string, isSafari = false): Promise<void> {
  const selection = { selectionStart: word.length, selectionEnd: word.length };
  await cdp.send("Input.imeSetComposition", { text: word, ...selection });
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: isSafari ? 229 : 13 };
  if (isSafari) await cdp.send("Input.insertText", { text: word });
  await cdp.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter });
  if (!isSafari) await cdp.send("Input.insertText", { text: word });
  await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
}

const cdpOf = (page: Page) => page.context().newCDPSession(page);

test("FIELD-10 STUDIO-1 STUDIO-3 Enter that ends a composed word adds no block, no line and opens nothing", async () => {
  const page = await browser.openPage("/admin/documents", { as: "editor@demo.test" });
  const cdp = await cdpOf(page);
  const id = await makeEmptyProposal(page, "Composed");

  // The search of everything: the word finds the document, which Enter would open.
  await page.keyboard.press("ControlOrMeta+k");
  const everything = page.getByRole("dialog", { name: "Search" });
  await everything.getByRole("combobox").waitFor();
  await compose(cdp, "Composed");
  const lit = page.locator("[data-highlighted]");
  await everything.getByRole("option", { name: "Composed" }).first().and(lit).waitFor();
  await compose(cdp, "", true);
  expect(new URL(page.url()).pathname).toBe("/admin/documents");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/admin/documents/${id}`);

  await page.getByRole("link", { name: "Edit page" }).click();
  const frame = frameOf(page);
  const search = page.getByRole("searchbox", { name: "Search blocks" });
  await search.fill("");
  await search.focus();
  for (const isSafari of [false, true]) {
    await search.fill("");
    await compose(cdp, "list", isSafari);
    expect(await search.inputValue()).toBe("list");
    expect(await blocksOn(page)).toEqual([]);
  }
  await search.fill("heading");
  await page.keyboard.press("Enter");
  await expect.poll(() => blocksOn(page)).toHaveLength(1);
  const heading = frame.getByRole("textbox").first();
  await heading.click();
  for (const isSafari of [false, true]) {
    await compose(cdp, "見出し", isSafari);
    expect(await blocksOn(page)).toHaveLength(1);
  }
  await expect.poll(() => heading.textContent()).toContain("見出し見出し");
  await page.keyboard.press("Enter");
  await expect.poll(() => blocksOn(page)).toHaveLength(2);
});
