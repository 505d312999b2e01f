import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { listNotifications } from "#contract/notifications.ts";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolations, expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { withoutPreloadedData } from "#tests/support/without-preloaded-data.ts";

const WRITER = "writer@demo.test";
const BOOKKEEPER = "bookkeeper@bigmill.example";
const PASSWORD = "flour-and-water";

/** A client with a hundred unpaid invoices and nothing else. */
const BIG_MILL = {
  organizations: [{ organizationId: "big-mill", organizationName: "Big Mill", status: "ACTIVE" }],
  people: [
    {
      firstName: "Ines",
      lastName: "Moser",
      email: BOOKKEEPER,
      password: PASSWORD,
      permissions: [{ organizationId: "big-mill", permissionType: "read" }],
    },
  ],
  invoices: Array.from({ length: 100 }, (_, number) => ({
    organizationId: "big-mill",
    externalId: `M-${number}`,
    name: `Milling, week ${number}`,
    invoiceStatus: "UNPAID",
  })),
};

const { portal, browser } = await startJourneys({ world: BIG_MILL });

const tiles = (page: Page) => page.getByRole("region", { name: "Overview" }).getByRole("link");

/** The heading, mark, count and target of each tile. */
async function readTiles(page: Page): Promise<string[]> {
  await tiles(page).first().waitFor();
  return tiles(page).evaluateAll((links) =>
    links.map((link) => {
      const [heading, ...rest] = (link as HTMLElement).innerText.split("\n").filter((line) => line !== "");
      const isNew = rest[0]?.toLowerCase() === "new";
      const count = isNew ? rest[1] : rest[0];
      const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href);
      const [filter] = JSON.parse(atob(searchParams.get("columnFilters") ?? "")) as { value: string }[];
      return `${heading}${isNew ? " (new)" : ""}: ${count}, ${rest.at(-1)} ${filter?.value} in ${pathname}`;
    }),
  );
}

const HARBOUR_TILES = [
  "Work Orders in Progress: 4, See all IN_PROGRESS in /work-orders",
  "Unpaid Invoices: 3, See all UNPAID in /invoices",
  "Proposals to review: 3, See all PENDING in /documents/type/PROPOSAL",
  "SOW documents to review: 2, See all PENDING in /documents/type/SCOPE_OF_WORK",
];

test("DASH-2 DASH-3 DASH-5 DASH-6 who one acts for, four tiles by count, the latest five notifications, and the links", async () => {
  const page = await browser.openPage("/dashboard", { as: WRITER });
  await page.getByRole("heading", { level: 1, name: "Harbour Coffee Roasters" }).waitFor();
  await page.getByText("ACTIVE", { exact: true }).waitFor();
  expect(await readTiles(page)).toEqual(HARBOUR_TILES);

  const now = new Date();
  const [startDate, endDate] = [now, new Date(now.getTime() - 365 * 24 * 3_600_000)].map((one) =>
    one.toISOString(),
  );
  const all = await createPersonClient(portal.url, WRITER).request(listNotifications, {
    body: { startDate: startDate ?? "", endDate: endDate ?? "" },
  });
  const newest = all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, 5);
  const recent = page.getByRole("region", { name: "Recent Notifications" });
  const items = recent.getByRole("listitem");
  await expect.poll(() => items.count()).toBe(5);
  for (const [place, text] of (await items.allInnerTexts()).entries()) {
    expect(text).toContain(newest[place]?.message ?? "?");
  }
  const links = page.getByRole("region", { name: "Links" }).getByRole("link");
  expect(await links.allInnerTexts()).toEqual([
    expect.stringContaining("Project board"),
    expect.stringContaining("Brand guidelines"),
    expect.stringContaining("Photo library"),
    expect.stringContaining("Book a call with Noah"),
  ]);
  for (const link of await links.all()) {
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await link.getAttribute("rel")).toContain("noopener");
    expect(await link.getAttribute("href")).toMatch(/^https:\/\//);
  }
  await expectNoAxeViolationsAtAnyWidth(page);

  await recent.getByRole("link", { name: "See all notifications" }).click();
  await page.waitForURL(`${portal.url}/notifications`);
});

test("DASH-4 a tile is new while it counts more than was remembered, until it is followed", async () => {
  const page = await browser.openPage("/dashboard", { as: WRITER });
  expect(await readTiles(page)).toEqual(HARBOUR_TILES);
  const remembered = (heading: string) =>
    page.evaluate((key) => localStorage.getItem(key), `${heading}Count`);
  await expect.poll(() => remembered("Unpaid Invoices")).toBe("3");
  expect(await remembered("SOW documents to review")).toBe("2");

  // The remembered count from a time with fewer invoices.
  await page.evaluate(() => localStorage.setItem("Unpaid InvoicesCount", "1"));
  await page.reload();
  const isNew = HARBOUR_TILES.map((tile) => tile.replace(/^Unpaid Invoices/, "$& (new)"));
  expect(await readTiles(page)).toEqual(isNew);
  await expectNoAxeViolations(page);
  await page.reload();
  expect(await readTiles(page)).toEqual(isNew);
  await tiles(page).filter({ hasText: "Unpaid Invoices" }).click();
  await page.waitForURL(`${portal.url}/invoices?columnFilters=*`);
  expect(await remembered("Unpaid Invoices")).toBeNull();
  await page.getByRole("button", { name: "Unpaid 3", pressed: true }).waitFor();
  await page.getByText("1 - 3 of 3", { exact: true }).waitFor();
  await page.goBack();
  expect(await readTiles(page)).toEqual(HARBOUR_TILES);
  await expect.poll(() => remembered("Unpaid Invoices")).toBe("3");

  // A lower count is not new, and an unreadable one is ignored.
  await page.evaluate(() => {
    localStorage.setItem("Unpaid InvoicesCount", "7");
    localStorage.setItem("Proposals to reviewCount", "many");
  });
  await page.reload();
  expect(await readTiles(page)).toEqual(HARBOUR_TILES);
});

test("DASH-7 FIRST-11 nothing moves while the dashboard loads on a phone, and its first document has the screen's main action", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER, width: 360 });
  await page.addInitScript(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shifted += (entry as { value?: number }).value ?? 0;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await withoutPreloadedData(page);
  // The answers arrive one after the other.
  const documents = await pauseRequests(page, "**/api/unique-document/user/list*");
  const invoices = await pauseRequests(page, "**/api/invoice/user/list*");
  await page.goto(`${portal.url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: "Harbour Coffee Roasters" }).waitFor();
  await documents.release();
  await page.getByRole("region", { name: "Waiting for your decision" }).waitFor();
  await invoices.release();
  expect(await readTiles(page)).toEqual(HARBOUR_TILES);
  expect(await page.evaluate(() => globalThis.shifted)).toBe(0);

  const decisions = page.getByRole("region", { name: "Waiting for your decision" }).getByRole("listitem");
  expect(await decisions.count()).toBe(4);
  await page.getByRole("link", { name: "See all 6", exact: true }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Documents", exact: true }).waitFor();
  await page.getByRole("button", { name: "Pending 6", pressed: true }).waitFor();
  const rows = page.getByRole("table", { name: "Documents" }).locator("tbody").getByRole("row");
  expect(await rows.count()).toBe(6);
  const types = await rows.locator("[data-label=Type]").allInnerTexts();
  expect(new Set(types)).toEqual(new Set(["Proposal", "Scope of Work", "Agreement"]));
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.goBack();
  await decisions
    .first()
    .getByRole("link", { name: /Review$/ })
    .click();
  await page.waitForURL(`${portal.url}/doc/online-store-and-wholesale-portal`);
});

/** Adds up what moves on the page's screens from now on. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shifted += (entry as { value?: number }).value ?? 0;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

test("CARE-9 nothing moves while a list loads that this browser has not shown yet, nor when fonts or the role come late", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER, width: 360 });
  await countShifts(page);
  const fonts = await pauseRequests(page, "**/*.woff2");
  await page.goto(`${portal.url}/invoices`, { waitUntil: "commit" });
  // Who has the fonts too late reads in the device's own.
  await page.locator("table[aria-busy=false]").waitFor();
  await fonts.release();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => globalThis.shifted)).toBe(0);

  const admin = await browser.openPage("about:blank", { as: "editor@demo.test", width: 360 });
  await countShifts(admin);
  const role = await pauseRequests(admin, "**/api/user-profile/user");
  await admin.goto(`${portal.url}/admin/products`);
  await admin.locator("table[aria-busy=false]").waitFor({ state: "attached" });
  await role.release();
  await admin.getByRole("button", { name: "Add product" }).waitFor();
  expect(await admin.evaluate(() => globalThis.shifted)).toBe(0);

  const lists: [string, string][] = [
    ["/documents/type/LEGAL_DOCUMENT", "**/api/unique-document/user/list*"],
    ["/invoices", "**/api/invoice/user/list*"],
    ["/permissions", "**/api/*/user/list/organization/*"],
  ];
  await withoutPreloadedData(page);
  for (const width of casesFor([360], [360, 1280])) {
    await page.setViewportSize({ width, height: 800 });
    for (const [path, rows] of casesFor(lists.slice(0, 1), lists)) {
      const held = await pauseRequests(page, rows);
      await page.goto(portal.url + path);
      await page.evaluate(() => localStorage.clear());
      await page.locator("table[aria-busy=true]").first().waitFor();
      await held.release();
      await page.locator("table[aria-busy=false]").first().waitFor();
      await page
        .getByText(/^1 - \d+ of \d+$/)
        .first()
        .waitFor();
      expect(await page.evaluate(() => globalThis.shifted), `${path} at ${width} px`).toBe(0);
    }
  }
});

declare global {
  var shifted: number;
}

test("DASH-3 DASH-6 FIRST-11 unpaid invoices are next after documents; more than 99 are '99+', and without links there is no panel", async () => {
  const page = await browser.openPage("/dashboard", { as: BOOKKEEPER, password: PASSWORD });
  expect(await readTiles(page)).toEqual([
    "Unpaid Invoices: 99+, See all UNPAID in /invoices",
    "Work Orders in Progress: 0, See all IN_PROGRESS in /work-orders",
    "Proposals to review: 0, See all PENDING in /documents/type/PROPOSAL",
    "SOW documents to review: 0, See all PENDING in /documents/type/SCOPE_OF_WORK",
  ]);
  await page.getByRole("link", { name: "See 100 unpaid invoices" }).waitFor();
  await page.getByText("No notifications yet").waitFor();
  expect(await page.getByRole("region", { name: "Links" }).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);
});

test("DASH-7 API-6 what loads keeps its place; what cannot be loaded says so, and is asked for again", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER, allowConsole: [/status of 500/] });
  await withoutPreloadedData(page);
  const invoices = await pauseRequests(page, "**/api/invoice/user/list*");
  const notifications = await pauseRequests(page, "**/api/notification/user/list*");
  await page.goto(`${portal.url}/dashboard`);
  for (const label of ["Loading the overview", "Loading notifications"]) {
    await page.getByRole("status").filter({ hasText: label }).waitFor();
  }
  expect(await tiles(page).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);
  await notifications.release();
  await page.getByText("Noah left a comment on the label proof").waitFor();
  await invoices.release();
  expect(await readTiles(page)).toEqual(HARBOUR_TILES);

  const stopAnswering = await answerInstead(page, "**/api/invoice/user/list*", (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.reload();
  await page.getByRole("alert").getByText("We couldn't load the overview.").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  stopAnswering();
  await page.getByRole("button", { name: "Try again" }).click();
  expect(await readTiles(page)).toEqual(HARBOUR_TILES);
});
