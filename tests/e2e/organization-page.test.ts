import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { confirmSelf } from "#tests/support/confirm-self.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const HARBOUR = "/admin/organizations/harbour-coffee";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const dialogOf = (page: Page) => page.getByRole("dialog");
const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const totals = (page: Page) => page.getByRole("region", { name: "Totals" });
const chosenOrganization = (page: Page) => page.getByRole("combobox", { name: "Organization" }).inputValue();

test("FIRST-5 the page of an organization shows its business, and a new record there is for it", async () => {
  const page = await browser.openPage(HARBOUR, { as: "staff@demo.test" });
  await totals(page).getByText(/\$\d/).first().waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  await totals(page).getByRole("link", { name: "Waiting for a decision" }).click();
  const documents = page.getByRole("tabpanel", { name: "Documents" });
  await documents.getByRole("row").filter({ hasText: "PENDING" }).first().waitFor();
  expect(await documents.getByRole("row").filter({ hasText: "ACCEPTED" }).count()).toBe(0);
  expect(await documents.getByRole("columnheader", { name: "Organization" }).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);
  await documents.getByRole("searchbox").fill("nothing has this name");
  await documents.getByText("No items").waitFor();

  await tab(page, "Work orders");
  const work = page.getByRole("tabpanel", { name: "Work orders" });
  await work.getByRole("row").nth(1).waitFor();
  await work.getByRole("checkbox").nth(1).check();
  await page.getByRole("region", { name: "Chosen work orders" }).getByText("1 chosen").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await tab(page, "Invoices");
  await page.getByRole("tabpanel", { name: "Invoices" }).getByRole("row").nth(1).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  for (const name of ["New document", "New work order", "New invoice"]) {
    await page.goto(portal.url + HARBOUR);
    await page.getByRole("link", { name }).click();
    await heading(page, name);
    await expect.poll(() => chosenOrganization(page)).toBe("Harbour Coffee Roasters");
  }
});

test("FIRST-5 the details of an organization are on its invoices, and a wrong ABN is refused at its field", async () => {
  const page = await browser.openPage(HARBOUR, { as: "editor@demo.test" });
  await page.getByRole("button", { name: "Change details" }).click();
  const field = (name: string) => dialogOf(page).getByRole("textbox", { name });
  await field("Legal name").fill("Harbour Coffee Pty Ltd");
  await field("ABN").fill("51 824 753 557");
  await field("Billing address").fill("1 Quay Street\nSydney NSW 2000");
  await field("Billing contact").fill("Ana Silva");
  await field("Billing email").fill("accounts@harbour.test");
  await field("Phone").fill("02 9999 0000");
  await dialogOf(page).getByRole("combobox", { name: "Owner" }).selectOption({ label: "Noah Castellan" });
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await dialogOf(page).getByText("This isn't a valid ABN").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await field("ABN").fill("51 824 753 556");
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  const details = page.getByRole("region", { name: "Details" });
  for (const text of ["Harbour Coffee Pty Ltd", "51 824 753 556", "1 Quay Street", "Noah Castellan"])
    await details.getByText(text).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.getByRole("link", { name: "New invoice" }).click();
  await page.getByRole("combobox", { name: "Status" }).selectOption("Unpaid");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Beans");
  await page.getByRole("button", { name: "Make invoice" }).click();
  await heading(page, "Beans");
  await page.getByText("ABN 51 824 753 556").waitFor();
});

test("FIRST-5 a viewer reads totals and details and changes none, also on a phone; totals that fail say so", async () => {
  const page = await browser.openPage("about:blank", {
    as: "viewer@demo.test",
    width: 360,
    allowConsole: [/status of 500/],
  });
  const stopAnswering = await answerInstead(page, "**/totals", (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.goto(portal.url + HARBOUR);
  await page.getByRole("alert").getByText("We couldn't load the totals.").waitFor();
  stopAnswering();
  await page.getByRole("button", { name: "Try again" }).click();
  await totals(page).getByText(/\$\d/).first().waitFor();
  for (const name of ["Change details", "Invoice accepted work"])
    expect(await page.getByRole("button", { name }).count(), name).toBe(0);
  expect(await page.getByRole("link", { name: /^New / }).count()).toBe(0);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test("FIRST-4 an owner makes several organizations active from the list, and reads what became of each", async () => {
  const page = await browser.openPage("/admin/organizations", { as: "staff@demo.test" });
  await page.getByRole("checkbox", { name: "Choose Saltbush Tours" }).check();
  await page.getByRole("region", { name: "Chosen organizations" }).getByText("1 chosen").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Make active" }).click();
  await dialogOf(page).getByRole("button", { name: "Make active" }).click();
  await confirmSelf(page, page.getByText("Saltbush Tours: is active now"));
  await page
    .getByRole("row")
    .filter({ hasText: "Saltbush Tours" })
    .getByText("ACTIVE", { exact: true })
    .waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Close" }).click();
  expect(await page.getByRole("region", { name: "Chosen organizations" }).count()).toBe(0);
});

test("FIRST-1 recipients of an organization, the owner of a document and one's own mails are chosen on screen", async () => {
  const page = await browser.openPage(HARBOUR, { as: "editor@demo.test" });
  const recipients = page.getByRole("region", { name: "Recipients of documents" });
  await recipients.getByText("Everyone who belongs to this organization").waitFor();
  await recipients.getByRole("button", { name: "Choose recipients" }).click();
  await dialogOf(page)
    .getByRole("checkbox", { name: /Maya Lindqvist/ })
    .uncheck();
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await expect.poll(() => recipients.getByText("Everyone who belongs").count()).toBe(0);
  expect(await recipients.innerText()).not.toContain("Maya Lindqvist");
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.goto(`${portal.url}/admin/documents?organization=harbour-coffee&status=DRAFT`);
  await page.getByRole("link", { name: "Marrickville tasting room website" }).first().click();
  await heading(page, "Marrickville tasting room website");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const maya = dialogOf(page).getByRole("checkbox", { name: /Maya Lindqvist/ });
  await maya.waitFor();
  expect(await maya.isChecked()).toBe(false);
  expect(await dialogOf(page).getByRole("checkbox", { checked: true }).count()).toBeGreaterThan(0);
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  const discard = page.getByRole("button", { name: "Discard" });
  if ((await discard.count()) > 0) await discard.click();

  await page.getByRole("button", { name: "Change owner" }).click();
  await dialogOf(page).getByRole("combobox", { name: "Owner" }).selectOption({ label: "Noah Castellan" });
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("Owner changed").waitFor();
  await expect.poll(() => dialogOf(page).count()).toBe(0);
  await page.getByRole("region", { name: "Facts" }).getByText("Noah Castellan").waitFor();

  await page.goto(`${portal.url}/admin/account`);
  const mails = page.getByRole("region", { name: "Emails you get" });
  await mails.getByRole("combobox", { name: "Decisions" }).selectOption("None");
  await mails.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your choices are saved").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.reload();
  await expect.poll(() => mails.getByRole("combobox", { name: "Decisions" }).inputValue()).toBe("NONE");
});
