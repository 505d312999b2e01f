import { expect, test } from "vitest";
import { blockShape } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import { besides, blockOf, boxOf, dropOn, press, pressRow, rowOf } from "#tests/support/drag-blocks.ts";
import { message, openEditor, untilSaved } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { storedPage } from "#tests/support/stored-page.ts";

const item = (type: string, id: string, props: object = {}): PageItem => ({
  type,
  props: { id, ...Object.fromEntries(blockShape(type).slots.map((slot) => [slot, []])), ...props },
});
const paragraph = (id: string, words: string, props?: object) =>
  item("Paragraph", id, { text: `<p>${words}</p>`, ...props });
/** A locked line, and two blocks of a kind that may not be in one another. */
const EDGES = [
  paragraph("locked", "Agreed terms.", { locked: true }),
  ...["one", "two", "three"].map((id) => paragraph(id, `Line ${id}.`)),
  item("LinkWrapper", "link", { content: [paragraph("linked", "See more.")] }),
  item("LinkWrapper", "other"),
];
const LONG = Array.from({ length: 60 }, (_, at) => paragraph(`line-${at}`, `Line ${at} of the long page.`));

const { browser } = await startJourneys({
  statements: [
    storedPage("doc-1038", { root: {}, content: EDGES }),
    storedPage("doc-1044", { root: {}, content: LONG }),
  ],
});

test("EDIT-8 STUDIO-14 a drag that is refused, cancelled or overtaken by another author moves nothing else and says why", async () => {
  const page = await browser.openPage("/admin/documents/doc-1038/edit", { as: "editor@demo.test" });
  const frame = await openEditor(page);
  const card = page.locator(".editor-drag__card");
  const line = page.locator(".editor-drag__line:not([hidden])");
  const order = (of = page) => besides(of, "locked");
  const before = await order();
  const pressed = async (id: string, onto: string) => {
    await press(page, id);
    const { x, y, width, height } = await boxOf(blockOf(page, onto));
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 6 });
    await card.waitFor();
  };
  const isOver = async (words: RegExp) => {
    await message(page, words);
    await card.waitFor({ state: "detached" });
    expect(await frame.locator("[data-dragged]").count()).toBe(0);
    expect(await page.locator("html[data-dragging]").count()).toBe(0);
    expect(await order()).toEqual(before);
  };

  await pressed("locked", "three");
  await card.getByText("Locked by the template").waitFor();
  expect(await line.count()).toBe(0);
  await page.mouse.up();
  await isOver(/^Locked by the template/);
  await pressed("other", "linked");
  await card.getByText("Not allowed here").waitFor();
  expect(await line.count()).toBe(0);
  await page.mouse.up();
  await isOver(/^Not allowed here/);

  // What ends a drag early leaves nothing of it, and the next one begins as usual.
  const ends: (() => Promise<unknown>)[] = [
    () => page.keyboard.press("Escape"),
    () =>
      frame.locator("html").evaluate((html) => {
        const { defaultView } = html.ownerDocument;
        if (defaultView) html.dispatchEvent(new defaultView.PointerEvent("pointercancel", { pointerId: 1 }));
      }),
    () =>
      page.evaluate(() => {
        document.hasFocus = () => false;
        window.dispatchEvent(new Event("blur"));
        document.hasFocus = Document.prototype.hasFocus;
      }),
  ];
  for (const end of ends) {
    await pressed("three", "one");
    await line.waitFor({ state: "attached" });
    await end();
    await isOver(/^Nothing has changed/);
    await page.mouse.up();
    expect(await order()).toEqual(before);
  }

  // Several blocks together, from the tree onto the page.
  await page.getByRole("button", { name: "Structure" }).click();
  await rowOf(page, "one").click();
  await rowOf(page, "two").click({ modifiers: ["Shift"] });
  await pressRow(page, "two");
  await dropOn(page, blockOf(page, "three"), 0.9);
  await message(page, /^2 blocks moved, /);
  expect((await order()).slice(0, 4)).toEqual(["locked", "three", "one", "two"]);
  await page.keyboard.press("ControlOrMeta+z");
  await message(page, /^Undone: 2 blocks moved/);
  expect(await order()).toEqual(before);
  await untilSaved(page);

  // Another author's save arrives while a block is dragged: the block may have moved or been deleted.
  const theirs = await browser.openPage("/admin/documents/doc-1038/edit", { as: "staff@demo.test" });
  await openEditor(theirs);
  await page.bringToFront();
  await pressed("three", "locked");
  await theirs.bringToFront();
  await theirs.getByRole("button", { name: "Structure" }).click();
  await rowOf(theirs, "two").click();
  await theirs.keyboard.press("Delete");
  await page.bringToFront();
  await expect.poll(() => order()).not.toContain("two");
  await page.mouse.up();
  await message(page, /^Paragraph moved, /);
  expect(await order()).toEqual(["locked", "three", "one", "link", "other"]);
  await untilSaved(page);
  await pressed("three", "locked");
  await theirs.bringToFront();
  await expect.poll(() => order(theirs)).toEqual(["locked", "three", "one", "link", "other"]);
  await rowOf(theirs, "three").click();
  await theirs.keyboard.press("Delete");
  await page.bringToFront();
  await message(page, /^It was deleted, so nothing was moved/);
  await card.waitFor({ state: "detached" });
  await page.mouse.up();
});

test("STUDIO-14 the structure scrolls below a drag, and a saved section is dragged onto the page", async () => {
  const page = await browser.openPage("/admin/documents/doc-1044/edit", { as: "editor@demo.test" });
  await openEditor(page);
  await page.getByRole("button", { name: "Structure" }).click();
  const panel = page.getByRole("region", { name: "Blocks" });
  const around = await boxOf(panel);
  await pressRow(page, "line-1");
  await page.mouse.move(around.x + 100, around.y + around.height - 4, { steps: 5 });
  const scrolled = () => panel.evaluate((element) => element.scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(300);
  await page.mouse.move(around.x + 100, around.y + 4, { steps: 5 });
  await expect.poll(scrolled).toBe(0);
  await page.mouse.move(around.x + 100, around.y + around.height - 4, { steps: 5 });
  await expect.poll(scrolled).toBeGreaterThan(300);
  await page.mouse.up();
  await message(page, /^Paragraph moved, \d\d of 60/);
  const [first, second] = (await besides(page, "line-2")).slice(0, 2);
  await rowOf(page, first ?? "").click();
  await rowOf(page, second ?? "").click({ modifiers: ["Shift"] });
  await page
    .getByRole("toolbar", { name: "Selected block" })
    .getByRole("button", { name: "Save as section" })
    .click();
  await page.getByRole("textbox", { name: "Name" }).fill("Two lines");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Section saved").waitFor();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const section = page.getByRole("button", { name: "Add section Two lines" });
  await page.getByRole("searchbox", { name: "Search blocks and sections" }).fill("two lines");
  await page
    .locator(".editor-miniature")
    .getByText(/of the long page/)
    .first()
    .waitFor();
  const { x, y } = await boxOf(section);
  await page.mouse.move(x + 60, y + 40);
  await page.mouse.down();
  await dropOn(page, blockOf(page, "line-2"), 0.9);
  await message(page, /^2 blocks added, /);
  expect(await besides(page, "line-2")).toHaveLength(62);
});
