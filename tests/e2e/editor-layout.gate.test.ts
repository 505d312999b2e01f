import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { boxOf } from "#tests/support/drag-blocks.ts";
import { openEditor } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { storedPage } from "#tests/support/stored-page.ts";

const PAGE = {
  root: { props: {} },
  content: [
    { type: "Heading", props: { id: "heading", text: "Three plain words", size: "h2" } },
    { type: "Paragraph", props: { id: "paragraph", text: "<p>Two words more</p>" } },
    { type: "Container", props: { id: "box", columns: 1, backgroundColor: "#123456", content: [] } },
  ],
};

const { browser } = await startJourneys({ statements: [storedPage("doc-1038", PAGE)] });

const widthOf = (page: Page, label: string) =>
  page
    .getByRole("region", { name: label, exact: true })
    .evaluate((region) => region.getBoundingClientRect().width);
/** How large a pixel of the page is on screen. */
const zoomOf = (page: Page) =>
  page
    .locator('iframe[title="Page"]')
    .evaluate((frame: HTMLElement) => frame.getBoundingClientRect().width / frame.offsetWidth);

/** The fonts of all elements with words of their own, and of fields, apart from those on the page itself. */
function fontsOf(body: Element, apart: string): string[] {
  const hasWords = (element: Element) =>
    element.matches("input, textarea, select, button") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const shown = [body, ...body.querySelectorAll("*")].filter(
    (element) => hasWords(element) && element.checkVisibility() && !element.matches(apart),
  );
  return [...new Set(shown.map((element) => getComputedStyle(element).fontFamily))];
}
const fontsIn = (within: Locator) => within.evaluate(fontsOf, "kbd, code");

test("EDIT-2 STUDIO-15 panels leave their room to the page, the page is zoomed, and settings are grouped under usual words without a second scrollbar", async () => {
  const page = await browser.openPage("/admin/documents/doc-1038/edit", { as: "editor@demo.test" });
  await page.setViewportSize({ width: 1440, height: 900 });
  const frame = await openEditor(page);
  await page.getByText("6 words on the page").waitFor();

  const narrow = await widthOf(page, "Page");
  await page.getByRole("button", { name: "Blocks beside the page" }).click();
  await page.getByRole("button", { name: "Settings beside the page" }).click();
  await expect.poll(() => widthOf(page, "Page")).toBe(1440);
  // The widest viewport that fits is shown, and it follows the window until the author selects one.
  await page.getByRole("radio", { name: "Large 1280", checked: true }).waitFor();
  await page.setViewportSize({ width: 800, height: 900 });
  await page.getByRole("radio", { name: "Medium", checked: true }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Blocks beside the page" }).click();
  await page.getByRole("button", { name: "Settings beside the page" }).click();
  await expect.poll(() => widthOf(page, "Page")).toBe(narrow);

  await page.getByRole("radio", { name: "Large 1280" }).check({ force: true });
  await expect.poll(() => zoomOf(page)).toBeCloseTo(narrow / 1280, 2);
  await page.getByRole("combobox", { name: "Zoom" }).selectOption({ label: "100 %" });
  await expect.poll(() => zoomOf(page)).toBe(1);
  await page.getByRole("combobox", { name: "Zoom" }).selectOption({ label: "Fit" });

  await page.getByRole("button", { name: "Structure" }).click();
  await page.getByRole("treeitem", { name: /Container/ }).click();
  const settings = page.getByRole("region", { name: "Settings of the block" });
  const layout = settings.getByRole("group", { name: "Layout" });
  await layout.getByLabel("Maximum width").waitFor();
  const colours = settings
    .getByRole("group", { name: "Look" })
    .getByRole("group", { name: "Background colour" });
  const names = await colours.getByRole("button").evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(names.slice(0, 6)).toEqual(["Brand", "Brand, lighter", "Ink", "Soft ink", "Tint", "White"]);
  expect(names).toContain("Used on this page: #123456");
  await colours.getByRole("button", { name: "Default" }).waitFor();

  // The handle of the selected block keeps its size on the screen while the zoom changes.
  const handle = frame.locator('[data-handle-of="box"]');
  for (const label of ["150 %", "50 %", "Fit"]) {
    await page.getByRole("combobox", { name: "Zoom" }).selectOption({ label });
    await expect.poll(async () => (await handle.boundingBox())?.width).toBeCloseTo(24, 1);
  }

  const find = page.getByRole("search", { name: "Find and replace" });
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 360) await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: "Find and replace" }).click();
    const panel = await boxOf(find);
    expect(panel.width).toBe(320);
    for (const part of await find.locator("input, button").all()) {
      const { x, width: taken } = await boxOf(part);
      expect(x).toBeGreaterThan(panel.x);
      expect(x + taken).toBeLessThan(Math.min(panel.x + panel.width, width));
    }
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const scrolling = await page.evaluate(() =>
    [...document.querySelectorAll(".editor-frame, .editor-frame > *")].flatMap((element) =>
      element.scrollHeight > element.clientHeight ? [element.className] : [],
    ),
  );
  expect(scrolling).toEqual([]);
});

test("STUDIO-15 every word of the editor is in the portal's fonts, also in its panels, menus, dialogs and bars", async () => {
  const page = await browser.openPage("/admin/documents/doc-1038/edit", { as: "editor@demo.test" });
  const frame = await openEditor(page);
  const expectPortalFont = async () => {
    const fonts = await fontsIn(page.locator("body"));
    const inFrame = await frame.locator("body").evaluate(fontsOf, ".cp-page *");
    // That of texts, and that of titles.
    expect(
      [...fonts, ...inFrame].filter((font) => !/^"(Figtree|Source Serif 4) Variable"/.test(font)),
    ).toEqual([]);
  };
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
  await expectPortalFont();
  await frame.getByText("Three plain words").click();
  await press(/^Checks/);
  await press("Find and replace");
  await expectPortalFont();
  await press("Structure");
  await frame.getByRole("group", { name: /^Heading/ }).hover();
  await page.keyboard.press("Escape");
  await press("Send");
  await page.getByRole("dialog").waitFor();
  await expectPortalFont();
});

test("STUDIO-15 a text keeps its lines when it is written", async () => {
  const page = await browser.openPage("/admin/documents/doc-1038/edit", { as: "editor@demo.test" });
  const frame = await openEditor(page);
  const block = frame.locator('[data-block-id="paragraph"]');
  const heightOf = () => block.evaluate((element: HTMLElement) => element.offsetHeight);
  // Two of its words fill a line, and the space after them has no room.
  const height = await block.evaluate((element: HTMLElement) => {
    const range = element.ownerDocument.createRange();
    const words = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    range.setStart(words, 0);
    range.setEnd(words, "Two words".length);
    const { width } = range.getBoundingClientRect();
    element.style.width = `${width + 1}px`;
    return element.offsetHeight;
  });
  await block.click();
  await frame.locator(".ProseMirror-focused").waitFor();
  expect(await heightOf()).toBe(height);
});
