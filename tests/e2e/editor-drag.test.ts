import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";
import { blockShape } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { frameOf, openEditor, said } from "#tests/support/open-editor.ts";
import type { Portal } from "#tests/support/portal.ts";

const TYPES = BLOCK_EDITS.map(({ block }) => block.type);
const TEXTS: Record<string, object> = {
  Heading: { text: "Orchard plan", size: "h2" },
  Paragraph: { text: "<p>We prune in winter and thin in spring.</p>" },
};
const item = (type: string, id: string, props: object = {}): PageItem => ({
  type,
  props: { id, ...Object.fromEntries(blockShape(type).slots.map((slot) => [slot, []])), ...props },
});
/** Every block between two paragraphs, beside a box that holds one. */
const PAGE = {
  root: {},
  content: [
    item("Paragraph", "first", { text: "<p>First line.</p>" }),
    ...TYPES.map((type) => item(type, `one-${type}`, TEXTS[type])),
    item("Container", "box", {
      columns: 1,
      content: [item("Paragraph", "inner", { text: "<p>Inside.</p>" })],
    }),
    item("Paragraph", "last", { text: "<p>Last line.</p>" }),
  ],
};
/** A long page whose ends are never on screen together. */
const LONG = {
  root: {},
  content: Array.from({ length: 60 }, (_, at) =>
    item("Paragraph", `line-${at}`, { text: `<p>Line ${at} of the long page.</p>` }),
  ),
};

let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  const text = "update unique_documents set puck_state = $1 where unique_document_id = $2";
  portal = await startDemoPortal({
    statements: [
      { text, values: [JSON.stringify(PAGE), "doc-1038"] },
      { text, values: [JSON.stringify(LONG), "doc-1044"] },
    ],
  });
  browser = await startBrowser(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const blockOf = (page: Page, id: string) => frameOf(page).locator(`[data-block-id="${id}"]`);
const rowOf = (page: Page, id: string) => page.locator(`[data-row-id="${id}"]`);
/** The ids of the blocks beside this one. */
const besides = (page: Page, id: string) =>
  blockOf(page, id).evaluate((block) =>
    [...(block.parentElement?.children ?? [])].flatMap((one) => one.getAttribute("data-block-id") ?? []),
  );

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error("It is not drawn");
  return box;
}

/** Shows the handle of a block, and presses it. */
async function press(page: Page, id: string): Promise<void> {
  await blockOf(page, id).evaluate((block) => block.scrollIntoView({ block: "center" }));
  const block = await boxOf(blockOf(page, id));
  await page.mouse.move(block.x + block.width / 2, block.y + Math.min(4, block.height / 2), { steps: 3 });
  const handle = frameOf(page).locator(`[data-handle-of="${id}"]`);
  await handle.waitFor();
  const { x, y, width, height } = await boxOf(handle);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  await page.mouse.down();
}

/** Moves the pressed pointer onto a part of a block or row, and releases it on the way. */
async function dropOn(page: Page, target: Locator, part: number): Promise<void> {
  const { x, y, width, height } = await boxOf(target);
  await page.mouse.move(x + width / 2, y + height * part, { steps: 8 });
  await page.mouse.up();
}

test("EDIT-1 EDIT-8 STUDIO-14 each of the blocks is dragged by its handle, over others, into a container and out, on the page and in the tree", async () => {
  const page = await browser.openPage("/admin/documents/doc-1038/edit", { as: "editor@demo.test" });
  await openEditor(page);
  await page.getByRole("button", { name: "Structure" }).click();
  for (const type of TYPES) {
    const id = `one-${type}`;
    const [label] = BLOCK_EDITS.flatMap((edit) => (edit.block.type === type ? edit.label : []));
    // With text marked and without.
    if (type.length % 2 === 0) await blockOf(page, "last").locator(".editor-text").first().dblclick();
    const before = await besides(page, id);
    await press(page, id);
    const neighbour = before[before.indexOf(id) - 1] ?? "first";
    await dropOn(page, blockOf(page, neighbour), 0.1);
    await said(page, new RegExp(`^${label} moved, `));
    const at = before.indexOf(id);
    await expect.poll(() => besides(page, id)).toEqual(before.with(at - 1, id).with(at, neighbour));

    await rowOf(page, id).scrollIntoViewIfNeeded();
    const row = await boxOf(rowOf(page, id));
    await page.mouse.move(row.x + row.width / 2, row.y + row.height / 2);
    await page.mouse.down();
    await dropOn(page, rowOf(page, neighbour), 0.9);
    await expect.poll(() => besides(page, id)).toEqual(before);

    await press(page, id);
    await page.mouse.move(10, 10, { steps: 3 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await besides(page, id)).toEqual(before);
  }
  await page.keyboard.press("Escape");
});
