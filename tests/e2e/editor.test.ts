import { expect, test } from "vitest";
import type { PuckState } from "#domain/page/page.ts";
import { answerOnce } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolations, reachIntoFrames } from "#tests/support/expect-accessible.ts";
import { longJourney } from "#tests/support/long-journey.ts";
import { makePlain } from "#tests/support/make-image.ts";
import { addHeading, drag, frameOf, openEditor, selected, untilSaved } from "#tests/support/open-editor.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const EDIT = "/admin/documents/doc-1044/edit";
const OFFLINE = { allowConsole: [/net::ERR_/, /API Request Failed/] };
test("EDIT-1 EDIT-3 EDIT-9 STUDIO-1 STUDIO-7 a page is written in place, saved by itself, and there after a reload", async () => {
  const page = await browser.openPage("/admin/documents/doc-1044", { as: "editor@demo.test" });
  await page.getByRole("link", { name: "Edit page" }).click();
  const frame = await openEditor(page);
  await frame.getByText("What is included").click();
  await addHeading(page, "Opening hours");
  // The new heading is inserted after the selected one.
  await expect.poll(() => frame.locator(".cp-heading").allTextContents()).toContain("Opening hours");
  const headings = await frame.locator(".cp-heading").allTextContents();
  expect(headings.indexOf("Opening hours")).toBe(headings.indexOf("What is included") + 1);
  await page.keyboard.press("Enter");
  await page.keyboard.type("From seven");
  await frame.getByText("From seven").waitFor();
  await untilSaved(page);
  // One undo step covers one edit, and a text keeps the caret.
  await page.keyboard.insertText(" to three");
  await untilSaved(page);
  await page.keyboard.press("ControlOrMeta+z");
  await frame.getByText(/^From seven$/).waitFor();
  await page.keyboard.type(" until noon");
  await frame.getByText("From seven until noon").waitFor();

  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect.poll(() => frame.getByText("From seven until noon").count()).toBe(2);
  expect(await selected(page).textContent()).toBe("Paragraph");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Select a block on the page").waitFor();
  expect(await frame.getByText("From seven until noon").count()).toBe(1);
  const title = page.getByRole("textbox", { name: "Title of the page" });
  await title.fill("Our hours");
  await title.blur();
  await untilSaved(page);
  await page.reload();
  await frame.getByText("From seven until noon").waitFor();
  expect(await title.inputValue()).toBe("Our hours");
  await reachIntoFrames(page);
  await expectNoAxeViolations(page);
  await frame.getByText("From seven until noon").click();
  await expectNoAxeViolations(page);
});

longJourney("STUDIO-12 a lost connection and a closed tab lose no word", async () => {
  const page = await browser.openPage(EDIT, { as: "editor@demo.test", ...OFFLINE });
  const frame = await openEditor(page);
  await page.context().setOffline(true);
  await addHeading(page, "Written offline");
  await page.getByText(/Not saved: The portal can't be reached/).waitFor();
  await page.keyboard.type(", twice");
  await frame.getByText("Written offline, twice").waitFor();
  await page.close();
  await page.context().setOffline(false);
  const again = await page.context().newPage();
  await again.goto(`${portal.url}${EDIT}`);
  await frameOf(again).getByText("Written offline, twice").waitFor();
  await again.getByText("Changes that weren't saved").waitFor();
  await untilSaved(again);
  await again.reload();
  await frameOf(again).getByText("Written offline, twice").waitFor();
});

longJourney("STUDIO-12 a duplicated tab leaves the words of its original to that one", async () => {
  const page = await browser.openPage("/admin/documents/doc-1038/edit", {
    as: "editor@demo.test",
    ...OFFLINE,
  });
  const frame = await openEditor(page);
  await page.route("**/draft", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await addHeading(page, "Of the original");
  await page.getByText(/Not saved: The portal can't be reached/).waitFor();
  const opened = page.waitForEvent("popup");
  await page.evaluate(() => window.open(location.href));
  const copy = await opened;
  await openEditor(copy);
  expect(await frameOf(copy).getByText("Of the original").count()).toBe(0);
  await addHeading(copy, "Of the copy");
  await untilSaved(copy);
  await page.reload();
  await frame.getByText("Of the original").waitFor();
  // It merges with what the copy has saved, once a save succeeds.
  await frame.getByText("Of the copy").waitFor();
  await page.unroute("**/draft");
  await untilSaved(page);
  await frameOf(copy).getByText("Of the original").waitFor();
});

test("EDIT-1 EDIT-4 EDIT-5 EDIT-7 FORM-4 FORM-5 STUDIO-5 STUDIO-6 a block is dragged in, and its settings are fields for people", async () => {
  const page = await browser.openPage("/admin/documents/doc-1044", {
    as: "editor@demo.test",
    allowConsole: [/status of 500/],
  });
  const call = await pauseRequests(page, "**/doc-1044/draft");
  await page.getByRole("link", { name: "Edit page" }).click();
  const placeholder = page.getByRole("status").filter({ hasText: "Loading the editor" });
  await placeholder.waitFor();
  expect(await placeholder.locator("button, input, [tabindex], [contenteditable]").count()).toBe(0);
  await call.release();
  const frame = await openEditor(page);
  const list = frame.getByRole("group", { name: "List" });
  await list.hover({ position: { x: 300, y: 4 } });
  await list.and(frame.locator("[data-hovered]")).waitFor();
  await page.keyboard.down("Alt");
  await expect.poll(() => list.evaluate((block) => getComputedStyle(block).cursor)).toBe("pointer");
  await page.keyboard.up("Alt");
  expect(await list.evaluate((block) => getComputedStyle(block).cursor)).toBe("default");

  await drag(page, page.locator(".editor-drawer-item[data-block=Button]"), list);
  const button = frame.getByRole("group", { name: "Button" });
  await button.waitFor();
  await button.click({ position: { x: 300, y: 4 } });
  const settings = page.getByRole("region", { name: "Settings of the block" });
  await settings.getByLabel("Text", { exact: true }).fill("Book a call");
  await frame.getByText("Book a call").waitFor();
  const address = settings.getByLabel("Address", { exact: true });
  await address.fill("javascript:alert(1)");
  await page.getByText("Please enter an address such as https://example.com").waitFor();
  // A link may lead to a place on the page, by its name.
  await address.fill("#plans");
  const missing = page.getByText("No block of this page has this name");
  await missing.waitFor();
  await frame.getByRole("heading").first().click();
  await settings.getByLabel("Anchor").fill("plans");
  await button.click({ position: { x: 300, y: 4 } });
  await settings.locator('datalist option[value="#plans"]').waitFor({ state: "attached" });
  expect(await missing.count()).toBe(0);
  await address.fill("example.com");
  await address.blur();
  expect(await address.inputValue()).toBe("https://example.com");
  await settings.getByRole("button", { name: "Brand", exact: true }).first().click();
  await settings.getByText(/Contrast with the paper 6\.\d to 1: good for text/).waitFor();
  const width = settings.getByRole("combobox", { name: "Width" });
  await width.click();
  await page.getByRole("option", { name: "Full width" }).click();
  await frame.locator(".cp-button--full").waitFor();
  // With Alt an arrow opens the list, and moves no block.
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByRole("option", { name: "Full" }).waitFor();
  expect(await page.getByText(/^Moved to/).count()).toBe(0);
  await untilSaved(page);
  await width.fill("nothing of the kind");
  await page.getByText("No options").waitFor();
  await page.keyboard.press("Escape");

  await list.click({ position: { x: 500, y: 2 } });
  const isSaved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await settings.getByRole("button", { name: "Add", exact: true }).click();
  // However long its author thinks, the new item has the focus.
  await isSaved;
  await page.keyboard.type("Gift cards");
  await settings.getByRole("button", { name: "Move item 4 up" }).click();
  await settings.getByRole("button", { name: "Remove item 1" }).click();
  await expect
    .poll(() => list.getByRole("listitem").allTextContents())
    .toEqual([expect.stringContaining("Bookings"), "Gift cards", "A gift voucher for two"]);

  await page.getByRole("button", { name: "Add Image", exact: true }).click();
  const bytes = await makePlain(60, 40).png().toBuffer();
  await settings
    .locator("input[type=file]")
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: bytes });
  await frame.locator(".editor-root img").waitFor();
  await settings.getByLabel("Alternative text").fill("A green wall");
  await frame.getByAltText("A green wall").waitFor();
  await page.getByRole("button", { name: "Add Image", exact: true }).click();
  await settings
    .locator("input[type=file]")
    .setInputFiles({ name: "b.png", mimeType: "image/png", buffer: bytes });
  await settings.getByLabel("Alternative text").fill("A blue wall");
  await frame.getByAltText("A blue wall").waitFor();
  await untilSaved(page);
  await answerOnce(page, "**/api/image/admin/list*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await settings.getByRole("button", { name: "Choose a picture used before" }).click();
  const pictures = page.getByRole("dialog", { name: "Choose a picture used before" });
  await pictures.getByRole("button", { name: "Try again" }).click();
  await pictures.getByRole("option").nth(1).waitFor();
  expect(await pictures.getByRole("option").allTextContents()).toEqual(["A blue wall", "A green wall"]);
  await expectNoAxeViolations(page);
  const search = pictures.getByRole("searchbox", { name: "Search by alternative text" });
  await search.fill("red");
  await pictures.getByText("No picture found").waitFor();
  await search.fill("wall");
  await pictures.getByRole("option").nth(1).waitFor();
  await search.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText("The picture is chosen.").waitFor();
  await expect.poll(() => frame.getByAltText("A green wall").count()).toBe(2);
  expect(await settings.getByLabel("Alternative text").inputValue()).toBe("A green wall");

  await page.getByRole("button", { name: "Add Video", exact: true }).click();
  const video = settings.getByLabel("Address of the video");
  await video.fill("https://www.youtube.com/@oak");
  await page.getByText("This is a channel. Open one of its videos").waitFor();
  await video.fill("https://vimeo.com/76979871");
  await page.getByText("A page on Vimeo. It can't be played here").waitFor();
  await video.fill("https://youtu.be/dQw4w9WgXcQ?t=90");
  await frame.getByText("Play video from 1:30").waitFor();

  const saved = page.waitForRequest(
    (request) => request.method() === "PATCH" && request.url().endsWith("/draft"),
  );
  await frame.getByRole("group", { name: "Work Orders" }).click({ position: { x: 200, y: 20 } });
  await settings.getByRole("checkbox", { name: /Tasting room website \$5,580.00/ }).uncheck();
  await frame.getByText("Add work orders to see information").waitFor();
  await settings.getByRole("checkbox", { name: /Tasting room website/ }).check();
  await frame.getByText("$6,138.00").waitFor();
  await settings.getByRole("button", { name: "New work order" }).click();
  const form = page.getByRole("dialog", { name: "New work order" });
  await form.getByLabel("Name", { exact: true }).fill("Menu photography");
  await form.getByRole("button", { name: "Add product" }).click();
  const product = form.getByRole("combobox", { name: "Product 1" });
  await product.press("ArrowDown");
  const choices = await page.getByRole("option").allTextContents();
  const at = page.locator("[role=option][data-highlighted]");
  const presses = Object.entries({ PageDown: [5, 10], PageUp: [5, 0, 0] });
  for (const [key, index] of presses.flatMap(([key, to]) => to.map((index) => [key, index] as const))) {
    await product.press(key);
    await expect.poll(() => at.textContent()).toBe(choices[Math.min(index, choices.length - 1)]);
  }
  await product.fill("Interface");
  await page.getByRole("option", { name: /Interface design/ }).click();
  await form.getByLabel("Quantity of product 1").fill("2");
  await form.getByRole("button", { name: "Add work order" }).click();
  // 5,580.00 and twice 165.00, with GST.
  await frame.getByText("$6,501.00").waitFor();
  await settings.getByRole("button", { name: "Change Menu photography" }).click();
  const change = page.getByRole("dialog", { name: "Change work order" });
  await change.getByLabel("Quantity of product 1").fill("4");
  await change.getByRole("button", { name: "Save" }).click();
  await frame.getByText("$6,864.00").waitFor();
  await settings.getByRole("checkbox", { name: /Menu photography/ }).uncheck();
  await frame.getByText("$6,138.00").waitFor();
  // Work that belongs to no document is added and ticked at once.
  await settings.getByRole("button", { name: "Add existing (3)" }).click();
  const existing = page.getByRole("dialog", { name: "Add existing work orders" });
  await existing.getByRole("button", { name: "Add", exact: true }).click();
  await existing.getByText("Please choose a work order").waitFor();
  await existing.getByRole("checkbox", { name: /Christmas opening hours/ }).check();
  await existing.getByRole("button", { name: "Add", exact: true }).click();
  const added = settings.getByRole("checkbox", { name: /Christmas opening hours/ });
  await expect.poll(() => added.isChecked()).toBe(true);
  await settings.getByRole("button", { name: "Add existing (2)" }).waitFor();
  await added.uncheck();
  await frame.getByText("$6,138.00").waitFor();
  await saved;
  await untilSaved(page);
  const stored = await page.evaluate(async () => {
    const { token } = (await (await fetch("/api/auth/token")).json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch("/api/unique-document/admin/doc-1044/draft", { headers });
    return ((await answer.json()) as { data: { page: PuckState } }).data.page;
  });
  const work = stored.content.find(({ type }) => type === "WorkOrders");
  expect(Object.keys(work?.props.workOrderData as object)).toEqual(["workOrderIds"]);
  await expectNoAxeViolations(page);

  // What is typed right after a block was added is written in it.
  await page.getByRole("button", { name: "Add Container", exact: true }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("23");
  await page.keyboard.press("Backspace");
  const columns = settings.getByRole("textbox", { name: "Columns" });
  await expect.poll(() => columns.inputValue()).toBe("2");
  expect(await frame.getByRole("group", { name: "Container" }).count()).toBe(1);
});

test("EDIT-5 FORM-5 the settings of the next block of the same type are its own", async () => {
  const page = await browser.openPage("/admin/documents/doc-1038/edit", { as: "editor@demo.test" });
  const frame = await openEditor(page);
  const settings = page.getByRole("region", { name: "Settings of the block" });
  const size = settings.getByRole("combobox", { name: "Size" });
  const text = settings.getByLabel("Text", { exact: true });
  await addHeading(page, "Other");
  await addHeading(page, "One");
  await size.click();
  await page.getByRole("option", { name: "4" }).click();
  await settings.getByLabel("Anchor").fill("two words");
  await size.fill("nothing of the kind");
  await frame.getByText("Other", { exact: true }).click();
  await expect.poll(() => size.inputValue()).toBe("2");
  expect(await settings.getByLabel("Anchor").inputValue()).toBe("");
  await text.fill("Another");
  await frame.getByText("One", { exact: true }).click();
  await expect.poll(() => size.inputValue()).toBe("4");
  expect(await text.inputValue()).toBe("One");
  await frame.getByText("Another", { exact: true }).waitFor();
});

test("EDIT-2 the canvas shows every block where its client sees it", async () => {
  const places = (html: Element) => {
    const sheet = html.querySelector(".cp-page");
    const from = sheet?.getBoundingClientRect();
    for (const image of html.ownerDocument.images) image.loading = "eager";
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
  const inBoth = () => Promise.all([frame, client].map((where) => where.locator("html").evaluate(places)));
  await expect.poll(async () => new Set((await inBoth()).map((one) => JSON.stringify(one))).size).toBe(1);
  expect((await inBoth())[0]?.length).toBeGreaterThan(10);
});

test("a viewer and a sent document have no editor", async () => {
  const viewer = await browser.openPage(EDIT, { as: "viewer@demo.test" });
  await viewer.getByRole("heading", { name: "You may not edit pages" }).waitFor();
  const page = await browser.openPage("/admin/documents/doc-1042/edit", { as: "editor@demo.test" });
  await page.getByRole("heading", { name: "This document has been sent" }).waitFor();
  await page.goto(`${portal.url}/admin/documents/nothing/edit`);
  await page.getByRole("heading", { name: "There is no such document" }).waitFor();
});
