import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type ColumnFilter, encodeColumnFilters, FILTER_TEXT_LIMIT } from "#domain/lists/list-columns.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { longJourney } from "#tests/support/long-journey.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { withoutPreloadedData } from "#tests/support/without-preloaded-data.ts";

const WRITER = "writer@demo.test";
const HUNDRED_KB = "coffee ".repeat(15_000).slice(0, 100_000);

const { portal, browser } = await startJourneys();

const firstCells = (page: Page) => page.locator("tbody tr td:first-child").allInnerTexts();
const label = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

function address(path: string, parameters: Record<string, string>, filters: ColumnFilter[]): string {
  const query = new URLSearchParams(parameters);
  if (filters.length > 0) query.set("columnFilters", encodeColumnFilters(filters));
  return `${path}?${query}`;
}

const openFirst = (page: Page) => page.locator("tbody tr td:first-child").first().click();
const openDashboard = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();

const HARBOUR_WORK = ["3142", "3141", "3135", "3131", "3122", "3121", "3113", "3112", "3111", "3105"];

const LINKS = [
  {
    what: "the proposals, filtered, sorted, second page",
    link: address("/documents/type/PROPOSAL", { sort: "externalId", page: "2" }, [
      { id: "externalId", value: "p-10" },
    ]),
    rows: ["P-1041", "P-1042", "P-1044"],
    leave: openFirst,
    to: "/doc/spring-campaign-cold-brew-on-tap",
  },
  {
    what: "the work orders, filtered, sorted, second page",
    link: address("/work-orders", { sort: "-externalId", page: "2" }, [{ id: "externalId", value: "wo-31" }]),
    rows: HARBOUR_WORK.map((number) => `WO-${number}`),
    leave: openFirst,
    to: "/work-orders/wo-3142",
  },
  {
    what: "the invoices, searched and sorted",
    link: address("/invoices", { search: "brand", sort: "-externalId" }, []),
    rows: ["INV-0433", "INV-0426"],
    leave: openFirst,
    to: "/invoices/inv-0433",
  },
  {
    what: "a tab of an invoice, filtered and sorted",
    link: address("/invoices/inv-0431", { tab: "Work Orders", sort: "-externalId" }, [
      { id: "workOrderStatus", value: "in progress" },
    ]),
    rows: ["WO-3142", "WO-3141"],
    leave: openFirst,
    to: "/work-orders/wo-3142",
  },
  {
    what: "the permissions, filtered and sorted",
    link: address("/permissions", { sort: "userName" }, [{ id: "permissionType", value: "write" }]),
    rows: ["Daniel Reyes", "Maya Lindqvist (you)"],
    leave: openDashboard,
    to: "/dashboard",
  },
];

/** A list and a tab; the addresses of all lists are read and written by one part (use-table-address.test.ts). */
const ONE_OF_EACH = LINKS.filter(({ what }) => /proposals|tab/.test(what));

test.each(casesFor(ONE_OF_EACH, LINKS))(
  "TABLE-4 INV-2 a link leads to $what, and so does the way back",
  async ({ link, rows, leave, to }) => {
    const page = await browser.openPage(link, { as: WRITER });
    await expect.poll(() => firstCells(page)).toEqual(rows);
    const asked = queryOf(page);
    expect(asked).toEqual(Object.fromEntries(new URL(link, portal.url).searchParams));
    for (const goThere of [() => leave(page), () => page.goForward()]) {
      await goThere();
      await page.waitForURL(portal.url + to);
      await page.goBack();
      await expect.poll(() => firstCells(page)).toEqual(rows);
      expect(queryOf(page)).toEqual(asked);
    }
    await page.reload();
    await expect.poll(() => firstCells(page)).toEqual(rows);
  },
);

test("TABLE-4 INV-2 a link to a tab that only some organizations have waits until the organization is known", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER });
  await withoutPreloadedData(page);
  const organizations = await pauseRequests(page, "**/api/organization/user/list");
  const invoice = page.waitForResponse("**/api/invoice/user/inv-0431");
  await page.goto(`${portal.url}/invoices/inv-0431?tab=Work+Orders`);
  await (await invoice).finished();
  await page.getByRole("status").getByText("Loading the invoice").waitFor();
  await organizations.release();
  await page.getByRole("tab", { name: "Work Orders", selected: true }).waitFor();
  expect(queryOf(page)).toEqual({ tab: "Work Orders" });
});

test("TABLE-3 INV-2 pages and tabs are steps of the way back and forward", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL", { as: WRITER });
  await label(page, "1 - 10 of 13");
  await page.getByRole("button", { name: "Next page" }).click();
  await label(page, "11 - 13 of 13");
  await page.goBack();
  await label(page, "1 - 10 of 13");
  await page.goForward();
  await label(page, "11 - 13 of 13");

  await page.goto(`${portal.url}/invoices/inv-0431?tab=Documents`);
  await page.getByRole("tab", { name: "Documents", selected: true }).waitFor();
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("tab", { name: "Details", selected: true }).waitFor();
  await page.goBack();
  await page.getByRole("tab", { name: "Documents", selected: true }).waitFor();
  await page.goForward();
  await page.getByRole("tab", { name: "Details", selected: true }).waitFor();
});

/** In the page: pauses of half a second end when `endPauses` is called. */
function interceptPauses(): void {
  const { setTimeout, clearTimeout } = window;
  const held = new Map<number, () => void>();
  const begin = (run: () => void, milliseconds?: number): number => {
    if (milliseconds !== 500) return setTimeout(run, milliseconds);
    const id = 1_000_000_000 + held.size;
    held.set(id, run);
    return id;
  };
  const end = (id?: number) => held.delete(id ?? 0) || clearTimeout(id);
  const endPauses = () => {
    for (const run of held.values()) run();
  };
  Object.assign(window, { setTimeout: begin, clearTimeout: end, endPauses });
}

test.each([
  { to: "a tab", role: "tab", name: "Work orders", path: "/admin/organizations/harbour-coffee" },
  { to: "a screen", role: "link", name: "Invoices", path: "/admin/invoices" },
] as const)(
  "TABLE-1 a search whose pause ends after a press on $to neither follows there nor leads back",
  async ({ role, name, path }) => {
    const page = await browser.openPage("about:blank", { as: "staff@demo.test" });
    await page.addInitScript(interceptPauses);
    await page.goto(`${portal.url}/admin/organizations/harbour-coffee?tab=Documents`);
    const search = page.getByRole("tabpanel", { name: "Documents" }).getByRole("searchbox");
    await search.fill("nothing has this name");
    await page.getByText("No items").waitFor();
    // Both happen before the next frame, as on a slow device.
    await page.getByRole(role, { name, exact: true }).evaluate((element) => {
      (element as HTMLElement).click();
      (window as unknown as { endPauses: () => void }).endPauses();
    });
    await page.getByRole("row").nth(1).getByRole("checkbox").waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(queryOf(page)).not.toHaveProperty("search");
  },
);

test("TABLE-1 an address with 100 kB of search is opened without it; 10 kB are cut to what can be looked for", async () => {
  const path = "/documents/type/PROPOSAL";
  const page = await browser.openPage(`${path}?search=${encodeURIComponent(HUNDRED_KB)}`, { as: WRITER });
  await label(page, "1 - 10 of 13");
  expect(page.url()).toBe(portal.url + path);

  const text = HUNDRED_KB.slice(0, 10_000);
  await page.goto(`${portal.url}${path}?search=${encodeURIComponent(text)}`);
  await label(page, "0 - 0 of 0");
  const search = page.getByPlaceholder("Search", { exact: true });
  expect(await search.inputValue()).toBe(text.slice(0, FILTER_TEXT_LIMIT));
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await label(page, "1 - 10 of 13");
});

longJourney("TABLE-1 100 kB that are pasted into a search are cut to what can be looked for", async () => {
  const page = await browser.openPage("/invoices", { as: WRITER });
  await label(page, "1 - 8 of 8");
  const search = page.getByPlaceholder("Search", { exact: true });
  await search.focus();
  await page.keyboard.insertText(HUNDRED_KB);
  await label(page, "0 - 0 of 0");
  await expect.poll(() => queryOf(page)).toEqual({ search: HUNDRED_KB.slice(0, FILTER_TEXT_LIMIT) });
  // The same text from a program that ignores the field's limit.
  await search.fill(HUNDRED_KB);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const name = page.getByPlaceholder("Name");
  await name.fill(HUNDRED_KB);
  await name.press("Enter");
  await expect.poll(() => queryOf(page).columnFilters).toBeDefined();
  await expect.poll(async () => (await search.inputValue()).length).toBe(FILTER_TEXT_LIMIT);
  await expect.poll(async () => (await name.inputValue()).length).toBe(FILTER_TEXT_LIMIT);
  expect(page.url().length).toBeLessThan(2000);
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await label(page, "1 - 8 of 8");
});

test("CARE-9 the page of the API opens under the policy of all pages, and shows the calls", async () => {
  // The page's library hides a drawing with a style attribute. Without it the drawing still has no size.
  const page = await browser.openPage("/api/docs/", { allowConsole: [/Applying inline style violates/] });
  await page.getByRole("link", { name: "/api/user-profile/user", exact: true }).first().waitFor();
  // The page draws the calls that come into sight, and grows by them; those outside the contract are its last.
  const last = page.getByRole("link", { name: "/api/auth/email-otp/verify-email" });
  await expect.poll(() => page.keyboard.press("End").then(() => last.isVisible())).toBe(true);
  await page.getByText("/api/images", { exact: true }).waitFor();
});
