import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { frameOf, makeEmptyProposal, untilSaved } from "#tests/support/editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const NAME = "Shop in three payments";
/** Ten hours at $185.00 with GST come to $2,035.00. */
const AMOUNTS = ["$610.50", "$814.00", "$610.50"];
const REST = "$1,424.50";

const { portal, browser } = await startJourneys();

const settingsOf = (page: Page) => page.getByRole("region", { name: "Settings of the block" });

/** Writes a plan of 30, 40 and 30 per cent into the editor, which is refused until it adds up. */
async function writePlan(page: Page): Promise<void> {
  const settings = settingsOf(page);
  await page.getByRole("button", { name: "Add Work Orders", exact: true }).click();
  await settings.getByRole("checkbox", { name: /^Store build/ }).click();
  await page.getByRole("button", { name: "Add Payment Plan", exact: true }).click();
  const percents = settings.getByRole("textbox", { name: "Part of the total in per cent" });
  await percents.nth(0).fill("30");
  await percents.nth(1).fill("40");
  await frameOf(page).getByText("$814.00").waitFor();
  await frameOf(page)
    .getByRole("group", { name: "Work Orders" })
    .click({ position: { x: 200, y: 10 } });
  await settings.getByRole("heading", { name: "Work Orders" }).first().waitFor();
  await page.getByRole("button", { name: /^Checks/ }).click();
  await page
    .getByRole("region", { name: "Checks before sending" })
    .getByText("The payments of the payment plan add up to 70%. They must add up to 100%.")
    .click();
  await settings.getByRole("heading", { name: "Payment Plan" }).waitFor();
  await settings.getByRole("button", { name: "Add", exact: true }).click();
  await percents.nth(2).fill("30");
  await settings.getByRole("combobox", { name: "Invoiced" }).nth(2).click();
  await page.getByRole("option", { name: "On a date" }).click();
  await settings.getByLabel("Date", { exact: true }).fill("2031-03-01");
  await frameOf(page).getByText("1 Mar 2031").waitFor();
  await page.getByText("Ready to send").waitFor();
  await untilSaved(page);
}

test("FIRST-9 a plan is written by mouse, accepted on a phone, and its first draft waits to be issued", async () => {
  const page = await browser.openPage("/admin", { as: "editor@demo.test" });
  const id = await makeEmptyProposal(page, NAME);
  await page.goto(`${portal.url}/admin/documents/${id}/edit`);
  await writePlan(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const phone = await browser.openPage(`/documents/${id}`, {
    as: "writer@demo.test",
    width: 390,
    hasTouch: true,
  });
  const plan = phone.getByRole("table", { name: "Payment plan" });
  await plan.waitFor();
  expect((await plan.innerText()).match(/\$[\d,]+\.\d\d/g)).toEqual(AMOUNTS);
  await phone.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).tap();
  await phone.getByRole("dialog").getByRole("button", { name: "Accept", exact: true }).tap();
  await phone.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();

  await page.goto(`${portal.url}/admin/documents/${id}`);
  await page.getByText("Draft, not issued").waitFor();
  await page.goto(`${portal.url}/admin/invoices?drafts=only`);
  await page.getByText(`${NAME}: Payment 1 (30%)`).filter({ visible: true }).first().waitFor();
  await page.goto(`${portal.url}/admin`);
  await page.getByRole("heading", { name: "Drafts to issue" }).waitFor();
  const row = page.getByRole("listitem").filter({ hasText: NAME }).filter({ hasText: REST });
  await row.getByText("Invoiced by payment plan").waitFor();
  expect(await row.getByRole("button").count()).toBe(0);
  await page.goto(`${portal.url}/admin/organizations/harbour-coffee`);
  await page
    .getByText(`${REST} of it by payment plan`)
    .or(page.getByText("Invoiced by payment plan"))
    .waitFor();
});

test("FIRST-9 a retainer is added and paused by mouse, resumed and ended by keys on a phone, and a viewer changes nothing", async () => {
  const page = await browser.openPage("/admin/retainers", { as: "editor@demo.test" });
  await page.getByText("No retainers yet").waitFor();
  await page.getByRole("link", { name: "New retainer" }).first().click();
  await page.getByRole("button", { name: "Add retainer" }).click();
  await page.getByText("Please enter a name").waitFor();
  await page.getByRole("combobox", { name: "Organization" }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Website care");
  await page.getByRole("textbox", { name: "Description" }).fill("Updates");
  await page.getByRole("textbox", { name: "Rate in dollars" }).fill("150");
  await page.getByRole("button", { name: "Add retainer" }).click();
  await page.getByRole("heading", { level: 1, name: "Website care" }).waitFor();
  await page.getByText("$165.00").filter({ visible: true }).first().waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused: none until it is resumed").waitFor();

  const address = new URL(page.url()).pathname;
  const viewer = await browser.openPage(address, { as: "viewer@demo.test" });
  await viewer.getByText("Paused: none until it is resumed").waitFor();
  expect(await viewer.getByRole("button", { name: /^(Pause|Resume|End|Change|Delete)$/ }).count()).toBe(0);

  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole("button", { name: "Resume" }).press("Enter");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.getByRole("button", { name: "End", exact: true }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "End retainer" }).press("Enter");
  await page.getByText("Ended: no further invoice").waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
