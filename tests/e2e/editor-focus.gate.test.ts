import type { FrameLocator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { blocksInTree, expectFocus, expectUsable, listenForSpeech } from "#tests/support/check-canvas.ts";
import { expectNoAxeViolationsNow } from "#tests/support/expect-accessible.ts";
import { message, openEditor } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { storedPage } from "#tests/support/stored-page.ts";

const paragraph = (id: string, text: string) => ({
  type: "Paragraph",
  props: { id, text: `<p>${text}</p>` },
});
const PAGE = {
  root: { props: {} },
  content: [
    { type: "Heading", props: { id: "raw-heading", text: "Garden plan", size: "h2" } },
    paragraph("raw-first", "We plant in April."),
    paragraph("raw-second", "We water in May."),
    {
      type: "Container",
      props: { id: "raw-box", columns: 1, content: [paragraph("raw-inner", "Under glass.")] },
    },
    { type: "PageBreak", props: { id: "raw-break" } },
    paragraph("raw-last", "We harvest in autumn."),
  ],
};
/** The ids of stored blocks and of new ones, which no person should hear. */
const IDS = /raw-\w|[A-Z]\w+-[\da-f]{8}|[\da-f]{8}-[\da-f]{4}/;

const { browser } = await startJourneys({ statements: [storedPage("doc-1038", PAGE)] });

const focusedBlock = (frame: FrameLocator, name: RegExp) =>
  frame.getByRole("group", { name }).and(frame.locator(":focus")).waitFor();
/** Presses a key, waits for its words, and looks where the focus is. */
async function press(page: Page, key: string, words?: RegExp): Promise<void> {
  await page.keyboard.press(key);
  if (words) await message(page, words);
  await expectFocus(page);
}

test("STUDIO-3 STUDIO-17 after each operation the focus is on a block, text or control, all is named and spoken without ids, and axe finds nothing", async () => {
  const page = await browser.openPage("/admin/documents/doc-1038/edit", { as: "editor@demo.test" });
  const frame = await openEditor(page);
  const heard = await listenForSpeech(page);
  const usable = () => expectUsable(page, IDS);
  await expectNoAxeViolationsNow(page);

  await frame.getByText("We plant in April.").click();
  await usable();
  await press(page, "Escape");
  await focusedBlock(frame, /^Paragraph: We plant/);
  await press(page, "ControlOrMeta+d", /^Duplicated, the copy is 3 of 7/);
  expect((await blocksInTree(page)).slice(0, 4)).toEqual([
    "Heading: Garden plan",
    "Paragraph: We plant in April.",
    "Paragraph: We plant in April.",
    "Paragraph: We water in May.",
  ]);
  await press(page, "ControlOrMeta+z", /^Undone: Paragraph duplicated/);
  await focusedBlock(frame, /^Paragraph: We plant/);
  await press(page, "ControlOrMeta+Shift+Z", /^Done again: Paragraph duplicated/);
  await press(page, "Delete", /^Paragraph deleted/);
  await focusedBlock(frame, /^Paragraph: We water/);
  await usable();
  // The keys go on from the block beside the deleted one.
  await press(page, "Shift+ArrowDown", /^2 blocks selected/);
  await press(page, "ControlOrMeta+g", /^2 blocks grouped/);
  await focusedBlock(frame, /^Container/);
  await press(page, "ControlOrMeta+Shift+G", /^Ungrouped/);
  await press(page, "ControlOrMeta+z", /^Undone: Ungrouped/);
  await press(page, "ControlOrMeta+z", /^Undone: 2 blocks grouped/);
  await press(page, "Escape");
  await press(page, "ArrowUp");
  await press(page, "Alt+ArrowDown", /^Moved to /);
  await press(page, "Alt+ArrowUp", /^Moved to /);
  await usable();

  // The handle's menu by its key, and from the handle itself.
  await press(page, "Home");
  await frame.getByText("We plant in April.").click();
  await press(page, "Escape");
  await press(page, "Shift+F10");
  const menu = page.getByRole("menu", { name: "Block" });
  await menu.waitFor();
  await usable();
  await press(page, "Escape");
  await menu.waitFor({ state: "detached" });
  await focusedBlock(frame, /^Paragraph: We plant/);
  const handle = frame.getByRole("button", { name: "Move or change Paragraph" });
  for (const key of ["Enter", "Space"]) {
    await handle.focus();
    await press(page, key);
    await menu.waitFor();
    await press(page, "Escape");
    await menu.waitFor({ state: "detached" });
    await expectFocus(page);
  }
  await handle.focus();
  await page.keyboard.press("Enter");
  await menu.getByRole("menuitem", { name: "Quote" }).click();
  await message(page, /^Turned into Quote/);
  await frame.getByRole("blockquote").getByText("We plant in April.").waitFor();
  await usable();
  await press(page, "ControlOrMeta+z", /^Undone: Turned into Quote/);
  await expect.poll(() => frame.getByRole("blockquote").count()).toBe(0);

  // A bar's button that is removed by its own press leaves the focus next to the block.
  await page.getByRole("toolbar", { name: "Selected block" }).getByRole("button", { name: "Delete" }).focus();
  await press(page, "Enter", /^Paragraph deleted/);
  await usable();
  await page.getByRole("button", { name: "Undo", exact: true }).focus();
  await press(page, "Enter", /^Undone: Paragraph deleted/);

  // Blocks are added, cut and pasted.
  await page.getByRole("button", { name: "Add Page Break", exact: true }).click();
  await message(page, /^Page Break added/);
  await expectFocus(page);
  await page.getByRole("button", { name: "Add Paragraph", exact: true }).click();
  await frame.locator(".editor-text:focus").waitFor();
  await page.keyboard.type("/");
  await frame.getByRole("listbox", { name: "Blocks" }).waitFor();
  await usable();
  await press(page, "Escape");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("# ");
  await message(page, /^Heading 1/);
  await usable();
  await page.keyboard.type("Harvest");
  await press(page, "Escape");
  await focusedBlock(frame, /^Heading: Harvest/);
  await press(page, "ControlOrMeta+x", /deleted|cut/i);
  await press(page, "ControlOrMeta+v", /added/);

  // Dialogs and panels give the focus back.
  for (const name of ["Blocks beside the page", "Settings beside the page"]) {
    for (const _ of ["fold", "unfold"]) {
      await page.getByRole("button", { name }).focus();
      await press(page, "Enter");
      await usable();
    }
  }
  await frame.getByText("We water in May.").click();
  await press(page, "ControlOrMeta+Shift+F");
  await page.getByRole("textbox", { name: "Find", exact: true }).fill("glass");
  await message(page, /^1 found/);
  await press(page, "Enter");
  await usable();
  await press(page, "Escape");
  await focusedBlock(frame, /^Paragraph: Under glass/);
  await press(page, "Shift+F10");
  await menu.getByRole("menuitem", { name: "Save as section" }).click();
  await page.getByRole("dialog").waitFor();
  await usable();
  await press(page, "Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await focusedBlock(frame, /^Paragraph: Under glass/);
  const check = page.getByRole("button", { name: /^Send/ });
  await check.click();
  await usable();
  await press(page, "Escape");

  for (const words of await heard()) expect(words).not.toMatch(IDS);
});
