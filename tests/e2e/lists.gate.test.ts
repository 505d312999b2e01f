import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { withoutPreloadedData } from "#tests/support/without-preloaded-data.ts";

const { portal, browser } = await startJourneys();

const WRITER = "writer@demo.test";
const label = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const encoded = (filters: unknown) => encodeURIComponent(btoa(JSON.stringify(filters)));
const headers = async (page: Page) =>
  (await page.getByRole("columnheader").allTextContents()).map((text) => text.trim());

test("TABLE-1 TABLE-3 TABLE-4 WORK-1 from all work orders to one, and back to the same rows", async () => {
  const page = await browser.openPage("/work-orders", { as: WRITER });
  await label(page, "1 - 10 of 31");
  expect(await headers(page)).toEqual([
    "Document ID",
    "Name",
    "Linked Document",
    "Invoice",
    "Date Created",
    "Status",
  ]);
  await expectNoAxeViolations(page);

  const next = page.getByRole("button", { name: "Next page" });
  const previous = page.getByRole("button", { name: "Previous page" });
  expect(await previous.isDisabled()).toBe(true);
  for (const shown of ["11 - 20 of 31", "21 - 30 of 31", "31 - 31 of 31"]) {
    await next.click();
    await label(page, shown);
  }
  expect(await next.isDisabled()).toBe(true);
  await page.goBack();
  await label(page, "21 - 30 of 31");

  await page.getByPlaceholder("Search", { exact: true }).fill("WEBSITE");
  await label(page, "1 - 5 of 5");
  await expect.poll(() => queryOf(page)).toEqual({ search: "WEBSITE" });
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const status = page.getByRole("combobox", { name: "Filter by Status" });
  expect(await status.getByRole("option").allInnerTexts()).toEqual([
    "Any",
    "Draft",
    "Open",
    "In Progress",
    "In Review",
    "UAT",
    "Done",
    "Archived",
  ]);
  await status.selectOption("In Progress");
  await label(page, "1 - 2 of 2");
  await page.getByRole("button", { name: "In Progress 2", pressed: true }).waitFor();
  const asked = queryOf(page);
  expect(JSON.parse(atob(asked.columnFilters ?? ""))).toEqual([
    { id: "workOrderStatus", value: "IN_PROGRESS" },
  ]);

  await page.getByRole("cell", { name: "Care plan, twelve months" }).click();
  await page.getByRole("heading", { level: 1, name: "Care plan, twelve months" }).waitFor();
  await expectNoAxeViolations(page);
  await page.goBack();
  await label(page, "1 - 2 of 2");
  expect(queryOf(page)).toEqual(asked);
  expect(await page.getByPlaceholder("Search", { exact: true }).inputValue()).toBe("WEBSITE");
  await page.getByRole("button", { name: "In Progress 2", pressed: true }).waitFor();

  await page.getByRole("button", { name: "Clear Filters" }).click();
  await label(page, "1 - 10 of 31");
  expect(queryOf(page)).toEqual({});
  expect(await page.getByRole("button", { name: "Clear Filters" }).count()).toBe(0);
});

const chips = (page: Page, list: string) => page.getByRole("group", { name: `Status of ${list}` });

test("TABLE-4 INV-5 chips count the statuses of what is found, and one press shows those rows", async () => {
  const page = await browser.openPage("/invoices", { as: WRITER });
  await label(page, "1 - 8 of 8");
  const texts = async () =>
    (await chips(page, "Invoices").getByRole("button").allInnerTexts()).map((text) =>
      text.replace(/\s+/g, " "),
    );
  expect(await texts()).toEqual(["All 8", "Unpaid 3", "Paid 4", "Cancelled 1"]);
  await expectNoAxeViolations(page);
  // PAID finds no UNPAID.
  await page.getByRole("button", { name: "Paid 4", exact: true }).click();
  await label(page, "1 - 4 of 4");
  expect(JSON.parse(atob(queryOf(page).columnFilters ?? ""))).toEqual([
    { id: "invoiceStatus", value: "PAID" },
  ]);
  expect(await page.locator("tbody [data-colour]").allInnerTexts()).toEqual(["PAID", "PAID", "PAID", "PAID"]);
  await page.getByPlaceholder("Search", { exact: true }).fill("brand refresh");
  await expect.poll(texts).toEqual(["All 2", "Unpaid 1", "Paid 1"]);
  await page.getByRole("button", { name: "All 2" }).click();
  await expect.poll(() => queryOf(page)).toEqual({ search: "brand refresh" });

  // Statuses sort in the order of an invoice's life.
  await page.goto(`${portal.url}/invoices?sort=invoiceStatus`);
  await label(page, "1 - 8 of 8");
  expect([...new Set(await page.locator("tbody [data-colour]").allInnerTexts())]).toEqual([
    "UNPAID",
    "PAID",
    "CANCELLED",
  ]);
});

test("INV-1 a name is a link: the middle button opens a new tab, on the row too", async () => {
  const page = await browser.openPage("/invoices?search=INV-0398", { as: WRITER });
  await label(page, "1 - 1 of 1");
  const row = page.getByRole("row").filter({ hasText: "INV-0398" });
  const name = row.getByRole("cell").nth(1).getByRole("link");
  expect(await name.getAttribute("href")).toBe("/invoices/inv-0398");
  for (const target of [name, row.getByText("INV-0398", { exact: true }).first()]) {
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      target.click({ button: "middle" }),
    ]);
    await tab.waitForURL(`${portal.url}/invoices/inv-0398`);
    await tab.close();
  }
  expect(page.url()).toContain("search=INV-0398");

  // The company's addresses begin with its side.
  const ofCompany = await browser.openPage("/admin/invoices?search=INV-0398", { as: "staff@demo.test" });
  const [tab] = await Promise.all([
    ofCompany.context().waitForEvent("page"),
    ofCompany.getByRole("cell", { name: "INV-0398", exact: true }).click({ button: "middle" }),
  ]);
  await tab.waitForURL(`${portal.url}/admin/invoices/inv-0398`);
});

test("DASH-7 while a list loads again its placeholder has as many rows as it had", async () => {
  const page = await browser.openPage("/invoices", { as: WRITER });
  await label(page, "1 - 8 of 8");
  await withoutPreloadedData(page);
  const held = await pauseRequests(page, "**/api/invoice/user/list*");
  const rows = () => page.locator("table[aria-busy=true] tbody tr").count();
  await page.reload();
  await expect.poll(rows).toBe(8);
  await page.getByRole("button", { name: "Unpaid 3" }).click();
  await expect.poll(rows).toBe(3);
  await held.release();
  await label(page, "1 - 3 of 3");
});

test("TABLE-1 a filter waits half a second for more to be typed; Enter does not wait", async () => {
  const page = await browser.openPage("/invoices", { as: WRITER });
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const name = page.getByPlaceholder("Name");
  const started = Date.now();
  await name.fill("brand");
  await label(page, "1 - 2 of 2");
  expect(Date.now() - started).toBeGreaterThanOrEqual(490);
  await name.fill("brand refresh, deposit");
  await name.press("Enter");
  await label(page, "1 - 1 of 1");
});

const WRONG_FILTERS: [string, string, kept?: true][] = [
  ["no base64", "%25%25%25"],
  ["no JSON", encodeURIComponent(btoa("{oops"))],
  ["no array", encoded({ id: "name", value: "x" })],
  ["a column that there is not", encoded([{ id: "secret", value: "x" }]), true],
];
test.each(casesFor(WRONG_FILTERS.slice(-2), WRONG_FILTERS))(
  "TABLE-4 FIRST-11 columnFilters with %s shows all rows, and leaves the address if it is unreadable",
  async (_, parameter, isKept) => {
    const page = await browser.openPage(`/invoices?columnFilters=${parameter}&sort=secret&page=oops`, {
      as: WRITER,
    });
    await label(page, "1 - 8 of 8");
    expect(await page.getByRole("button", { name: "Clear Filters" }).count()).toBe(0);
    await expect.poll(() => "columnFilters" in queryOf(page)).toBe(isKept === true);
  },
);

test("TABLE-2 TABLE-4 a filter in the address is applied and shown; nothing found says so", async () => {
  const filters = encoded([{ id: "name", value: "no such invoice" }]);
  const page = await browser.openPage(`/invoices?columnFilters=${filters}`, { as: WRITER });
  await label(page, "0 - 0 of 0");
  expect(await page.getByPlaceholder("Name").inputValue()).toBe("no such invoice");
  expect(await page.getByRole("cell", { name: "No items" }).getAttribute("colspan")).toBe("8");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await label(page, "1 - 8 of 8");
});

test("rows are sorted by column, columns put away, and what is shown is downloaded", async () => {
  const page = await browser.openPage("/invoices", { as: WRITER });
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await page.getByRole("columnheader", { name: "Name" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("checkbox", { name: "Xero Link" }).uncheck();
  expect(await headers(page)).toEqual(["ID", "Name", "Created At", "Status", "Amount", "Amount due", "Due"]);
  await expectNoAxeViolations(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("invoices.csv");
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]?.replace("\uFEFF", "")).toBe("ID,Name,Created At,Status,Amount,Amount due,Due");
  expect(lines[1]).toMatch(/^INV-0426,"Brand refresh, deposit",.*,PAID,5445,0,\d{4}-\d\d-\d\d$/);
  expect(lines).toHaveLength(10);

  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("columnheader", { name: "Name" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  expect(await headers(page)).not.toContain("Xero Link");
});

test("WORK-1 WORK-2 FIRST-11 a work order, how far it is, what it is linked to, and '....' where it is not", async () => {
  const page = await browser.openPage("/work-orders?search=WO-3101", { as: WRITER });
  await page.getByPlaceholder("Search", { exact: true }).fill("WO-3101");
  const row = page.getByRole("row").filter({ hasText: "WO-3101" });
  const linked = row.getByRole("link", { name: "Online store and wholesale portal" });
  expect(await linked.getAttribute("href")).toBe("/documents/doc-1042");
  expect(await row.getByText("....", { exact: true }).count()).toBe(1);

  await row.getByRole("link", { name: "Discovery and store design" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Discovery and store design" }).waitFor();
  await page.getByText("OPEN", { exact: true }).waitFor();
  const invoice = page.getByRole("region", { name: "Invoice" });
  await invoice.getByText("....", { exact: true }).waitFor();
  const proposal = page.getByRole("region", { name: "Proposal" });
  const document = proposal.getByRole("link", { name: "Online store and wholesale portal" });
  expect(await document.getAttribute("href")).toBe("/documents/doc-1042");
  await proposal.getByText("PENDING", { exact: true }).waitFor();
  await proposal.getByText("$43,476.18", { exact: true }).waitFor();
  const steps = page.getByRole("list", { name: "Progress" }).getByRole("listitem");
  expect((await steps.allInnerTexts()).map((text) => text.replaceAll(/\s*,/g, ",").split("\n")[0])).toEqual([
    expect.stringMatching(/^Open, now/),
    "In Progress, not yet",
    "In Review, not yet",
    "UAT, not yet",
    "Done, not yet",
  ]);
  expect(await steps.first().getAttribute("aria-current")).toBe("step");
  await steps
    .first()
    .getByText(/^\d{1,2} \w{3,4} 20\d\d$/)
    .waitFor();
  const facts = page.getByRole("region", { name: "Details" });
  const work = page.getByRole("region", { name: "What’s included" });
  await work.getByRole("columnheader", { name: "Quantity" }).waitFor();
  expect(await work.getByRole("row").count()).toBeGreaterThan(1);
  await facts.getByText(/^\$[\d,]+\.\d\d$/).waitFor();
  await expectNoAxeViolations(page);

  // Work that no document prices has no row that says so.
  await page.goto(`${portal.url}/work-orders/wo-3401`);
  await page.getByRole("cell", { name: "3.50 hours" }).waitFor();
  expect(await page.getByText("Price", { exact: true }).count()).toBe(0);
  expect(
    (
      await steps
        .filter({ hasText: /done|now/ })
        .locator("time")
        .allInnerTexts()
    ).length,
  ).toBe(4);
});

test("WORK-2 a description that tries to act is only text, whatever the server says", async () => {
  const page = await browser.openPage("about:blank", {
    as: WRITER,
    // The sanitiser meets the style sheet first, and the content policy reports it.
    allowConsole: [/Applying inline style violates/],
  });
  await page.route("**/api/work-order/user/wo-3101*", async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: Record<string, unknown> };
    const description =
      '<p onclick="acted = 1">Plan</p><script>acted = 1</script><img src="x" onerror="acted = 1">' +
      '<a href="javascript:acted = 1">press</a><iframe srcdoc="x"></iframe><style>p { display: none }</style>';
    await route.fulfill({ json: { data: { ...data, description } } });
  });
  await page.goto(`${portal.url}/work-orders/wo-3101`);
  const article = page.getByRole("article");
  await article.getByText("Plan", { exact: true }).click();
  await article.getByText("press", { exact: true }).click();
  expect(await article.locator("script, img, iframe, style, [onclick], [href^=javascript]").count()).toBe(0);
  expect(await page.evaluate(() => "acted" in globalThis)).toBe(false);
});

test("WORK-3 INV-4 what cannot be fetched says so in the words of the specification", async () => {
  const page = await browser.openPage("/work-orders/no-such-work-order", { as: WRITER });
  await page.getByRole("heading", { name: "An unexpected error has occurred" }).waitFor();
  await page
    .getByText(
      "We were unable to fetch the requested work order, you may not have sufficent permissions or it may not exist.",
      { exact: true },
    )
    .waitFor();
  await expectNoAxeViolations(page);
  // The invoice belongs to another organization of the same person.
  await page.goto(`${portal.url}/invoices/inv-0419`);
  await page
    .getByText("We were unable to fetch the requested invoice, you may not have sufficent permissions.", {
      exact: true,
    })
    .waitFor();
  await expectNoAxeViolations(page);
});

test("API-6 a list that cannot be reached says so, and comes back", async () => {
  const page = await browser.openPage("about:blank", {
    as: WRITER,
    allowConsole: [/API Request Failed/, /net::ERR_FAILED/],
  });
  await withoutPreloadedData(page);
  const lists = "**/api/invoice/user/list*";
  const stopAnswering = await answerInstead(page, lists, (route) => route.abort());
  await page.goto(`${portal.url}/invoices`);
  await page.getByRole("alert").getByText("We couldn't reach the portal.").waitFor();
  await expectNoAxeViolations(page);
  stopAnswering();
  await page.getByRole("button", { name: "Try again" }).click();
  await label(page, "1 - 8 of 8");
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("INV-1 the invoices, with a link to Xero in a new tab or '...'", async () => {
  const page = await browser.openPage("/invoices", { as: WRITER });
  await label(page, "1 - 8 of 8");
  const ofSpecification = ["ID", "Name", "Created At", "Xero Link", "Status"];
  expect(await headers(page)).toEqual([...ofSpecification, "Amount", "Amount due", "Due"]);
  const paid = page.getByRole("row").filter({ hasText: "INV-0398" });
  const xero = paid.getByRole("link", { name: /Xero/ });
  expect(await xero.getAttribute("href")).toBe("https://xero.emberandoak.example/invoices/INV-0398");
  expect(await xero.getAttribute("target")).toBe("_blank");
  const unlinked = page.getByRole("row").filter({ hasText: "INV-0433" });
  await unlinked.getByText("...", { exact: true }).waitFor();
});

test.each(casesFor([360], [360, 1280]))(
  "INV-2 INV-3 an invoice's tabs keep their address at %i px",
  async (width) => {
    const page = await browser.openPage("/invoices/inv-0431?tab=payments", { as: WRITER, width });
    await page.getByRole("tab", { name: "Details", selected: true }).waitFor();
    await expect.poll(() => queryOf(page)).toEqual({ tab: "Details" });
    for (const fact of ["External ID", "Status", "Created At", "Updated At", "Xero Link"]) {
      await page.getByRole("term").filter({ hasText: fact }).waitFor();
    }
    const work = page.getByRole("region", { name: "Work on this invoice" });
    await work.getByRole("link", { name: "Checkout error on older iPads" }).waitFor();
    const pay = page.getByRole("link", { name: /^Pay in Xero/ });
    expect(await pay.getAttribute("href")).toBe("https://xero.emberandoak.example/invoices/INV-0431");
    await expectNoAxeViolations(page);

    await page.getByRole("tab", { name: "Work Orders" }).click();
    await page.getByRole("cell", { name: "Checkout error on older iPads" }).waitFor();
    expect(queryOf(page)).toEqual({ tab: "Work Orders" });
    await expectNoAxeViolations(page);
    await page.getByRole("tab", { name: "Work Orders" }).press("ArrowRight");
    await page.getByRole("tab", { name: "Documents" }).press("Enter");
    await page.getByRole("cell", { name: "Website care plan", exact: true }).waitFor();
    expect(queryOf(page)).toEqual({ tab: "Documents" });
    await page.goBack();
    await page.getByRole("tab", { name: "Work Orders", selected: true }).waitFor();
    await page.reload();
    await page.getByRole("cell", { name: "Checkout error on older iPads" }).waitFor();
  },
);

test.each(casesFor(["/invoices"], ["/work-orders", "/invoices"]))(
  "%s is a list of cards on a phone",
  async (path) => {
    const page = await browser.openPage(path, { as: WRITER, width: 360, height: 780 });
    await page.getByRole("table").getByRole("row").nth(2).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Name ↑" });
    await expect.poll(() => queryOf(page)).toEqual({ sort: "name" });
    await expectNoAxeViolations(page);
    const order = page.getByRole("combobox", { name: "Sort by" }).getByRole("option").first();
    expect(await order.innerText()).toBe("Newest first");
    // A card has two lines: the name and the status, then the number and the date.
    const cells = page.locator("tbody tr").first().getByRole("cell").filter({ visible: true });
    const topOf = async (place: number) => (await cells.nth(place).boundingBox())?.y ?? 0;
    const [number, name, date] = [await topOf(0), await topOf(1), await topOf(2)];
    const badge = cells.getByText(/^(PAID|UNPAID|CANCELLED|OPEN|IN PROGRESS|IN REVIEW|UAT|DONE|ARCHIVED)$/);
    const status = (await badge.boundingBox())?.y ?? 0;
    expect(Math.abs(status - name)).toBeLessThan(10);
    expect(number).toBeGreaterThan(name + 15);
    expect(Math.abs(date - number)).toBeLessThan(6);

    // On a tablet the list is a table with fewer columns.
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.getByRole("columnheader", { name: "Status" }).waitFor();
    const shown = page.getByRole("columnheader").filter({ visible: true });
    expect(await shown.count()).toBe(path === "/invoices" ? 7 : 4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  },
);
