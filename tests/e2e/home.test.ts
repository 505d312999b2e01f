import { expect, test } from "vitest";
import { getHome } from "#contract/admin/home.ts";
import { API_BASE } from "#contract/call.ts";
import { expectNoAxeViolations, expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const HOME = `**${API_BASE}/${getHome.path}`;

test("COMPANY-2 COMPANY-9 the company's people see at home what needs them; a client's decision appears by itself, and is seen", async () => {
  const page = await browser.openPage("/admin", { as: "viewer@demo.test" });
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  const unopened = page.getByRole("region", { name: /^Sent, not opened yet/ });
  await unopened
    .getByText(/^\$[\d,]+\.\d\d$/)
    .first()
    .waitFor();
  await page.getByRole("region", { name: /^Unpaid invoices/ }).waitFor();
  await page
    .getByRole("region", { name: /^Requests to answer/ })
    .getByRole("link", { name: "All requests" })
    .waitFor();
  const decisions = page.getByRole("region", { name: "New decisions" });
  const declined = decisions.getByRole("region", { name: /^Declined/ });
  const before = await declined.getByRole("listitem").count();

  const client = await browser.openPage("/dashboard", { as: "writer@demo.test" });
  await client.getByRole("region", { name: "Waiting for your decision" }).getByRole("link").first().click();
  // The client's page reports that the document is open.
  const opened = page.getByRole("region", { name: /^Opened, not decided/ });
  await opened.getByText(/last opened .* by Maya/).waitFor();
  const ofOpened = opened.getByRole("link", { name: "All opened documents" });
  expect(await ofOpened.getAttribute("href")).toBe("/admin/documents?waiting=opened");
  await client.getByRole("button", { name: "Decline" }).click();
  const dialog = client.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Too dear for us this year");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await declined.getByText("Too dear for us this year").waitFor();
  expect(await declined.getByRole("listitem").count()).toBe(before + 1);
  await expectNoAxeViolationsAtAnyWidth(page);
  // Each part leads to its list.
  for (const [part, list, first] of [
    ["All declined documents", "Documents", "DECLINED"],
    ["All unopened documents", "Sent, not opened yet", "PENDING"],
    ["All unpaid invoices", "Invoices", "UNPAID"],
    ["All requests", "Requests", "PENDING"],
  ] as const) {
    await page.getByRole("link", { name: part }).click();
    await page.getByRole("heading", { level: 1, name: list }).waitFor();
    await page.getByRole("row").nth(1).getByText(first, { exact: true }).waitFor();
    await page.goBack();
  }

  await decisions.getByRole("button", { name: "Mark as seen" }).click();
  await decisions.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await page.reload();
  await unopened.waitFor();
  expect(await decisions.count()).toBe(0);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Activity" }).click();
  await page.getByRole("row").filter({ hasText: "declined a document" }).first().waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  // The decision stays new for other admins, and a row links to its organization.
  const owner = await browser.openPage("/admin", { as: "staff@demo.test", width: 360, height: 780 });
  const theirs = owner.getByRole("region", { name: "New decisions" });
  await theirs.getByText("Too dear for us this year").waitFor();
  await theirs.getByRole("link", { name: "Harbour Coffee Roasters" }).first().click();
  await owner.getByRole("heading", { level: 1, name: "Harbour Coffee Roasters" }).waitFor();
  await owner.getByRole("tab", { name: "Activity" }).click();
  await owner.getByText("declined a document").first().waitFor();
});

test("COMPANY-2 a home that cannot be loaded comes back, a new portal says what to do first, a quiet one that nothing waits", async () => {
  const page = await browser.openPage("about:blank", {
    as: "editor@demo.test",
    allowConsole: [/status of 500/],
  });
  await page.route(HOME, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${portal.url}/admin`);
  await page.getByRole("alert").getByText("We couldn't load what needs you.").waitFor();
  const nothing = { total: 0, rows: [] };
  const priced = { ...nothing, worth: null };
  const quiet = {
    seenUntil: "2026-11-21T09:41:05.000Z",
    accepted: priced,
    declined: priced,
    months: [],
    documentDrafts: nothing,
    drafts: priced,
    opened: priced,
    toInvoice: priced,
    unopened: priced,
    unpaid: priced,
    requests: nothing,
    givenUp: nothing,
  };
  const firstSteps = { isCompanyNamed: true, client: null, terms: null, draft: null };
  await page.route(HOME, (route) => route.fulfill({ json: { data: { ...quiet, firstSteps } } }));
  await page.getByRole("button", { name: "Try again" }).click();
  const steps = page.getByRole("region", { name: "First steps" });
  expect(await steps.getByRole("listitem").filter({ hasText: "Done" }).innerText()).toContain("Your company");
  await steps.getByText("An owner does this").waitFor();
  await expectNoAxeViolations(page);
  await page.route(HOME, (route) => route.fulfill({ json: { data: { ...quiet, firstSteps: null } } }));
  await page.reload();
  await page.getByText("Nothing needs you now.").waitFor();
  const givenUp = {
    mailId: "m-1",
    recipient: "lee@harbour.example",
    subject: "A new proposal",
    givenUpAt: "2026-11-21T09:41:05.000Z",
    failure: "550 5.1.1 no such mailbox",
    uniqueDocumentId: null,
  };
  const failing = { ...quiet, firstSteps: null, givenUp: { total: 1, rows: [givenUp] } };
  await page.route(HOME, (route) => route.fulfill({ json: { data: failing } }));
  await page.reload();
  const unsent = page.getByRole("region", { name: /^Emails that weren't delivered/ });
  await unsent.getByText("There is no mailbox with this address.").waitFor();
  await expectNoAxeViolations(page);
  await unsent.getByRole("link", { name: "All emails that weren't delivered" }).click();
  await page.getByRole("heading", { level: 1, name: "Emails that weren't delivered" }).waitFor();
  await page.getByText("Every email was delivered or is on its way.").waitFor();
  await expectNoAxeViolations(page);
});
