import { expect, test } from "vitest";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";
import { blockShape } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import {
  besides,
  blockOf,
  boxOf,
  centre,
  dropOn,
  press,
  pressRow,
  rowOf,
} from "#tests/support/drag-blocks.ts";
import { message, openEditor } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { storedPage } from "#tests/support/stored-page.ts";

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

const { browser } = await startJourneys({
  statements: [storedPage("doc-1038", PAGE), storedPage("doc-1044", LONG)],
});

test("EDIT-1 EDIT-8 STUDIO-14 each of the blocks is dragged by its handle, over others, into a container and out by the tree", async () => {
  // Tall enough for the whole tree, which else scrolls below a drag.
  const page = await browser.openPage("/admin/documents/doc-1038/edit", {
    as: "editor@demo.test",
    height: 1000,
  });
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
    await message(page, new RegExp(`^${label}.* moved, `));
    const at = before.indexOf(id);
    await expect.poll(() => besides(page, id)).toEqual(before.with(at - 1, id).with(at, neighbour));

    // From the page onto a row of the tree, and out again by the tree alone.
    await centre(rowOf(page, "box"));
    await press(page, id);
    await dropOn(page, rowOf(page, "box"), 0.5);
    await message(page, new RegExp(`^${label}.* moved, 2 of 2 in Container`));
    expect(await besides(page, id)).toEqual(["inner", id]);
    await centre(rowOf(page, id));
    await pressRow(page, id);
    await dropOn(page, rowOf(page, neighbour), 0.9);
    await expect.poll(() => besides(page, id)).toEqual(before);
  }
  await press(page, "one-Paragraph");
  await page.mouse.move(10, 10, { steps: 3 });
  await page.locator(".editor-drag__card").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".editor-drag__card").waitFor({ state: "detached" });
  await page.mouse.up();

  // Out of the container on the page itself, and in again.
  await press(page, "inner");
  await dropOn(page, blockOf(page, "last"), 0.9);
  await message(page, /^Paragraph moved, 21 of 21/);
  await press(page, "inner");
  await dropOn(page, blockOf(page, "box"), 0.5);
  await message(page, /^Paragraph moved, 1 of 1 in Container/);

  // A press without a drag opens what may be done with the block.
  await press(page, "one-Heading");
  await page.mouse.up();
  const menu = page.getByRole("menu", { name: "Block" });
  await menu.getByRole("menuitem", { name: "Duplicate" }).click();
  await message(page, /^Duplicated, the copy is /);

  await page.getByRole("button", { name: "Add", exact: true }).click();
  await centre(blockOf(page, "inner"));
  await boxOf(page.locator("[data-block=Paragraph]")).then(({ x, y }) => page.mouse.move(x + 60, y + 15));
  await page.mouse.down();
  await dropOn(page, blockOf(page, "inner"), 0.9);
  await message(page, /^Paragraph added, 2 of 2 in Container/);
});

test("STUDIO-14 by touch a handle drags at once and a block after a long press, and the page scrolls at its edges", async () => {
  const page = await browser.openPage("/admin/documents/doc-1044/edit", {
    as: "editor@demo.test",
    width: 360,
    hasTouch: true,
  });
  const frame = await openEditor(page);
  const touches = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    touches.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await frame.locator(".editor-text").first().tap();
  const handle = frame.locator('[data-handle-of="line-0"]');
  const grip = await boxOf(handle);
  expect(Math.min(grip.width, grip.height)).toBeGreaterThanOrEqual(43.5);
  const start = { x: grip.x + 10, y: grip.y + 10 };
  const second = await boxOf(blockOf(page, "line-1"));
  await touch("touchStart", [start]);
  await touch("touchMove", [{ x: start.x + 4, y: start.y + 12 }]);
  await touch("touchMove", [{ x: 150, y: second.y + second.height - 2 }]);
  await touch("touchEnd", []);
  await message(page, /^Paragraph moved, 2 of 60/);

  const third = await boxOf(blockOf(page, "line-2"));
  await touch("touchStart", [{ x: 150, y: third.y + 8 }]);
  const card = page.locator(".editor-drag__card");
  await card.waitFor();
  const canvas = await boxOf(page.locator('iframe[title="Page"]'));
  await touch("touchMove", [{ x: 150, y: canvas.y + canvas.height - 6 }]);
  await expect.poll(() => frame.locator("html").evaluate((html) => html.scrollTop)).toBeGreaterThan(600);
  await touch("touchEnd", []);
  await card.waitFor({ state: "detached" });
  await expect.poll(async () => (await besides(page, "line-2")).indexOf("line-2")).toBeGreaterThan(8);
});
