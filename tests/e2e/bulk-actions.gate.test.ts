import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerOnce } from "#tests/support/answer-instead.ts";
import { confirmSelf } from "#tests/support/confirm-self.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const EDITOR = "editor@demo.test";
const OWNER = "staff@demo.test";
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialogOf = (page: Page) => page.getByRole("dialog");
const barOf = (page: Page, rows: string) => page.getByRole("region", { name: `Chosen ${rows}` });

test("FIRST-4 clients and contacts are imported on a phone: columns by choice, values as saved, people by a tick", async () => {
  const page = await browser.openPage("/admin/organizations/import", { as: OWNER, width: 360 });
  const csv = [
    "Client name,Contact first name,Contact last name,Mail to,Phone,ABN",
    "Pelican Point,Ada,Moss,ada@pelican.test,0491 570 006,51 824 753 556",
    "Pelican Point,Ben,Lee,ben@pelican.test,,",
    "Heron House,Cho,Kim,cho@heron.test,,51 824 753 557",
  ];
  const send = (rows: readonly string[]) =>
    page.getByLabel("CSV file").setInputFiles({
      name: "clients.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(rows.join("\n")),
    });
  await send(csv);
  await page.getByText("Wrong rows must be corrected first").waitFor();
  await page.getByText("This isn't a valid ABN").first().waitFor();
  await page.getByText("51 824 753 557 (wrong)").waitFor();
  await page.getByText("Columns: 5 of 6 are imported").click();
  await page.getByRole("combobox", { name: "What ABN fills" }).selectOption("Not imported");
  await page.getByText("This file can be imported.").waitFor();
  expect(await page.getByRole("checkbox", { name: /Invite these/ }).count()).toBe(0);
  await page.getByRole("combobox", { name: "What Mail to fills" }).selectOption("Email");
  const preview = page.getByRole("region", { name: "First rows as they will be saved" });
  await preview.getByText("ada@pelican.test").first().waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("checkbox", { name: "Invite these 3 people" }).check();
  await page.getByText("2 new, 1 changed").waitFor();
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  await page.getByRole("button", { name: "Import 3 rows" }).click();
  await confirmSelf(page, page.getByText("Organizations imported"));
  await page.getByRole("link", { name: "Pelican Point" }).click();
  await page.getByText("0491 570 006").first().waitFor();
  await page.goto(page.url().replace(/[?#].*$/, ""));
  await page.getByRole("tab", { name: /People/ }).click();
  const invited = page.getByRole("region", { name: "Invited" });
  await invited.getByText("ada@pelican.test", { exact: true }).waitFor();
  await invited.getByText("ben@pelican.test", { exact: true }).waitFor();
  // Both are withdrawn together.
  await invited.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await barOf(page, "invitations").getByRole("button", { name: "Withdraw" }).click();
  await dialogOf(page).getByRole("button", { name: "Withdraw" }).click();
  await invited.waitFor({ state: "detached" });
});

test("FIRST-4 billing contacts of several organizations are invited from the list, and each row says what became of it", async () => {
  const page = await browser.openPage("/admin/organizations/import", { as: OWNER });
  await page.getByLabel("CSV file").setInputFiles({
    name: "clients.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Company,First name,Last name,Email\nGull Rock,Dee,Fox,dee@gull.test\nTern Bay,,,"),
  });
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  for (const name of ["Gull Rock", "Tern Bay"])
    await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  const bar = barOf(page, "organizations");
  await bar.getByRole("button", { name: "Invite billing contacts" }).click();
  await dialogOf(page).getByRole("button", { name: "Invite billing contacts" }).click();
  await confirmSelf(page, bar.getByText("1 of 2 done"));
  await bar.getByText("Gull Rock: its billing contact is invited").waitFor();
  await bar.getByText("Tern Bay: its details have no billing contact with an email").waitFor();
});

test("FIRST-4 people are invited to an organization from the list of all, and those of the company are refused by name", async () => {
  const page = await browser.openPage("/admin/people/all", { as: OWNER, allowConsole: [/status of 409/] });
  for (const name of ["Tom Okafor", "Noah Castellan"])
    await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  const bar = barOf(page, "people");
  await bar.getByRole("button", { name: "Invite to an organization" }).click();
  await dialogOf(page).getByRole("button", { name: "Invite" }).click();
  await dialogOf(page).getByText("Please choose an organization").waitFor();
  await dialogOf(page).getByRole("combobox", { name: "Organization" }).click();
  await page.getByRole("option", { name: "Fernwood Dental" }).click();
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialogOf(page).getByRole("button", { name: "Invite" }).click();
  await confirmSelf(page, bar.getByText("1 of 2 done"));
  await bar.getByText("Tom Okafor: is invited").waitFor();
  await bar.getByText("Noah Castellan: This person works for the company").waitFor();
});

test("FIRST-4 an organization with waiting documents is left active, and the others are deactivated with one reason", async () => {
  const page = await browser.openPage("/admin/organizations", {
    as: OWNER,
    allowConsole: [/status of 40[39]/],
  });
  await page.getByRole("checkbox", { name: "Choose Harbour Coffee Roasters" }).check();
  const bar = barOf(page, "organizations");
  await bar.getByRole("button", { name: "Deactivate" }).click();
  await dialogOf(page).getByRole("button", { name: "Deactivate" }).click();
  await dialogOf(page).getByText("Please enter a reason").waitFor();
  await dialogOf(page).getByRole("textbox", { name: "Reason" }).fill("A break over the summer");
  await dialogOf(page).getByRole("button", { name: "Deactivate" }).click();
  await confirmSelf(page, bar.getByText(/documents wait for this organization's decision/));
  await rowOf(page, "Harbour Coffee Roasters").getByText("ACTIVE", { exact: true }).waitFor();
});

test("FIRST-4 rows are chosen by keyboard and carried out one by one; after a lost connection the rest is tried again", async () => {
  const page = await browser.openPage("/admin/products", {
    as: EDITOR,
    allowConsole: [/net::ERR_FAILED/, /API Request Failed/],
  });
  for (const name of ["Accessibility audit", "Managed hosting"]) {
    await page.getByRole("checkbox", { name: `Choose ${name}` }).focus();
    await page.keyboard.press("Space");
  }
  const bar = barOf(page, "products");
  await bar.getByText("2 chosen").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await answerOnce(page, "**/api/product/admin/*/retired", async (route) => {
    await route.continue();
    await answerOnce(page, "**/api/product/admin/*/retired", (second) => second.abort());
  });
  await bar.getByRole("button", { name: "Retire" }).click();
  await bar.getByText("1 of 2 done, 1 not tried yet").waitFor();
  await bar.getByText("Accessibility audit: is retired").waitFor();
  await bar.getByText("Managed hosting: not tried yet").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await bar.getByRole("button", { name: "Try the rest again" }).click();
  await bar.getByText("2 of 2 done").waitFor();
  await bar.getByRole("button", { name: "Close" }).click();
  await bar.waitFor({ state: "detached" });

  // On a phone, where the table has no header, the bar chooses all.
  await page.setViewportSize({ width: 360, height: 720 });
  await page
    .getByRole("checkbox", { name: /^Choose / })
    .first()
    .check();
  await bar.getByRole("button", { name: "Choose all" }).click();
  await bar.getByText(/^\d\d chosen$/).waitFor();
  expect(await bar.getByRole("button", { name: "Choose all" }).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);

  // A viewer has nothing to choose.
  const viewer = await browser.openPage("/admin/products", { as: "viewer@demo.test" });
  await rowOf(viewer, "Managed hosting").waitFor();
  expect(await viewer.getByRole("checkbox", { name: /^Choose/ }).count()).toBe(0);
});

test("FIRST-4 an invoice that changed meanwhile is refused in its own sentence, and documents are archived and restored", async () => {
  const page = await browser.openPage("/admin/invoices", { as: EDITOR, allowConsole: [/status of 409/] });
  const boxes = page.getByRole("checkbox", { name: /^Choose (?!all)/ });
  const open = page.getByRole("row").filter({ hasText: "UNPAID" });
  await boxes.first().waitFor();
  await open.first().getByRole("checkbox").check();
  const name = (await open.first().getByRole("link").innerText()).trim();
  const bar = barOf(page, "invoices");
  const other = await browser.openPage("/admin/invoices", { as: OWNER });
  await other.getByRole("link", { name }).first().click();
  await other.getByRole("button", { name: "Cancel invoice" }).click();
  await dialogOf(other).getByRole("button", { name: "Cancel invoice" }).click();
  await other.getByText("Invoice cancelled").first().waitFor();
  await bar.getByRole("button", { name: "Mark as paid" }).click();
  await dialogOf(page).getByRole("button", { name: "Mark as paid" }).click();
  await bar.getByText("0 of 1 done").waitFor();
  await bar.getByText(/[Cc]ancelled/).waitFor();

  await page.goto(`${portal.url}/admin/documents`);
  // A document that waits is not archived, and says so itself.
  const waiting = page.getByRole("row").filter({ hasText: "PENDING" }).first();
  await waiting.getByRole("checkbox").check();
  await barOf(page, "documents").getByRole("button", { name: "Archive" }).click();
  await barOf(page, "documents").getByText("0 of 1 done").waitFor();
  const draft = page.getByRole("row").filter({ hasText: "DRAFT" }).first();
  await draft.getByRole("checkbox").check();
  const documents = barOf(page, "documents");
  await documents.getByRole("button", { name: "Change owner" }).click();
  await dialogOf(page).getByRole("combobox", { name: "Owner" }).selectOption({ label: "Noah Castellan" });
  await dialogOf(page).getByRole("button", { name: "Change owner" }).click();
  await documents.getByText("has its new owner").waitFor();
  await draft.getByRole("checkbox").check();
  await documents.getByRole("button", { name: "Archive" }).click();
  await documents.getByText("is archived").waitFor();
  await page.getByRole("link", { name: "Archive" }).click();
  await page.getByRole("heading", { level: 1, name: "Archived documents" }).waitFor();
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await documents.getByRole("button", { name: "Unarchive" }).click();
  await documents.getByText("is back in the list").first().waitFor();
});
