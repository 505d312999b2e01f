import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import type { Portal } from "#tests/support/portal.ts";
import { readSums } from "#tests/support/read-amounts.ts";

/** More focus stops than any screen has. */
const MOST_STOPS = 80;

let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  portal = await startDemoPortal();
  browser = await startBrowser(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

/** Presses Tab until the element has a visible focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const isThere = await target.evaluate((element) => element === document.activeElement);
    if (!isThere) continue;
    expect(await target.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe("none");
    return;
  }
  throw new Error("The Tab key never comes there.");
}

test("GUARD-5 APPR-3 APPR-5 PRICE-7 a writer signs in, chooses and accepts with the keyboard alone", async () => {
  const page = await browser.openPage("/doc/online-store-and-wholesale-portal");
  const email = page.getByLabel("Email");
  await email.waitFor();
  await tabTo(page, email);
  await page.keyboard.type("writer@demo.test");
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type("counterpart-demo");
  await page.keyboard.press("Enter");

  const optional = page.getByRole("checkbox", { name: "Include Wholesale ordering portal" });
  await optional.waitFor();
  const total = async () =>
    (await readSums(page.locator("dl").filter({ hasText: "Total inc. GST" }))).get("Total inc. GST");
  const before = await total();
  await expect.poll(() => optional.isEnabled()).toBe(true);
  await tabTo(page, optional);
  await page.keyboard.press("Space");
  await expect.poll(total).not.toBe(before);
  await expect.poll(() => optional.isEnabled()).toBe(true);

  await tabTo(page, page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const declaration = dialog.getByRole("checkbox");
  const confirm = dialog.getByRole("button", { name: "Accept", exact: true });
  await confirm.waitFor();
  await tabTo(page, declaration);
  await page.keyboard.press("Space");
  expect(await confirm.isDisabled()).toBe(true);
  await page.keyboard.press("Space");
  await tabTo(page, confirm);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();

  const download = page.getByRole("link", { name: "Download PDF" }).filter({ visible: true });
  await download.waitFor();
  await tabTo(page, download);
});
