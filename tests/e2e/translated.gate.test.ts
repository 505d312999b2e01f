import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { translatedFigures, translatePage } from "#tests/support/translate-page.ts";

const WRITER = "writer@demo.test";
const NAME = "Online store and wholesale portal";
const PROPOSAL = "/doc/online-store-and-wholesale-portal";
const COLD_BREW = "/doc/spring-campaign-cold-brew-on-tap";
const WITHOUT = "$34,743.63";
const WITH = "$43,476.18";

const { portal, browser } = await startJourneys();

/** The totals in sight: in the bar, at the end of the quote, and in the dialog. */
async function totalsOf(page: Page): Promise<Set<string>> {
  const places =
    ".pv-total strong, header .text-lg bdi, [data-sheet] .cp-sums__total dd, dialog[open] dd.money";
  const texts = await page.locator(places).filter({ visible: true }).allInnerTexts();
  return new Set(texts.map((text) => text.replaceAll(/[«»]/g, "")));
}

/** By the words before their translation. */
const translated = (words: string) => new RegExp(`^«?${words}»?$`);
const button = (page: Page, name: string) =>
  page.getByRole("button", { name: translated(name) }).filter({ visible: true });
const optional = (page: Page) => page.getByRole("checkbox", { name: /Wholesale ordering portal/ });
const hasTotal = (page: Page, total: string) => expect.poll(() => totalsOf(page)).toEqual(new Set([total]));

test("FIELD-9 PRICE-7 VIEW-1 a visitor ticks in a translated public view, whose totals stay true", async () => {
  const page = await browser.openPage("/view/doc-1042");
  await expect.poll(() => optional(page).isEnabled()).toBe(true);
  await translatePage(page, { all: true });
  await optional(page).click();
  await hasTotal(page, WITHOUT);
  await page.getByText(translated("Total inc. GST as ticked")).waitFor();
  await optional(page).click();
  await hasTotal(page, WITH);
  await page.getByText(translated("Total inc. GST")).first().waitFor();
});

test("FIELD-9 PRICE-7 APPR-2 APPR-3 a client ticks, goes about, accepts and declines in a translated page, whose totals stay true", async () => {
  const page = await browser.openPage(PROPOSAL, { as: WRITER });
  await button(page, "Accept").waitFor();
  await hasTotal(page, WITH);
  // Some extensions translate also what is marked otherwise.
  await translatePage(page, { all: true });
  await optional(page).click();
  await hasTotal(page, WITHOUT);
  await expect.poll(() => optional(page).isEnabled()).toBe(true);

  // A colleague's choice arrives, and is read before it is shown.
  await createPersonClient(portal.url, WRITER).request(chooseOptionalWork, {
    params: { id: "wo-3103" },
    body: { optional: { doesClientWantWorkDone: true } },
  });
  await button(page, "Review changes").click();
  await button(page, "Got it").click();
  await hasTotal(page, WITH);
  await optional(page).click();
  await hasTotal(page, WITHOUT);

  // To the lists and back, by links.
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page
    .getByRole("link", { name: new RegExp(NAME) })
    .first()
    .click();
  await hasTotal(page, WITHOUT);
  await expect.poll(() => optional(page).isEnabled()).toBe(true);

  await button(page, "Accept").click();
  await page.getByRole("dialog").waitFor();
  await hasTotal(page, WITHOUT);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: translated("Cancel") })
    .click();
  await optional(page).click();
  await hasTotal(page, WITH);
  await button(page, "Accept").click();
  await hasTotal(page, WITH);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: translated("Accept") })
    .click();
  await page
    .getByText(/Maya Lindqvist/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await page
    .getByRole("link", { name: translated("Download PDF") })
    .filter({ visible: true })
    .waitFor();

  await page.getByRole("link", { name: "Back to the list" }).click();
  await page
    .getByRole("link", { name: /cold brew/i })
    .first()
    .click();
  await button(page, "Decline").click();
  const declining = page.getByRole("dialog");
  await declining.getByRole("textbox").fill("Not this year.");
  await declining.getByRole("button", { name: translated("Decline") }).click();
  await page.getByText(translated("Declined")).filter({ visible: true }).first().waitFor();
  expect(page.url()).toContain(COLD_BREW);
});

const SCREENS = ["/dashboard", "/documents/type/PROPOSAL", "/invoices", "/work-orders", "/notifications"];
const OF_PEOPLE = [
  "/permissions",
  "/user",
  "/documents/agreements",
  PROPOSAL,
  "/general-document/general-terms",
];

test("FIELD-9 amounts, numbers, dates and names of every screen stay as they are in its translation", async () => {
  const page = await browser.openPage("/", { as: WRITER });
  for (const path of [...SCREENS, ...OF_PEOPLE, "/invoices/inv-0433", "/work-orders/wo-3103"]) {
    await page.goto(portal.url + path);
    await page.getByRole("heading").first().waitFor();
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    await translatePage(page);
    await page.locator("font").first().waitFor({ state: "attached" });
    expect.soft(await translatedFigures(page, ["Harbour Coffee", "Maya"]), path).toEqual([]);
  }
});

test("FIELD-9 so do those of screens for visitors", async () => {
  const page = await browser.openPage("/");
  for (const path of ["/", "/login", "/general-document/general-terms", "/view/doc-1042"]) {
    await page.goto(portal.url + path);
    await page.getByRole("heading").first().waitFor();
    await translatePage(page);
    expect.soft(await translatedFigures(page, ["Harbour Coffee"]), path).toEqual([]);
  }
});
