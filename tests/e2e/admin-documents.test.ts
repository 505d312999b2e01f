import { Client } from "pg";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead, answerOnce } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolations, expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { undecidedDocuments } from "#web/admin/organizations/organization-overview.tsx";

const { portal, browser } = await startJourneys();

const REFUSED = { allowConsole: [/net::ERR_FAILED/, /API Request Failed/, /404/, /status of 500/] };
const NAME = "Winter shop windows";

/** The last day of a document was long ago, as after a night. */
async function endYesterday(uniqueDocumentId: string): Promise<void> {
  const database = new Client({ connectionString: portal.places.DATABASE_URL });
  await database.connect();
  const statement = "update unique_documents set valid_until = '2020-01-15' where unique_document_id = $1";
  await database.query(statement, [uniqueDocumentId]);
  await database.end();
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

test("COMPANY-11 FORM-1 a document is added by its form, changed, copied, archived and deleted, unseen by its client", async () => {
  const client = await browser.openPage("/documents/type/PROPOSAL", { as: "writer@demo.test" });
  const page = await browser.openPage("/admin", { as: "editor@demo.test", ...REFUSED });
  await page.getByRole("banner").getByRole("link", { name: "Documents" }).click();
  await page.getByRole("row").nth(1).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("link", { name: "New document" }).click();

  const submit = page.getByRole("button", { name: "Add document" });
  await submit.click();
  for (const told of ["Please choose an organization", "Please enter a name"]) {
    await page.getByText(told).waitFor();
  }
  // The first wrong field has the focus, also a combo box.
  const isFocused = (element: Element) => element === document.activeElement;
  await expect
    .poll(() => page.getByRole("combobox", { name: "Organization" }).evaluate(isFocused))
    .toBe(true);
  await expectNoAxeViolationsAtAnyWidth(page);
  // While the server searches, what it found before can be pressed.
  const slow = await pauseRequests(page, "**/api/choice/admin/organization?q=*");
  await page.getByRole("combobox", { name: "Organization" }).fill("Harbour");
  await slow.answered();
  await page.getByRole("option", { name: /Harbour/ }).click();
  await slow.release();
  await page.getByRole("textbox", { name: "Name" }).fill(NAME);
  await page.getByRole("combobox", { name: "Document type" }).selectOption("Proposal");
  await page.getByRole("combobox", { name: "Template" }).selectOption("Blank page");
  // The network fails: everything typed stays, and the same press succeeds once it is back.
  await answerOnce(page, "**/api/unique-document/admin", (route) => route.abort());
  await submit.click();
  await page.getByText("What you typed is still here").waitFor();
  await submit.click();
  await heading(page, NAME);
  await page.getByRole("link", { name: `Back to ${NAME}` }).click();
  await page.getByText("added a document").waitFor();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill(`${NAME} 2026`);
  const saving = await pauseRequests(page, "**/api/unique-document/admin/*");
  await name.press("Enter");
  await saving.answered();
  await name.press("Backspace");
  await saving.release();
  await heading(page, `${NAME} 2026`);
  await page.locator("button:enabled", { hasText: /^Save$/ }).waitFor();
  // The focus stays for the next keys, also after a save without further input.
  await name.press("7");
  await name.press("Enter");
  await heading(page, `${NAME} 2027`);
  await page.getByText("changed a document").first().waitFor();
  expect(await name.evaluate(isFocused)).toBe(true);
  expect(await name.inputValue()).toBe(`${NAME} 2027`);
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByText("archived a document").waitFor();
  await page.getByRole("button", { name: "Unarchive" }).click();
  await page.getByText("brought a document back").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await heading(page, "Documents");
  await page.getByRole("searchbox", { name: /Search/ }).fill(NAME);
  await page.getByText("No items").waitFor();
  await client.reload();
  await client.getByRole("row").nth(1).waitFor();
  expect(await client.getByText(NAME).count()).toBe(0);
});

test("COMPANY-11 a sent document keeps its name, shares its view, and is copied with its work orders", async () => {
  const page = await browser.openPage("/admin/documents", { as: "editor@demo.test", ...REFUSED });
  await page.getByRole("button", { name: /Pending/i }).click();
  const row = page.getByRole("row").nth(1);
  await row.getByText("PENDING").waitFor();
  await row.getByRole("link").first().click();
  await page.getByText("It has been sent, so its name, type and last day stay").waitFor();
  expect(await page.getByRole("combobox", { name: "Document type" }).count()).toBe(0);
  expect(await page.getByRole("textbox", { name: "Name" }).count()).toBe(0);
  await page.getByRole("heading", { name: "Public view" }).waitFor();
  const duplicate = page.getByRole("button", { name: "Duplicate" });
  const dialog = page.getByRole("dialog");
  // On a phone seldom actions stand below one button, to which the focus returns.
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await duplicate.isVisible()).toBe(false);
  const more = page.getByRole("button", { name: "More" });
  await more.click();
  await duplicate.waitFor();
  await expectNoAxeViolations(page);
  await duplicate.press("Enter");
  await dialog.getByRole("textbox", { name: "Name" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 720 });
  await duplicate.click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("The copy");
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialog.getByRole("button", { name: "Duplicate" }).click();
  await heading(page, "The copy");
  await page.getByText("a copy of").waitFor();
  await page.getByText("Doesn't see it yet").waitFor();
});

test("STUDIO-11 FIRST-6 a draft is checked and sent, expires, is extended, recalled, sent again and withdrawn, and its client reads what became of it", async () => {
  const page = await browser.openPage("/admin/documents", {
    as: "editor@demo.test",
    allowConsole: [...REFUSED.allowConsole, /409/],
  });
  const dialog = page.getByRole("dialog");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const confirm = (name: string) => dialog.getByRole("button", { name, exact: true }).click();

  // A page of empty blocks is refused with its reason.
  await page.getByRole("link", { name: "New document" }).click();
  await page.getByRole("combobox", { name: "Organization" }).fill("Harbour");
  await page.getByRole("option", { name: /Harbour/ }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("An empty one");
  await press("Add document");
  await heading(page, "An empty one");
  await press("Send");
  await dialog.getByText("There is nothing on the page yet.").waitFor();
  expect(await dialog.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
  await confirm("Cancel");

  // A copy of a sent document is sent with a message.
  await page.goto(`${portal.url}/admin${undecidedDocuments("harbour-coffee")}`);
  await page.getByRole("main").getByRole("link", { name: "Harbour Coffee Roasters" }).waitFor();
  await page
    .getByRole("columnheader", { name: "Updated" })
    .and(page.locator("[aria-sort=ascending]"))
    .waitFor();
  const row = page.getByRole("row").filter({ hasText: "Harbour" }).filter({ hasText: "PENDING" }).first();
  await row.getByRole("link").first().click();
  await press("Duplicate");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Sent today");
  await confirm("Duplicate");
  await heading(page, "Sent today");
  await press("Send");
  await dialog.getByText(/We have checked the page|Check this before you send/).waitFor();
  await dialog.getByRole("textbox", { name: "Message" }).fill("Here it is.");
  await dialog.getByLabel("Valid until").fill("2040-01-15");
  await expectNoAxeViolationsAtAnyWidth(page);
  await answerOnce(page, "**/send", (route) => route.abort());
  await confirm("Send");
  await dialog.getByText("What you typed is still here").waitFor();
  await confirm("Send");
  await page.getByText("Sees it", { exact: true }).waitFor();
  await page.getByText("sent a document to its client").waitFor();

  const client = await browser.openPage("/documents/type/PROPOSAL", {
    as: "writer@demo.test",
    allowConsole: [/409/],
  });
  await client.getByRole("row").filter({ hasText: "Sent today" }).getByRole("link").first().click();
  const accept = client.getByRole("button", { name: "Accept", exact: true });
  await accept.first().waitFor();
  await client.getByText("Valid until 15 Jan 2040").waitFor();

  // FIRST-6: its last day passes while its dialog is open.
  await accept.filter({ visible: true }).first().click();
  await client.getByRole("dialog").getByRole("checkbox").check();
  await endYesterday(page.url().split("/").at(-1) ?? "");
  await client.getByRole("dialog").getByRole("button", { name: "Accept", exact: true }).click();
  await client.getByText("This document has expired", { exact: true }).waitFor();
  await client.getByText("so it can no longer be accepted").waitFor();
  await accept.first().waitFor({ state: "detached" });
  await expectNoAxeViolationsAtAnyWidth(client);
  await page.reload();
  await page.getByText("EXPIRED", { exact: true }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await press("Extend");
  await dialog.getByLabel("Valid until").fill("2041-01-15");
  await expectNoAxeViolationsAtAnyWidth(page);
  await confirm("Extend");
  await page.getByText("extended a document").waitFor();
  await client.getByRole("button", { name: "Review changes" }).click();
  await client.getByText("Valid until 15 Jan 2041").waitFor();
  await accept.first().waitFor();

  await press("Recall");
  await confirm("Recall");
  await page.getByText("The client sees that you're still working on it").waitFor();
  await heading(client, "We're still working on this document!");
  await client.getByText("has recalled it to change it").waitFor();

  await press("Send");
  await dialog.getByText(/Send again to/).waitFor();
  await confirm("Send");
  await press("Withdraw");
  await confirm("Withdraw");
  await dialog.getByText("Please enter a reason. Your client can read it").waitFor();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Oak is no longer to be had.");
  await expectNoAxeViolationsAtAnyWidth(page);
  await confirm("Withdraw");
  await page.getByText("The client sees why").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await client.reload();
  await client.getByText("This document was withdrawn.").waitFor();
  await client.getByRole("button", { name: "Accept", exact: true }).first().waitFor({ state: "detached" });
  await client.getByText("Oak is no longer to be had.").waitFor();
  await expectNoAxeViolationsAtAnyWidth(client);

  // Its next version lists the changes before it is accepted.
  await press("New version");
  await confirm("Make new version");
  await page.getByText("Version before").waitFor();
  await press("Send");
  await confirm("Send");
  await page.getByText("Sees it", { exact: true }).waitFor();
  await client.goto(`${portal.url}/documents/${page.url().split("/").at(-1)}`);
  await client.getByText("This is a new version.").waitFor();
  await client.getByText("It says the same as").waitFor();
  await expectNoAxeViolationsAtAnyWidth(client);
});

test("COMPANY-11 COMPANY-6 COMPANY-7 a viewer reads a document and has nothing to change or make one with", async () => {
  const page = await browser.openPage("/admin/documents", { as: "viewer@demo.test", ...REFUSED });
  await page.getByRole("button", { name: /Declined/i }).click();
  await page.getByRole("row").nth(1).getByText("DECLINED").waitFor();
  expect(await page.getByRole("link", { name: "New document" }).count()).toBe(0);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByText("Declined by").waitFor();
  expect(
    await page
      .getByRole("button", { name: /Save|Send|Recall|Withdraw|New version|Archive|Delete|Duplicate|Open to/ })
      .count(),
  ).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.goto(`${portal.url}/admin/documents/nothing`);
  await page.getByText("There is no such document").waitFor();
  for (const [path, told] of [
    ["documents/new", "Editors and owners write documents."],
    ["work-orders/new", "Editors and owners plan work orders."],
    ["invoices/new", "Editors and owners make invoices."],
  ] as const) {
    await page.goto(`${portal.url}/admin/${path}`);
    await page.getByText(told).waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
  }
  await page.goto(`${portal.url}/admin/documents/nothing`);
  // A server that fails does not call the document missing.
  const failing = "**/api/unique-document/admin/nothing";
  const stopAnswering = await answerInstead(page, failing, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "We couldn't load this" }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  stopAnswering();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("There is no such document").waitFor();
});
