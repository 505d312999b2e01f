import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { expectNoAxeViolations, reachIntoFrames } from "#tests/support/expect-accessible.ts";
import type { Portal } from "#tests/support/portal.ts";

/** A page as a portal of long ago stored it: nested blocks in zones, and a block that nobody knows. */
const OLD_PAGE = {
  root: { props: { title: "Menu boards" } },
  content: [
    { type: "Heading", props: { id: "heading", text: "Menu boards", size: "h1" } },
    { type: "Container", props: { id: "box", columns: 1 } },
    { type: "Hologram", props: { id: "unknown", depth: 3 } },
  ],
  zones: { "box:content": [{ type: "Paragraph", props: { id: "inside", text: "Slate and chalk." } }] },
};

let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  portal = await startDemoPortal({
    statements: [
      {
        text: "update unique_documents set puck_state = $1 where unique_document_id = 'doc-1038'",
        values: [JSON.stringify(OLD_PAGE)],
      },
    ],
  });
  browser = await startBrowser(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const EDIT = "/admin/documents/doc-1044/edit";
const OFFLINE = { allowConsole: [/net::ERR_/, /API Request Failed/] };
const frameOf = (page: Page) => page.frameLocator('iframe[title="Page"]');
const untilSaved = (page: Page) => page.locator('[data-save="saved"]').waitFor();
const selected = (page: Page) =>
  page.getByRole("region", { name: "Settings of the block" }).getByRole("heading");
const said = (page: Page, words: RegExp) => page.getByRole("status").filter({ hasText: words }).waitFor();

async function openEditor(page: Page): Promise<FrameLocator> {
  const frame = frameOf(page);
  await frame.getByRole("group").first().waitFor();
  return frame;
}

async function addHeading(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Add Heading", exact: true }).click();
  const heading = frameOf(page)
    .getByRole("textbox", { name: "Heading: text" })
    .filter({ hasText: /^Heading$/ });
  await heading.waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
  await frameOf(page).getByText(text, { exact: true }).waitFor();
}

test("EDIT-1 EDIT-3 STUDIO-1 STUDIO-7 a page is written in place, saved by itself, and there after a reload", async () => {
  const page = await browser.openPage("/admin/documents/doc-1044", { as: "editor@demo.test" });
  await page.getByRole("link", { name: "Edit page" }).click();
  const frame = await openEditor(page);
  await frame.getByText("What is included").click();
  await addHeading(page, "Opening hours");
  // The new heading stands after the selected one.
  await expect.poll(() => frame.locator(".cp-heading").allTextContents()).toContain("Opening hours");
  const headings = await frame.locator(".cp-heading").allTextContents();
  expect(headings.indexOf("Opening hours")).toBe(headings.indexOf("What is included") + 1);
  await page.keyboard.press("Enter");
  await page.keyboard.type("From seven");
  await frame.getByText("From seven").waitFor();
  await untilSaved(page);
  // One step of undo is one thought, and a text keeps the caret.
  await page.keyboard.type(" to three");
  await untilSaved(page);
  await page.keyboard.press("ControlOrMeta+z");
  await frame.getByText(/^From seven$/).waitFor();
  await page.keyboard.type(" until noon");
  await frame.getByText("From seven until noon").waitFor();

  await frame.getByRole("button", { name: "Duplicate" }).click();
  await expect.poll(() => frame.getByText("From seven until noon").count()).toBe(2);
  expect(await selected(page).textContent()).toBe("Paragraph");
  await frame.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Select a block on the page").waitFor();
  expect(await frame.getByText("From seven until noon").count()).toBe(1);
  await untilSaved(page);
  await page.reload();
  await frame.getByText("From seven until noon").waitFor();
  await reachIntoFrames(page);
  await expectNoAxeViolations(page);
  await frame.getByText("From seven until noon").click();
  await expectNoAxeViolations(page);
});

test("EDIT-2 EDIT-6 EDIT-9 STUDIO-3 an old page shows at three widths, keeps a block nobody knows, and is arranged by keys alone", async () => {
  const page = await browser.openPage("/admin/documents/doc-1038/edit", { as: "editor@demo.test" });
  const frame = await openEditor(page);
  await frame.getByText("No configuration for Hologram").waitFor();
  await frame.getByText("Slate and chalk.").waitFor();
  for (const [name, width] of [
    ["Small", 360],
    ["Medium", 768],
    ["Large", 1280],
  ] as const) {
    await page.getByRole("radio", { name: new RegExp(name) }).check({ force: true });
    await expect.poll(() => frame.locator("html").evaluate((html) => html.clientWidth)).toBe(width);
    expect(await frame.locator("html").evaluate((html) => html.scrollWidth)).toBe(width);
  }
  await page.getByRole("button", { name: "Structure" }).click();
  const row = (name: RegExp) => page.getByRole("treeitem", { name });
  await row(/Heading/).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Alt+ArrowLeft");
  await said(page, /Moved to 3 of 4/);
  await page.keyboard.press("Alt+ArrowUp");
  await said(page, /Moved to 2 of 4/);
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowRight");
  await said(page, /Moved to 1 of 1 in Container/);
  await page.keyboard.press("Alt+ArrowUp");
  await said(page, /It is the first one here/);
  await page.keyboard.press("ControlOrMeta+d");
  await said(page, /Duplicated, the copy is 2 of 2 in Container/);
  await page.keyboard.press("Delete");
  await said(page, /Paragraph deleted/);
  await untilSaved(page);
  await page.reload();
  await frame.getByText("No configuration for Hologram").waitFor();
  expect(await frame.getByText("Slate and chalk.").count()).toBe(1);
});

test("STUDIO-12 a lost connection and a closed tab lose no word", async () => {
  const page = await browser.openPage(EDIT, { as: "editor@demo.test", ...OFFLINE });
  const frame = await openEditor(page);
  await page.context().setOffline(true);
  await addHeading(page, "Written offline");
  await page.getByText(/Not saved: The portal cannot be reached/).waitFor();
  await page.keyboard.type(", twice");
  await frame.getByText("Written offline, twice").waitFor();
  await page.close();
  await page.context().setOffline(false);
  const again = await page.context().newPage();
  await again.goto(`${portal.url}${EDIT}`);
  await frameOf(again).getByText("Written offline, twice").waitFor();
  await again.getByText("Changes that were not saved").waitFor();
  await untilSaved(again);
  await again.reload();
  await frameOf(again).getByText("Written offline, twice").waitFor();
});

test("STUDIO-7 of two people who edit a page the second is told who came first, and keeps their words", async () => {
  const mine = await browser.openPage(EDIT, { as: "editor@demo.test" });
  await openEditor(mine);
  const theirs = await browser.openPage(EDIT, { as: "staff@demo.test" });
  const theirFrame = await openEditor(theirs);
  await theirs.getByText("has this page open too").waitFor();
  await addHeading(theirs, "Theirs");
  await untilSaved(theirs);
  await addHeading(mine, "Mine");
  const dialog = mine.getByRole("dialog", { name: "Somebody else has saved this page" });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Keep mine as a copy" }).click();
  await mine.getByRole("heading", { level: 1, name: /my copy/ }).waitFor();
  await mine.getByRole("link", { name: "Edit page" }).click();
  await frameOf(mine)
    .getByText(/^Mine$/)
    .waitFor();
  // The prices of the copy come from its own copies of the work orders.
  await frameOf(mine).getByText("$6,138.00").waitFor();
  expect(await frameOf(mine).getByText("Error").count()).toBe(0);
  await theirs.reload();
  await theirFrame.getByText(/^Theirs$/).waitFor();
  expect(await theirFrame.getByText(/^Mine$/).count()).toBe(0);
});

test("EDIT-2 the canvas shows every block where its client sees it", async () => {
  const places = (html: Element) => {
    const sheet = html.querySelector(".cp-page");
    const from = sheet?.getBoundingClientRect();
    const all = [
      ...(sheet?.querySelectorAll(
        ".cp-facts, .cp-heading, .cp-paragraph, .cp-list, .cp-container, .cp-page-break",
      ) ?? []),
    ];
    // Only authors see a page break.
    const end = all.findIndex((one) => one.matches(".cp-page-break"));
    return all.slice(0, end).map((one) => {
      const { top, left, width, height } = one.getBoundingClientRect();
      return [top - (from?.top ?? 0), left - (from?.left ?? 0), width, height].map(Math.round);
    });
  };
  const page = await browser.openPage("/admin/documents/doc-1042", { as: "editor@demo.test" });
  await page.getByRole("button", { name: "Duplicate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Duplicate" }).click();
  await page.getByRole("link", { name: "Edit page" }).click();
  const frame = await openEditor(page);
  await page.getByRole("radio", { name: /Medium/ }).check({ force: true });
  const client = await browser.openPage("/documents/doc-1042", { as: "writer@demo.test", width: 768 });
  await client.locator(".cp-facts").waitFor();
  const seen = await client.locator("html").evaluate(places);
  expect(seen.length).toBeGreaterThan(10);
  await expect.poll(() => frame.locator("html").evaluate(places)).toEqual(seen);
});

test("a viewer and a sent document have no editor", async () => {
  const viewer = await browser.openPage(EDIT, { as: "viewer@demo.test" });
  await viewer.getByRole("heading", { name: "You may not edit pages" }).waitFor();
  const page = await browser.openPage("/admin/documents/doc-1042/edit", { as: "editor@demo.test" });
  await page.getByRole("heading", { name: "This document has been sent" }).waitFor();
  await page.goto(`${portal.url}/admin/documents/nothing/edit`);
  await page.getByRole("heading", { name: "There is no such document" }).waitFor();
});
