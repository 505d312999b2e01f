import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { frameOf } from "./open-editor.ts";

/** A block on the canvas. */
export const blockOf = (page: Page, id: string) => frameOf(page).locator(`[data-block-id="${id}"]`);
/** The row of a block in the structure tree. */
export const rowOf = (page: Page, id: string) => page.locator(`[data-row-id="${id}"]`);
/** The ids of the blocks beside this one. */
export const besides = (page: Page, id: string) =>
  blockOf(page, id).evaluate((block) =>
    [...(block.parentElement?.children ?? [])].flatMap((one) => one.getAttribute("data-block-id") ?? []),
  );

/** Far from the edges at which the panel scrolls below a drag, or at its end. */
export const centre = (what: Locator) =>
  what.evaluate((element) => element.scrollIntoView({ block: "center" }));

export async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error("It is not drawn");
  return box;
}

/** Shows the handle of a block, and presses it. */
export async function press(page: Page, id: string): Promise<void> {
  await centre(blockOf(page, id));
  const block = await boxOf(blockOf(page, id));
  await page.mouse.move(block.x + block.width / 2, block.y + Math.min(4, block.height / 2), { steps: 3 });
  const handle = frameOf(page).locator(`[data-handle-of="${id}"]`);
  await handle.waitFor();
  const { x, y, width, height } = await boxOf(handle);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  await page.mouse.down();
}

export async function pressRow(page: Page, id: string): Promise<void> {
  const { x, y, width, height } = await boxOf(rowOf(page, id));
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
}

/** Moves the pressed pointer onto a part of a block or row, and releases it on the way. */
export async function dropOn(page: Page, target: Locator, part: number): Promise<void> {
  const { x, y, width, height } = await boxOf(target);
  await page.mouse.move(x + width / 2, y + height * part, { steps: 8 });
  await page.mouse.up();
}
