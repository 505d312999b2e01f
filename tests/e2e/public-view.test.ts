import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { sendAgain } from "#tests/support/factories.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const WRITER = "writer@demo.test";
const DOCUMENT = "doc-1042";
const VIEW = `/view/${DOCUMENT}`;
const SLUG = "online-store-and-wholesale-portal";
const KILOBYTE = 1000;

/** An anchor that could make a script find the heading in place of the page's data. */
const CLOBBERING_ANCHOR = {
  text: `update unique_documents set puck_state = jsonb_set(puck_state, '{content,0,props,anchor}', '"document"')
    where unique_document_id = $1`,
  values: [DOCUMENT],
};

const { portal, browser } = await startJourneys({
  statements: [CLOBBERING_ANCHOR],
  prepare: (db) => sendAgain(db, DOCUMENT),
});

/** Every amount on the sheet, in reading order. */
const figuresOf = (page: Page) =>
  page.locator("[data-sheet]").evaluate((sheet) => sheet.textContent?.match(/-?\$[\d,]+\.\d\d/g) ?? []);
const totalOf = (page: Page) => page.locator(".pv-total strong").textContent();
const isTakenOver = (page: Page) =>
  expect.poll(() => page.getByRole("checkbox").first().isEnabled()).toBe(true);

test("VIEW-1 PRICE-1 PRICE-2 without scripts a visitor reads the document with the figures that its people see", async () => {
  const theirs = await browser.openPage(`/doc/${SLUG}`, { as: WRITER });
  await theirs.getByRole("button", { name: "Accept", exact: true }).waitFor();
  const figures = await figuresOf(theirs);
  expect(figures.length).toBeGreaterThan(20);

  const page = await browser.openPage(VIEW, { javaScript: false });
  expect(await figuresOf(page)).toEqual(figures);
  expect(await totalOf(page)).toBe(figures.at(-1));
  await page.getByRole("heading", { level: 1, name: "Online store and wholesale portal" }).waitFor();
  expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
  for (const box of await page.getByRole("checkbox").all()) expect(await box.isDisabled()).toBe(true);
  await page.getByText("Turn on JavaScript to change your selection.").waitFor();
  const link = page.getByRole("link", { name: "General Terms and Conditions (opens in a new tab)" });
  expect(await link.getAttribute("href")).toBe("/general-document/general-terms");
});

test("PRICE-1 PRICE-7 VIEW-1 ticking optional work changes what is seen, and nothing that is kept", async () => {
  const page = await browser.openPage(VIEW);
  await isTakenOver(page);
  const before = await totalOf(page);
  const box = page.getByRole("checkbox").first();
  const wasTicked = await box.isChecked();
  await box.setChecked(!wasTicked);
  await page.getByText("Total inc. GST as ticked").waitFor();
  const after = await totalOf(page);
  expect(after).not.toBe(before);
  expect((await figuresOf(page)).at(-1)).toBe(after);
  // The portal shows the same total once the choice is made there.
  const theirs = await browser.openPage(`/doc/${SLUG}`, { as: WRITER });
  const name = (await box.locator("xpath=..").textContent()) ?? "";
  const theirBox = theirs.getByRole("checkbox", { name: name.trim() });
  await expect.poll(() => theirBox.isEnabled()).toBe(true);
  expect(await theirBox.isChecked()).toBe(wasTicked);
  await theirBox.click();
  await expect.poll(async () => (await figuresOf(theirs)).at(-1)).toBe(after);
  await expect.poll(() => theirBox.isEnabled()).toBe(true);
  await theirBox.click();
  await expect.poll(async () => (await figuresOf(theirs)).at(-1)).toBe(before);

  await box.press("Space");
  await page.locator(".pv-total").getByText("Total inc. GST", { exact: true }).waitFor();
  expect(await totalOf(page)).toBe(before);
});

test("VIEW-1 a visitor signs in and comes back to the document", async () => {
  const page = await browser.openPage(VIEW);
  await page.getByRole("link", { name: "Sign in to accept" }).click();
  await page.getByLabel("Email").fill(WRITER);
  await page.getByLabel("Password", { exact: true }).fill("counterpart-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Accept", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/doc/${SLUG}`);
});

test("VIEW-1 VIEW-2 what visitors read has no barrier, shared or not", async () => {
  const page = await browser.openPage(VIEW);
  await isTakenOver(page);
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const missing = await browser.openPage("/view/no-such-document");
  await missing.getByRole("heading", { name: "Something went wrong!" }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(missing);
  await missing.getByRole("link", { name: "Return home" }).click();
  await missing.waitForURL("**/login?*");
});

test("VIEW-1 the page and its style weigh at most 40 kB, its script 34.5 kB, and nothing moves", async () => {
  const answer = await fetch(`${portal.url}${VIEW}`, { headers: { "accept-encoding": "gzip" } });
  const html = Buffer.from(await answer.arrayBuffer());
  expect(gzipSync(html).length).toBeLessThanOrEqual(40 * KILOBYTE);
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  expect(brotliCompressSync(html, quick).length).toBeLessThanOrEqual(40 * KILOBYTE);

  const page = await browser.openPage("about:blank", { width: 360, height: 780 });
  const scripts = new Map<string, Promise<number>>();
  const others: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const type = response.request().resourceType();
    if (type === "script")
      scripts.set(
        pathname,
        response.body().then((body) => gzipSync(body).length),
      );
    // A ping reports to the portal that the page was opened.
    else if (!["document", "image", "font", "ping"].includes(type)) others.push(`${type} ${pathname}`);
  });
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { moved: number };
    seen.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${portal.url}${VIEW}`, { waitUntil: "load" });
  await isTakenOver(page);
  await page.evaluate(() => document.fonts.ready);
  const sizes = await Promise.all(scripts.values());
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThanOrEqual(34.5 * KILOBYTE);
  expect(others).toEqual([]);
  expect(await page.evaluate(() => (globalThis as unknown as { moved: number }).moved)).toBe(0);
});

test("VIEW-1 FIELD-8 what a visitor prints has name, number and page numbers, and says what is included", async () => {
  const page = await browser.openPage(VIEW);
  await isTakenOver(page);
  const printed = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text, totalPages } = await extractText(printed, { mergePages: false });
  expect(totalPages).toBeGreaterThan(1);
  text.forEach((one, at) => {
    expect(one).toContain("Online store and wholesale portal · P-1042");
    expect(one).toContain(`Page ${at + 1} of ${totalPages}`);
  });
  await page.emulateMedia({ media: "print" });
  for (const part of [".pv-brand", ".pv-decision", ".pv-note", ".pv-terms"]) {
    expect(await page.locator(part).isVisible(), part).toBe(false);
  }
  expect(await page.getByRole("checkbox").count()).toBe(0);
  expect(
    await page
      .getByText(/^Optional: (not )?included$/)
      .filter({ visible: true })
      .count(),
  ).toBeGreaterThan(0);
  expect(await page.getByText("Optional, not included").filter({ visible: true }).count()).toBe(0);
});

test("VIEW-1 `npm start` names the proposal of the demo world that everybody may read", () => {
  expect(portal.output()).toContain(
    `A proposal that everyone may read: ${portal.url.replace("127.0.0.1", "localhost")}${VIEW}`,
  );
});
