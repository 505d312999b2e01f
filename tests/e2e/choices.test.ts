import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import { documentTotal } from "#domain/pricing/document-total.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { toCents } from "#tests/support/read-amounts.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const WRITER = "writer@demo.test";
const PROPOSAL = "/doc/online-store-and-wholesale-portal";

const { portal, browser } = await startJourneys({ variables: { CHROMIUM_PATH: "/no/such/browser" } });
const writer = createPersonClient(portal.url, WRITER);

const boxesOf = (page: Page) => page.getByRole("checkbox", { name: /^Include / });
const acceptButton = (page: Page) =>
  page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true });

/** Ticks or unticks all boxes before the page can render the first change. */
async function clickAllAtOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const box of document.querySelectorAll<HTMLInputElement>("[data-sheet] input[type=checkbox]")) {
      box.click();
    }
  });
}

/** The ticked boxes once nothing is being saved. */
async function settled(page: Page): Promise<boolean[]> {
  const states = () =>
    boxesOf(page).evaluateAll((boxes) =>
      (boxes as HTMLInputElement[]).map(({ checked, disabled }) => ({ checked, disabled })),
    );
  await expect.poll(async () => (await states()).some(({ disabled }) => disabled)).toBe(false);
  return (await states()).map(({ checked }) => checked);
}

async function totalShown(page: Page): Promise<bigint> {
  const total = page.locator("[data-sheet] dl").filter({ hasText: "Total inc. GST" }).locator("dd").last();
  return toCents(await total.innerText());
}

async function totalOnServer(): Promise<bigint> {
  const { puckState } = await writer.request(getDocument, { params: { id: "doc-1042" } });
  return toCents(`$${documentTotal(puckState)}`);
}

test("PRICE-7 PRICE-2 choices made at once are all saved and never reported as a change by another person", async () => {
  const page = await browser.openPage(PROPOSAL, { as: WRITER });
  await acceptButton(page).waitFor();
  const before = await settled(page);
  expect(before).toHaveLength(3);
  const opposite = before.map((isTicked) => !isTicked);
  for (const wanted of [opposite, before, opposite]) {
    await clickAllAtOnce(page);
    expect(await settled(page)).toEqual(wanted);
    expect(await totalShown(page)).toBe(await totalOnServer());
    expect(await page.getByText("This document has changed since you opened it").count()).toBe(0);
    expect(await acceptButton(page).isEnabled()).toBe(true);
  }
  await page.reload();
  await acceptButton(page).waitFor();
  expect(await settled(page)).toEqual(opposite);
});

test("PRICE-7 the totals stay in sight beside every choice, and the name of a choice is read once", async () => {
  const page = await browser.openPage(PROPOSAL, { as: WRITER });
  await acceptButton(page).waitFor();
  const { height } = page.viewportSize() ?? { height: 0 };
  const total = page.locator("[data-sheet]").getByText("Total inc. GST").last();
  for (const box of await boxesOf(page).all()) {
    await box.evaluate((one) => one.scrollIntoView({ block: "center" }));
    const { y = -1 } = (await total.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(height);
  }
  const card = page.getByRole("article", { name: "Wholesale ordering portal" });
  const [name, price, choice] = (await card.innerText()).split("\n").filter(Boolean);
  expect([name, price, choice]).toEqual(["Wholesale ordering portal", "$8,356.50", "Include"]);
});

test("PRICE-7 of choices made at once, one that cannot be saved is put back alone", async () => {
  const page = await browser.openPage(PROPOSAL, { as: WRITER, allowConsole: [/status of 500/] });
  await acceptButton(page).waitFor();
  const before = await settled(page);
  const refused = "**/api/work-order/user/wo-3103/optional";
  const isRefused = await boxesOf(page).evaluateAll((boxes) =>
    boxes.map((box) => box.closest("label")?.textContent === "Include Wholesale ordering portal"),
  );
  expect(isRefused.filter(Boolean)).toHaveLength(1);
  await page.route(refused, (route) => route.fulfill({ status: 500, json: {} }));
  await clickAllAtOnce(page);
  await page.getByText("Your choice couldn't be saved and was undone", { exact: true }).waitFor();
  const expected = before.map((isTicked, index) => (isRefused[index] ? isTicked : !isTicked));
  expect(await settled(page)).toEqual(expected);
  expect(await totalShown(page)).toBe(await totalOnServer());
  expect(await page.getByText("This document has changed since you opened it").count()).toBe(0);
  expect(await acceptButton(page).isEnabled()).toBe(true);
});

test("PRICE-7 DOCS-1 the list comes, too, if a choice is saved while it is being fetched", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER });
  // A live event would fetch the list again.
  await page.route("**/api/live", () => undefined);
  await page.goto(portal.url + PROPOSAL);
  await acceptButton(page).waitFor();
  const document = await pauseRequests(page, "**/api/unique-document/user/doc-1042");
  const list = await pauseRequests(page, "**/api/unique-document/user/list*");
  await page.getByRole("checkbox", { name: "Include Wholesale ordering portal" }).click();
  await document.answered();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await list.answered();
  await document.release();
  await list.release();
  // Long before the page refetches by itself.
  await page
    .getByRole("link", { name: /Online store and wholesale portal/ })
    .first()
    .waitFor({ timeout: 20_000 });
});

test("PRICE-7 APPR-5 a choice is preserved when another person changed the document at the same time", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER });
  // A live stream that never answers brings no event, so the saved choice reveals the change.
  await page.route("**/api/live", () => undefined);
  await page.goto(portal.url + PROPOSAL);
  await acceptButton(page).waitFor();
  const [mine, theirs] = [
    page.getByRole("checkbox", { name: "Include Wholesale ordering portal" }),
    page.getByRole("checkbox", { name: "Include Launch emails" }),
  ];
  const before = { mine: await mine.isChecked(), theirs: await theirs.isChecked() };
  await writer.request(chooseOptionalWork, {
    params: { id: "wo-3105" },
    body: { optional: { doesClientWantWorkDone: !before.theirs } },
  });
  await mine.click();
  await page.getByText("This document has changed since you opened it").waitFor();
  await settled(page);
  expect([await mine.isChecked(), await theirs.isChecked()]).toEqual([!before.mine, before.theirs]);
  await page.getByRole("button", { name: "Review changes" }).click();
  await expect.poll(() => theirs.isChecked()).toBe(!before.theirs);
  expect(await mine.isChecked()).toBe(!before.mine);
  expect(await totalShown(page)).toBe(await totalOnServer());
  expect(await acceptButton(page).isEnabled()).toBe(true);
});
