import type { FrameLocator, Locator, Page } from "playwright-core";

export const frameOf = (page: Page) => page.frameLocator('iframe[title="Page"]');
export const untilSaved = (page: Page) => page.locator('[data-save="saved"]').waitFor();
/** The name of the selected block, above its fields, of which some are headings too. */
export const selected = (page: Page) =>
  page.getByRole("region", { name: "Settings of the block" }).getByRole("heading").first();
export const message = (page: Page, words: RegExp) =>
  page.getByRole("status").filter({ hasText: words }).waitFor();

export async function openEditor(page: Page): Promise<FrameLocator> {
  const frame = frameOf(page);
  await frame.getByRole("group").first().waitFor();
  return frame;
}

export async function addHeading(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Add Heading", exact: true }).click();
  await frameOf(page).locator('.editor-text[data-placeholder="Heading"][data-is-empty]:focus').waitFor();
  await page.keyboard.type(text);
  await frameOf(page).getByText(text, { exact: true }).waitFor();
}

/** Drags with the mouse, which is released while it moves. */
export async function drag(page: Page, what: Locator, onto: Locator): Promise<void> {
  const from = await what.boundingBox();
  const to = await onto.boundingBox();
  if (!from || !to) throw new Error("Nothing to drag");
  await page.mouse.move(from.x + 60, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(to.x + 100, to.y + 6, { steps: 8 });
  await page.mouse.up();
}
