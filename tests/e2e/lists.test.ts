import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import type { Portal } from "#tests/support/portal.ts";

let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  portal = await startDemoPortal();
  browser = await startBrowser(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const WRITER = "writer@demo.test";
const label = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const encoded = (filters: unknown) => encodeURIComponent(btoa(JSON.stringify(filters)));
const headers = async (page: Page) =>
  (await page.getByRole("columnheader").allTextContents()).map((text) => text.trim());

test("TABLE-1 TABLE-3 TABLE-4 WORK-1 from all work orders to one, and back to the same rows", async () => {
  const page = await browser.openPage("/work-orders", { as: WRITER });
  await label(page, "1 - 10 of 34");
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
  for (const shown of ["11 - 20 of 34", "21 - 30 of 34", "31 - 34 of 34"]) {
    await next.click();
    await label(page, shown);
  }
  expect(await next.isDisabled()).toBe(true);
  await page.goBack();
  await label(page, "21 - 30 of 34");

  await page.getByPlaceholder("Search", { exact: true }).fill("WEBSITE");
  await label(page, "1 - 5 of 5");
  await expect.poll(() => queryOf(page)).toEqual({ search: "WEBSITE" });
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByPlaceholder("Status").fill("in progress");
  await label(page, "1 - 2 of 2");
  const asked = queryOf(page);
  expect(JSON.parse(atob(asked.columnFilters ?? ""))).toEqual([
    { id: "workOrderStatus", value: "in progress" },
  ]);

  await page.getByRole("cell", { name: "Care plan, twelve months" }).click();
  await page.getByRole("heading", { level: 1, name: "Care plan, twelve months" }).waitFor();
  await expectNoAxeViolations(page);
  await page.goBack();
  await label(page, "1 - 2 of 2");
  expect(queryOf(page)).toEqual(asked);
  expect(await page.getByPlaceholder("Search", { exact: true }).inputValue()).toBe("WEBSITE");
  expect(await page.getByPlaceholder("Status").inputValue()).toBe("in progress");

  await page.getByRole("button", { name: "Clear Filters" }).click();
  await label(page, "1 - 10 of 34");
  expect(queryOf(page)).toEqual({});
  expect(await page.getByRole("button", { name: "Clear Filters" }).count()).toBe(0);
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

test.each([
  ["no base64", "%25%25%25"],
  ["no JSON", encodeURIComponent(btoa("{oops"))],
  ["no array", encoded({ id: "name", value: "x" })],
  ["a column that there is not", encoded([{ id: "secret", value: "x" }])],
])("TABLE-4 columnFilters with %s shows all rows", async (_, parameter) => {
  const page = await browser.openPage(`/invoices?columnFilters=${parameter}&sort=secret&page=oops`, {
    as: WRITER,
  });
  await label(page, "1 - 8 of 8");
  expect(await page.getByRole("button", { name: "Clear Filters" }).count()).toBe(0);
});

test("TABLE-2 TABLE-4 a filter in the address is applied and shown; nothing found says so", async () => {
  const filters = encoded([{ id: "name", value: "no such invoice" }]);
  const page = await browser.openPage(`/invoices?columnFilters=${filters}`, { as: WRITER });
  await label(page, "0 - 0 of 0");
  expect(await page.getByPlaceholder("Name").inputValue()).toBe("no such invoice");
  expect(await page.getByRole("cell", { name: "No items" }).getAttribute("colspan")).toBe("5");
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
  expect(await headers(page)).toEqual(["ID", "Name", "Created At", "Status"]);
  await expectNoAxeViolations(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("invoices.csv");
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]?.replace("\uFEFF", "")).toBe("ID,Name,Created At,Status");
  expect(lines[1]).toMatch(/^INV-0426,"Brand refresh, deposit",.*,PAID$/);
  expect(lines).toHaveLength(10);

  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("columnheader", { name: "Name" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  expect(await headers(page)).not.toContain("Xero Link");
});

test("WORK-1 WORK-2 a work order, what it is linked to, and '....' where it is not", async () => {
  const page = await browser.openPage("/work-orders?search=WO-3101", { as: WRITER });
  await page.getByPlaceholder("Search", { exact: true }).fill("WO-3101");
  const row = page.getByRole("row").filter({ hasText: "WO-3101" });
  const linked = row.getByRole("link", { name: "Online store and wholesale portal" });
  expect(await linked.getAttribute("href")).toBe("/documents/doc-1042");
  expect(await row.getByText("....", { exact: true }).count()).toBe(1);

  await row.getByRole("link", { name: "WO-3101" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Discovery and store design" }).waitFor();
  await page.getByText("OPEN", { exact: true }).waitFor();
  const facts = page.getByRole("region", { name: "Details" });
  expect(await facts.getByText("....", { exact: true }).count()).toBe(1);
  const proposal = facts.getByRole("link", { name: "Online store and wholesale portal" });
  expect(await proposal.getAttribute("href")).toBe("/documents/doc-1042");
  const work = page.getByRole("region", { name: "What it consists of" });
  await work.getByRole("columnheader", { name: "Quantity" }).waitFor();
  expect(await work.getByRole("row").count()).toBeGreaterThan(1);
  await facts.getByText(/^\$[\d,]+\.\d\d$/).waitFor();
  await expectNoAxeViolations(page);
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
  const lists = "**/api/invoice/user/list*";
  await page.route(lists, (route) => route.abort());
  await page.goto(`${portal.url}/invoices`);
  await page.getByRole("alert").getByText("We couldn't reach the portal.").waitFor();
  await expectNoAxeViolations(page);
  await page.unroute(lists);
  await page.getByRole("button", { name: "Try again" }).click();
  await label(page, "1 - 8 of 8");
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("INV-1 the invoices, with a link to Xero in a new tab or '...'", async () => {
  const page = await browser.openPage("/invoices", { as: WRITER });
  await label(page, "1 - 8 of 8");
  expect(await headers(page)).toEqual(["ID", "Name", "Created At", "Xero Link", "Status"]);
  const paid = page.getByRole("row").filter({ hasText: "INV-0398" });
  const xero = paid.getByRole("link", { name: /Xero/ });
  expect(await xero.getAttribute("href")).toBe("https://xero.emberandoak.example/invoices/INV-0398");
  expect(await xero.getAttribute("target")).toBe("_blank");
  const unlinked = page.getByRole("row").filter({ hasText: "INV-0433" });
  await unlinked.getByText("...", { exact: true }).waitFor();
});

test.each([1280, 360])("INV-2 INV-3 an invoice's tabs keep their address at %i px", async (width) => {
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
});

test.each(["/work-orders", "/invoices"])("%s is a list of cards on a phone", async (path) => {
  const page = await browser.openPage(path, { as: WRITER, width: 360, height: 780 });
  await page.getByRole("table").getByRole("row").nth(2).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Name ↑" });
  await expect.poll(() => queryOf(page)).toEqual({ sort: "name" });
  await expectNoAxeViolations(page);
});
