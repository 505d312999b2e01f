import { expect, test } from "vitest";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { HOSTILE_STRINGS } from "#tests/support/hostile-strings.ts";
import { frameOf, message, openEditor, selected, untilSaved } from "#tests/support/open-editor.ts";
import { putOnClipboard } from "#tests/support/put-on-clipboard.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { storedPage } from "#tests/support/stored-page.ts";

/** A page in an early stored format: nested blocks in zones, an unknown block, and an incomplete one. */
const OLD_PAGE = {
  root: { props: { title: "Menu boards" } },
  content: [
    { type: "Heading", props: { id: "heading", text: "Menu boards", size: "h1" } },
    { type: "Container", props: { id: "box", columns: 1 } },
    { type: "Hologram", props: { id: "unknown", depth: 3 } },
    { props: { words: "Ash and elm" } },
  ],
  zones: { "box:content": [{ type: "Paragraph", props: { id: "inside", text: "Slate and chalk." } }] },
};

const { browser } = await startJourneys({ statements: [storedPage("doc-1038", OLD_PAGE)] });

const EDIT = "/admin/documents/doc-1044/edit";

test("EDIT-2 EDIT-4 EDIT-6 EDIT-9 STUDIO-3 an old page shows at three widths, preserves an unknown block, and is arranged by keys alone, several blocks at once", async () => {
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
  await message(page, /Moved to 3 of 4/);
  await page.keyboard.press("Alt+ArrowUp");
  await message(page, /Moved to 2 of 4/);
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowRight");
  await message(page, /Moved to 1 of 1 in Container/);
  await page.keyboard.press("Alt+ArrowUp");
  await message(page, /It is the first one here/);
  await page.keyboard.press("ControlOrMeta+d");
  await message(page, /Duplicated, the copy is 2 of 2 in Container/);
  await page.keyboard.press("Delete");
  await message(page, /Paragraph deleted/);

  // Enter on a container moves to the first text in it.
  await page.keyboard.press("ControlOrMeta+z");
  await frame.getByText("Slate and chalk.").nth(1).waitFor();
  const area = frame.getByRole("group", { name: "Container" }).locator("[data-area]");
  const isMarked = () => area.evaluate((zone) => getComputedStyle(zone).outlineStyle === "dashed");
  await row(/Heading/).click();
  await expect.poll(isMarked).toBe(false);
  await row(/Container/).click();
  await expect.poll(isMarked).toBe(true);
  await page.keyboard.press("F6");
  await frame.getByRole("group", { name: "Container" }).and(frame.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await frame.locator(".editor-text:focus").getByText("Slate and chalk.").waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await message(page, /Done again/);

  await row(/Heading/).click();
  await page.keyboard.press("Shift+ArrowDown");
  await message(page, /2 blocks selected/);
  await page.keyboard.press("ControlOrMeta+g");
  await message(page, /2 blocks grouped, Container 1 of 2/);
  await frame.locator(".cp-container .cp-container").waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+G");
  await message(page, /Ungrouped, 2 blocks from 1 of 3/);
  // A click on a text selects its block, not the block's container.
  await frame.getByText("Slate and chalk.").click();
  await expect.poll(() => selected(page).textContent()).toBe("Paragraph");
  await frame.getByText("Menu boards").click();
  await frame.getByText("Slate and chalk.").click({ modifiers: ["Shift"] });
  await message(page, /2 blocks selected/);
  expect(await frame.locator("[data-marked]").count()).toBe(2);
  await page
    .getByRole("toolbar", { name: "Selected block" })
    .getByRole("button", { name: "Duplicate" })
    .click();
  await message(page, /2 blocks duplicated, the first copy is 3 of 5/);
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await message(page, /Done again/);
  await row(/Heading/)
    .last()
    .click();
  await row(/Container/)
    .last()
    .click({ modifiers: ["ControlOrMeta"] });
  await page.keyboard.press("Delete");
  await message(page, /2 blocks deleted/);
  await untilSaved(page);
  await page.reload();
  await frame.getByText("No configuration for Hologram").waitFor();
  expect(await frame.getByText("Slate and chalk.").count()).toBe(1);
  // Unreadable parts are listed, and survive every save until an author removes them.
  await page.getByRole("listitem").filter({ hasText: "no block that can be read at content[3]" }).waitFor();
  await page.getByRole("button", { name: "Remove them" }).click();
  await page.getByText("The unreadable parts were removed").waitFor();
  await page.reload();
  await openEditor(page);
  expect(await page.getByText("Parts of this page can't be read").count()).toBe(0);
});

test("STUDIO-2 STUDIO-4 what is pasted becomes harmless blocks, and blocks go from document to document, also as saved sections", async () => {
  const page = await browser.openPage(EDIT, { as: "editor@demo.test" });
  const frame = await openEditor(page);
  await frame.getByText("What is included").click();
  await page.getByRole("button", { name: "Add Paragraph", exact: true }).click();
  const paste = (html: string) =>
    frame.locator("[contenteditable]:focus").evaluate((text, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", pasted);
      text.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  await paste(
    "<h2>Our plan</h2><p style='color:red'>In <span style='font-weight:700'>three</span> steps</p><ul><li>Listen</li><li>Draw</li></ul><h3>The end</h3>",
  );
  await frame.getByRole("heading", { name: "The end" }).waitFor();
  await frame.getByText("Listen").waitFor();
  expect(await frame.locator("strong").filter({ hasText: "three" }).count()).toBe(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => frame.getByRole("heading", { name: "The end" }).count()).toBe(0);

  // By a slash and by a habit.
  await frame.locator('.editor-text[data-placeholder^="Write"]:empty').click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("/head");
  const menu = await frame.getByRole("listbox").boundingBox();
  // Nothing clips the menu, which begins with the sizes of headings.
  expect(menu?.height).toBeGreaterThan(90);
  await page.keyboard.press("ArrowDown");
  await frame.getByRole("option", { name: "Heading 2", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await frame.getByRole("textbox", { name: "Heading: text" }).and(frame.locator(":focus")).waitFor();
  await page.keyboard.type("Steps");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- Listen");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Draw");
  await expect.poll(() => frame.locator(".cp-list").first().textContent()).toBe("ListenDraw");

  // STUDIO-17: Escape selects the block, arrows move the selection, and the focus stays next to deleted and restored
  // blocks.
  const focused = (name: RegExp) => frame.getByRole("group", { name }).and(frame.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await focused(/^List/);
  await page.keyboard.press("ArrowUp");
  await focused(/^Heading/);
  await page.keyboard.press("Backspace");
  await message(page, /Heading 2 deleted/);
  await focused(/^List/);
  await page.keyboard.press("ControlOrMeta+z");
  await message(page, /Undone: Heading 2 deleted/);
  await focused(/^Heading/);
  // STUDIO-20: found in a list, replaced as one step, and undone.
  await page.keyboard.press("ControlOrMeta+Shift+F");
  await page.getByRole("textbox", { name: "Find", exact: true }).fill("LISTEN");
  await message(page, /^1 found/);
  await page.keyboard.press("Enter");
  await message(page, /^1 of 1 found/);
  await page.getByRole("textbox", { name: "Replace with" }).fill("Measure");
  await page.getByRole("button", { name: "Replace all" }).click();
  await message(page, /Replaced once in 1 block/);
  await frame.getByText("Measure", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await message(page, /Undone: Text replaced once/);
  await expectNoAxeViolations(page);
  await page.getByRole("textbox", { name: "Find", exact: true }).press("Escape");
  await focused(/^List/);

  await page.getByRole("button", { name: "Structure" }).click();
  await page.getByRole("treeitem", { name: "Heading: Steps" }).click();
  const copied = await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }),
    );
    return clipboardData.types.map((type) => [type, clipboardData.getData(type)]);
  });
  await page.keyboard.press("Shift+ArrowDown");
  const settings = page.getByRole("region", { name: "Settings of the block" });
  await settings.getByRole("heading", { name: "2 blocks selected" }).waitFor();
  await settings.getByRole("button", { name: "Save as section" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Our steps");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Section saved").waitFor();
  const other = await browser.openPage("/admin/documents/doc-1038/edit", {
    as: "editor@demo.test",
    // The policy stops one attack before the sanitiser does.
    allowConsole: [/Setting the document's base URI/],
  });
  await openEditor(other);
  await other.evaluate((parts) => {
    const clipboardData = new DataTransfer();
    for (const [type = "", data = ""] of parts) clipboardData.setData(type, data);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, copied);
  await frameOf(other).getByRole("heading", { name: "Steps" }).waitFor();
  await other.getByRole("searchbox", { name: "Search blocks and sections" }).fill("our st");
  await other.locator(".editor-miniature").getByText("Draw").waitFor();
  await other.getByRole("button", { name: "Add section Our steps" }).click();
  await expect.poll(() => frameOf(other).getByRole("heading", { name: "Steps" }).count()).toBe(2);
  await message(other, /2 blocks added/);
  await other.getByRole("searchbox").fill("our");
  await other.getByRole("button", { name: "Rename Our steps" }).click();
  await other.getByRole("textbox", { name: "Name" }).fill("Our own steps");
  await other.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await other.getByRole("button", { name: "Delete Our own steps" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await other.getByText("No blocks or sections found.").waitFor();
  await untilSaved(other);

  await frameOf(other)
    .locator("body")
    .evaluate((body, attacks) => {
      for (const attack of attacks) {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/html", `<p>${attack}</p>`);
        body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }
    }, HOSTILE_STRINGS);
  await untilSaved(other);
  for (const one of other.frames()) expect(await one.evaluate(() => "attacked" in globalThis)).toBe(false);

  // Even a page this long is rendered in full, so the browser's search finds it; a selected block is scrolled into
  // view.
  await other.reload();
  const long = await openEditor(other);
  await other.getByRole("button", { name: "Structure" }).click();
  const rows = other.getByRole("treeitem");
  expect(await rows.count()).toBeGreaterThan(100);
  expect(await long.locator(".editor-block").count()).toBe(await rows.count());
  await rows.first().click();
  await other.keyboard.press("End");
  const isInSight = (overlay: Element) => {
    const { top, bottom } = overlay.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  };
  await expect.poll(() => long.locator("[data-selected]").evaluate(isInSight)).toBe(true);
});

test("STUDIO-1 cells and short texts are written on the page, Tab goes to the next one, and undo works inside", async () => {
  const page = await browser.openPage(EDIT, { as: "editor@demo.test" });
  const frame = await openEditor(page);
  await page.getByRole("button", { name: "Add Pricing Table", exact: true }).click();
  const table = frame.getByRole("group", { name: "Pricing Table" });
  const product = table.getByRole("textbox", { name: "Pricing Table: product" });
  await product.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Oak doors");
  await page.keyboard.press("Tab");
  await page.keyboard.insertText("pairs");
  await expect.poll(() => table.getByRole("row").nth(1).textContent()).toMatch(/^Oak doors1\.00 pairs/);
  await untilSaved(page);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => table.getByRole("row").nth(1).textContent()).toMatch(/^Oak doors1\.00 \$/);
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => product.evaluate((text) => text === document.activeElement)).toBe(true);

  const pasteTable = async (html: string) => {
    await page.getByRole("button", { name: "Add Paragraph", exact: true }).click();
    await frame.locator(".editor-text[data-is-empty]:focus").waitFor();
    await putOnClipboard(page, { "text/html": html });
    await page.keyboard.press("ControlOrMeta+v");
  };
  // A table whose last letter is deleted is still a table.
  await pasteTable("<table><tr><td>A</td><td></td></tr></table>");
  await frame.getByRole("cell", { name: "A", exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("B");
  await frame.getByRole("cell", { name: "B", exact: true }).waitFor();
  await pasteTable("<table><tr><th>Part</th><th>Days</th></tr><tr><td>Frame</td><td>2</td></tr></table>");
  await frame.getByRole("cell", { name: "Frame" }).click();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Weeks");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Leaf");
  await untilSaved(page);
  await page.reload();
  await frame.getByRole("columnheader", { name: "Weeks" }).waitFor();
  await frame.getByRole("cell", { name: "Leaf" }).waitFor();
  await frame.getByText("Oak doors").waitFor();

  // Next to a block without a text, no key waits for a caret that never arrives.
  await frame.getByText("Oak doors").click();
  await page.getByRole("button", { name: "Add Page Break", exact: true }).click();
  await page.getByRole("button", { name: "Add Paragraph", exact: true }).click();
  await frame.locator('.editor-text[data-placeholder^="Write"]:focus').waitFor();
  for (const key of ["Backspace", "Backspace", "Enter"]) await page.keyboard.press(key);
  // Delete went to the block beside, and Enter into its text.
  await frame.locator(".editor-text:focus").waitFor();
  await page.keyboard.type("After the break");
  await frame.getByText("After the break").waitFor();
});

test("STUDIO-3 by touch at 360 px a text is written, and several blocks are selected and grouped", async () => {
  const page = await browser.openPage(EDIT, {
    as: "editor@demo.test",
    width: 360,
    hasTouch: true,
  });
  const frame = await openEditor(page);
  // Two lines of 44 px, and what is used less is one press away.
  const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  expect((await header.boundingBox())?.height).toBeLessThan(120);
  expect(await page.getByRole("button", { name: "Preview" }).count()).toBe(0);
  await header.getByRole("button", { name: "More" }).tap();
  const preview = await page.getByRole("button", { name: "Preview" }).boundingBox();
  expect((preview?.x ?? 0) + (preview?.width ?? 999)).toBeLessThanOrEqual(360);
  await header.getByRole("button", { name: "More" }).tap();
  const text = frame.locator(".editor-text").nth(1);
  await text.tap();
  await frame.locator(".editor-text:focus").waitFor();
  // The bar lies above the canvas, so it covers no text, and its buttons are as large as fingers.
  const bar = await page.getByRole("toolbar", { name: "Selected block" }).boundingBox();
  const canvas = await page.locator("iframe[title=Page]").boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(canvas?.y ?? 0);
  const button = await page.getByRole("button", { name: "Move up" }).boundingBox();
  expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBe(44);
  await page.keyboard.type("By touch. ");
  await frame.getByText(/By touch\./).waitFor();
  await page.getByRole("button", { name: "Structure" }).tap();
  await page.getByRole("treeitem").nth(1).tap();
  await page.getByRole("button", { name: "Select several" }).tap();
  await page.getByRole("treeitem").nth(2).tap();
  await message(page, /2 blocks selected/);
  await page.getByRole("button", { name: "Settings" }).tap();
  await page.getByRole("button", { name: "Group in a container" }).tap();
  await message(page, /2 blocks grouped/);
});
