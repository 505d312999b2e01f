import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { servePartsPage } from "#tests/support/serve-parts-page.ts";

let served: Awaited<ReturnType<typeof servePartsPage>>;
let browser: TestBrowser;
beforeAll(async () => {
  served = await servePartsPage();
  browser = await startBrowser(served.url);
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const handle = (page: Page, name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
const passed = (page: Page) =>
  page.getByRole("list", { name: "Passed orders" }).getByRole("listitem").allTextContents();
const order = async (page: Page) =>
  (await page.locator("tbody td:nth-child(2)").allTextContents()).map((id) => id.trim()).join(" ");

async function openReordering(width = 1280): Promise<Page> {
  const page = await browser.openPage("/reorder", { width });
  // Only this table fetches the drag library; the handles are enabled once it has loaded.
  await expect.poll(() => handle(page, "T-1").getAttribute("aria-disabled")).toBe("false");
  return page;
}

async function dragBelow(page: Page, from: string, to: string): Promise<void> {
  const source = await handle(page, from).boundingBox();
  const target = await handle(page, to).boundingBox();
  if (!source || !target) throw new Error("There is no handle to drag.");
  await page.mouse.move(source.x + 10, source.y + 10);
  await page.mouse.down();
  await page.mouse.move(source.x + 10, source.y + 20, { steps: 4 });
  await page.mouse.move(target.x + 10, target.y + target.height, { steps: 12 });
  await page.mouse.up();
}

test("TABLE-5 a row dragged by its handle passes the full new order, and nothing moves until it is saved", async () => {
  const page = await openReordering();
  await dragBelow(page, "T-1", "T-3");
  await expect.poll(() => passed(page)).toEqual(["T-2 T-3 T-1 T-4 T-5"]);
  expect(await order(page)).toBe("T-2 T-3 T-1 T-4 T-5");

  expect(await handle(page, "T-5").getAttribute("aria-disabled")).toBe("true");
  await dragBelow(page, "T-2", "T-5");
  expect(await passed(page)).toHaveLength(1);
  await page.getByRole("button", { name: "Finish saving" }).click();
  await expect.poll(() => handle(page, "T-5").getAttribute("aria-disabled")).toBe("false");
  expect(await order(page)).toBe("T-2 T-3 T-1 T-4 T-5");
});

test("TABLE-5 a row is moved by keyboard, and each step is announced", async () => {
  const page = await openReordering();
  const announced = page.locator("[aria-live=assertive]");
  await handle(page, "T-2").focus();
  await page.keyboard.press("Space");
  await expect.poll(() => announced.textContent()).toBe("Lifted T-2, row 2 of 5.");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => announced.textContent()).toBe("T-2 would become row 3 of 5.");
  await page.keyboard.press("Space");
  await expect.poll(() => announced.textContent()).toBe("T-2 is now row 3 of 5.");
  await expect.poll(() => passed(page)).toEqual(["T-1 T-3 T-2 T-4 T-5"]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Move T-2");
});

test("TABLE-5 cancelled, or put back where it was, a row passes nothing", async () => {
  const page = await openReordering();
  const announced = page.locator("[aria-live=assertive]");
  await handle(page, "T-2").focus();
  for (const last of ["Escape", "ArrowUp"]) {
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => announced.textContent()).toBe("T-2 would become row 3 of 5.");
    await page.keyboard.press(last);
    if (last === "ArrowUp") await page.keyboard.press("Space");
    await expect.poll(() => announced.textContent()).toBe("T-2 stays row 2.");
  }
  expect(await passed(page)).toEqual([]);
  expect(await order(page)).toBe("T-1 T-2 T-3 T-4 T-5");
});

test("TABLE-5 a sorted table keeps its rows where the order puts them", async () => {
  const page = await openReordering();
  await page.getByRole("button", { name: "Hours", exact: true }).click();
  await expect.poll(() => handle(page, "T-1").getAttribute("aria-disabled")).toBe("true");
});

test("TABLE-5 TABLE-6 TABLE-7 the handle's column, the icons and the given class names", async () => {
  const page = await openReordering();
  const cell = page.locator("tbody td").first();
  expect((await cell.boundingBox())?.width).toBe(75);
  const icon = cell.locator("img");
  expect(await icon.getAttribute("src")).toBe("/icons/drag.svg");
  expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  for (const part of ["table", "thead", "tbody", "tbody tr", "tbody td:nth-child(2)"]) {
    expect(await page.locator(`${part}[class*=given-]`).count(), part).toBeGreaterThan(0);
  }
  await expectNoAxeViolations(page);
});

test("TABLE-3 TABLE-7 fewer rows than a page: a label, no buttons", async () => {
  const page = await browser.openPage("/paged");
  await page.getByText("1 - 5 of 5", { exact: true }).waitFor();
  expect(await page.locator(".given-footer").count()).toBe(1);
  expect(await page.getByRole("button", { name: "Next page" }).count()).toBe(0);
});

test("TABLE-1 TABLE-2 a column without a header is filtered by 'Search...', also where its first row has no value", async () => {
  const page = await browser.openPage("/paged");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  expect(await page.getByRole("button", { name: "Clear Filters" }).count()).toBe(0);
  await page.getByPlaceholder("Search...").fill("maya");
  await page.getByText("1 - 2 of 2", { exact: true }).waitFor();
  await page.getByPlaceholder("Hours").fill("1.5");
  await page.getByText("1 - 1 of 1", { exact: true }).waitFor();
  await page.getByPlaceholder("Hours").fill("99");
  await page.getByText("0 - 0 of 0", { exact: true }).waitFor();
  const empty = page.getByRole("cell", { name: "No items" });
  expect(await empty.getAttribute("colspan")).toBe("4");
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await page.getByText("1 - 5 of 5", { exact: true }).waitFor();
  expect(await page.getByPlaceholder("Search...").inputValue()).toBe("");
  expect(await page.getByRole("button", { name: "Clear Filters" }).count()).toBe(0);
});

test("a row opens by the button in its title, found among ten thousand", async () => {
  const page = await browser.openPage("/many");
  await page.getByText("1 - 10 of 10000", { exact: true }).waitFor();
  await page.getByRole("searchbox", { name: "Search Tasks" }).fill("number 7777");
  await page.getByText("1 - 1 of 1", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Task number 7777" }).press("Enter");
  await page.getByText("Opened: T-7777").waitFor();
  await expectNoAxeViolations(page);
});
