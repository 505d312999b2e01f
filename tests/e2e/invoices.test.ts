import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const totalOn = (page: Page) =>
  page.getByRole("row", { name: "Total including GST" }).getByRole("cell").last().innerText();

test("COMPANY-7 FORM-3 FORM-4 FORM-5 accepted work becomes an invoice in one step, its client reads it, it is paid, and another one is typed", async () => {
  const page = await browser.openPage("/admin/invoices", { as: "editor@demo.test" });
  await page.getByRole("button", { name: "Invoice accepted work" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make invoice" }).click();
  await dialog.getByText("Please choose an accepted document").waitFor();
  await dialog.getByRole("combobox", { name: "Accepted document" }).click();
  await page.getByRole("option").first().click();
  await dialog.getByText(/Not invoiced yet: 100%/).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialog.getByRole("textbox", { name: "Part in per cent" }).fill("30");
  await dialog.getByLabel("Due date").fill("2031-12-05");
  await dialog.getByRole("button", { name: "Make invoice" }).click();
  await page.getByText("Invoice issued").waitFor();
  await page.getByRole("heading", { name: "Items" }).waitFor();
  await page.getByRole("link", { name: "Open PDF" }).waitFor();
  const total = await totalOn(page);
  await expectNoAxeViolationsAtAnyWidth(page);
  const address = new URL(page.url()).pathname.replace("/admin", "");

  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog.getByRole("textbox", { name: "Amount" }).fill("100");
  await dialog.getByRole("textbox", { name: "Reference" }).fill("Deposit 7");
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialog.getByRole("button", { name: "Save payment" }).click();
  await page.getByRole("heading", { name: "Payments" }).waitFor();
  await page.getByText("Deposit 7").waitFor();
  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog.getByRole("button", { name: "Save payment" }).click();
  await page.getByText("PAID", { exact: true }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  const client = await browser.openPage(address, { as: "writer@demo.test", width: 360 });
  await client.getByText("5 Dec 2031").waitFor();
  expect(await totalOn(client)).toBe(total);
  await client.getByRole("link", { name: "Open PDF" }).waitFor();
  await client.getByText("PAID", { exact: true }).first().waitFor();
  await expectNoAxeViolationsAtAnyWidth(client);

  await page.goto(`${portal.url}/admin/invoices/new`);
  await page.getByRole("button", { name: "Make invoice" }).click();
  await page.getByText("Please choose an organization").waitFor();
  await page.getByText("Please choose a status").waitFor();
  await page.getByRole("combobox", { name: "Organization" }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("combobox", { name: "Status" }).selectOption("Unpaid");
  await page.getByLabel("Due date").fill("2026-01-05");
  await page.getByRole("button", { name: "Add line" }).click();
  await page.getByRole("textbox", { name: "Description" }).fill("Barista training");
  await page.getByRole("textbox", { name: "Rate in dollars" }).fill("99.95");
  expect(await page.getByText("Please enter a rate").count(), "nothing is wrong yet").toBe(0);
  await page.getByRole("button", { name: "Add line" }).click();
  await page.getByRole("button", { name: "Remove line 2" }).click();
  await page.getByRole("checkbox", { name: /Issue it now/ }).check();
  await page.getByText("This won't be a tax invoice").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("checkbox", { name: /Issue it now/ }).uncheck();
  await page.getByRole("button", { name: "Make invoice" }).click();
  await page.getByRole("heading", { name: "Items" }).waitFor();
  expect(await totalOn(page)).toBe("$109.95");
  // Its lines are changed until its client sees it.
  await page.getByRole("button", { name: "Change lines" }).click();
  await page.getByRole("textbox", { name: "Quantity" }).fill("none");
  await page.getByRole("button", { name: "Save lines" }).click();
  await page.getByText("Please enter a number, such as 8 or 0.5").waitFor();
  await page.getByRole("textbox", { name: "Quantity" }).fill("2");
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Save lines" }).click();
  await page.getByText("Lines changed").waitFor();
  expect(await totalOn(page)).toBe("$219.89");
  await page.getByRole("button", { name: "Issue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Issue" }).click();
  await page.getByText("Invoice issued").waitFor();
  expect(await page.getByRole("button", { name: "Change lines" }).count()).toBe(0);
  await page.getByText("Overdue", { exact: true }).waitFor();

  const viewer = await browser.openPage(`/admin${address}`, { as: "viewer@demo.test" });
  await viewer.getByRole("heading", { name: "Items" }).waitFor();
  expect(await viewer.getByRole("button", { name: /Mark|Change/ }).count()).toBe(0);
});
