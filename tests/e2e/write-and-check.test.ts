import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callAs, frameOf, makeEmptyProposal, untilSaved } from "#tests/support/editor.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { openEditor } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const PAGE = {
  root: { props: {} },
  content: [
    { type: "Heading", props: { id: "heading", text: "Timber for {{when}}", size: "h2" } },
    { type: "Button", props: { id: "button" } },
    ...Array.from({ length: 24 }, (_, at) => ({
      type: "Paragraph",
      props: { id: `filler${at}`, text: `<p>${"A sound sentence. ".repeat(12)}</p>` },
    })),
    { type: "Paragraph", props: { id: "letters", text: "<p>Written as ꀀ</p>" } },
    { type: "Image", props: { id: "picture", src: "https://pictures.invalid/oak.png", alt: "An oak" } },
    { type: "WorkOrders", props: { id: "work", globalDiscountPercent: 150 } },
    {
      type: "Container",
      props: {
        id: "box",
        columns: 23,
        content: [{ type: "Paragraph", props: { id: "old", text: "<p>Write here.</p>" } }],
      },
    },
    { type: "Footer", props: { id: "footer" } },
  ],
};

const checks = (page: Page) => page.getByRole("region", { name: "Checks before sending" });
const selectedRow = (page: Page) =>
  page.getByRole("treeitem", { selected: true }).evaluate((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
const isBlockSeen = (page: Page, id: string) =>
  frameOf(page)
    .locator(`[data-block-id="${id}"]`)
    .evaluate((block) => {
      const { top, bottom } = block.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    });

/** Whether the focus is on the canvas or in the settings of the block. */
const isFocusAt = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches("iframe, [data-fields] :is(input, select, textarea)"));

test("STUDIO-18 three presses lead from the documents to the first letter, and what is written is checked beside Send", async () => {
  const page = await browser.openPage("/admin/documents", { as: "editor@demo.test" });
  const frame = frameOf(page);
  const presses = [
    page.getByRole("link", { name: "New document" }),
    page.getByRole("button", { name: "Harbour Coffee Roasters" }),
    page.getByRole("button", { name: "Add document" }),
  ];
  for (const press of presses) await press.click();
  await frame.locator(".editor-text:focus").waitFor();
  await page.keyboard.type("Made of oak");
  await frame.getByText("Made of oak").waitFor();
  await page.getByRole("heading", { level: 1, name: "Proposal for Harbour Coffee Roasters" }).waitFor();
  await untilSaved(page);
  await page.getByRole("button", { name: "Checks (0)" }).click();
  await page.getByText("Ready to send").waitFor();

  // A new block has no text of its own, and readers see nothing of it.
  await page.getByRole("searchbox").first().fill("Button");
  await page.keyboard.press("Enter");
  await checks(page).getByText("A block is empty, so readers don't see it.").click();
  await frame.locator('.cp-button .editor-text[data-placeholder="Button"]:focus').waitFor();
  await page.keyboard.type("See the oak");
  await checks(page).getByText("A button has no address").waitFor();
  await expectNoAxeViolations(page);

  // Where the panels lie above the page, the list makes room for the block.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Checks (1)" }).click();
  await checks(page).getByText("A button has no address").click();
  await expect.poll(() => checks(page).isVisible()).toBe(false);
  await frame.locator(".cp-button .editor-text:focus").waitFor();
  const send = await page.getByRole("button", { name: "Send", exact: true }).boundingBox();
  expect((send?.x ?? 0) + (send?.width ?? 360)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("STUDIO-18 each check leads to its block and names it, and the dialog tells the same", async () => {
  const page = await browser.openPage("/admin", { as: "editor@demo.test" });
  const id = await makeEmptyProposal(page, "Everything to mend");
  await callAs(page, `PATCH unique-document/admin/${id}/draft`, { revision: 1, page: PAGE });
  await page.goto(`${portal.url}/admin/documents/${id}/edit`);
  await openEditor(page);
  await page.getByRole("button", { name: "Structure" }).click();
  await page.getByRole("button", { name: /^Checks/ }).click();
  const lines: [string, string][] = [
    ["{{when}} hasn't been filled in yet.", "heading"],
    ["A block is empty", "button"],
    ["for which the portal has no font: ꀀ", "letters"],
    ["A picture hasn't been fetched from its address", "picture"],
    ["The discount on all work is “150”, which is not used.", "work"],
    ["“23” isn't used in “Columns”.", "box"],
    ["A text still says “Write here.”", "old"],
    ["The footer names neither your business", "footer"],
  ];
  for (const [words, blockId] of lines) {
    const line = checks(page).getByRole("button").filter({ hasText: words });
    const name = (await line.locator("span").innerText()).replace(/…$/, "");
    await line.click();
    await expect.poll(() => isBlockSeen(page, blockId), { message: words }).toBe(true);
    await expect.poll(() => selectedRow(page), { message: words }).toBe(true);
    expect(await page.getByRole("status").allInnerTexts()).toContainEqual(expect.stringContaining(name));
    await expect.poll(() => isFocusAt(page), { message: words }).toBe(true);
  }
  const settings = page.getByRole("region", { name: "Settings of the block" });
  await checks(page).getByText("The discount on all work").click();
  await settings.getByText("“150” isn't used. A percentage is from 0 to 100").waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It can't be sent like this").waitFor();
  for (const [words] of lines) await dialog.getByText(words).waitFor();
  expect(await dialog.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await checks(page).getByRole("button", { name: "Use the company’s details" }).click();
  await frameOf(page)
    .getByRole("group", { name: /^Footer/ })
    .getByText("Ember & Oak Digital")
    .first()
    .waitFor();
  await checks(page).getByText("The footer names neither").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Close the checks" }).press("Escape");
  await page.locator('button[aria-controls="checks-before-sending"]:focus').waitFor();
});
