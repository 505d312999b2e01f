import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { comparableText } from "#domain/lists/comparable-text.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { longJourney } from "#tests/support/long-journey.ts";
import { addManyDocuments } from "#tests/support/many-documents.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { notePrinting } from "#tests/support/printed-list.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const READER = "archivist@bigmill.example";
const PASSWORD = "flour-and-water";
const WORLD = {
  organizations: [{ organizationId: "big-mill", organizationName: "Big Mill", status: "ACTIVE" }],
  people: [
    {
      firstName: "Ines",
      lastName: "Moser",
      email: READER,
      password: PASSWORD,
      permissions: [{ organizationId: "big-mill", permissionType: "read" }],
    },
  ],
};

/** A third are proposals, more than a browser holds. */
const DOCUMENTS = 6300;

const { portal, browser } = await startJourneys({
  world: WORLD,
  prepare: (db) => addManyDocuments(db, "big-mill", DOCUMENTS),
});

/** The numbers of the proposals that addManyDocuments makes. */
const proposals = Array.from({ length: DOCUMENTS }, (_, index) => index + 1).filter((n) => n % 3 === 0);
const isCafe = (n: number) => n % 5 === 1;
const isPending = (n: number) => Math.floor(n / 7) % 5 === 0;
const ALL = proposals.length;

const label = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const table = (page: Page) => page.getByRole("table");
const firstIds = (page: Page) => page.locator("tbody tr td:first-child").allInnerTexts();
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

function listenForQuestions(page: Page): Record<string, string>[] {
  const asked: Record<string, string>[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/unique-document/user/list") asked.push(Object.fromEntries(url.searchParams));
  });
  return asked;
}

test("TABLE-1 TABLE-3 TABLE-4 a list of more than 2,000 rows is paged, searched, filtered and sorted by the server", async () => {
  const page = await browser.openPage("about:blank", { as: READER, password: PASSWORD });
  const asked = listenForQuestions(page);
  await page.goto(`${portal.url}/documents/type/PROPOSAL`);
  await label(page, `1 - 10 of ${ALL}`);
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Next page" }).click();
  await label(page, `11 - 20 of ${ALL}`);
  await page.getByRole("button", { name: "Next page" }).click();
  await label(page, `21 - 30 of ${ALL}`);
  await page.goBack();
  await label(page, `11 - 20 of ${ALL}`);
  expect(queryOf(page)).toEqual({ page: "2" });

  await page.getByPlaceholder("Search", { exact: true }).fill("cafe");
  const cafes = proposals.filter(isCafe);
  await label(page, `1 - 10 of ${cafes.length}`);
  expect(queryOf(page)).toEqual({ search: "cafe" });
  for (const name of await page.locator("tbody tr td:nth-child(2)").allInnerTexts()) {
    expect(comparableText(name)).toContain("cafe");
  }

  const waiting = cafes.filter(isPending);
  await page.getByRole("button", { name: `All ${cafes.length}`, pressed: true }).waitFor();
  await page.getByRole("button", { name: `Pending ${waiting.length}` }).click();
  await label(page, `1 - 10 of ${waiting.length}`);
  const sorted = waiting.toReversed().map((n) => `P-${n}`);
  await page.getByRole("button", { name: "Document ID", exact: true }).click();
  await expect.poll(() => firstIds(page)).toEqual(sorted.toReversed().slice(0, 10));
  await page.getByRole("button", { name: "Document ID", exact: true }).click();
  await expect.poll(() => firstIds(page)).toEqual(sorted.slice(0, 10));
  await page.getByRole("button", { name: "Next page" }).click();
  await expect.poll(() => firstIds(page)).toEqual(sorted.slice(10, 20));
  expect(await table(page).getAttribute("aria-rowcount")).toBe(String(waiting.length + 1));

  // The address holds the whole state, for a reload and for the back button.
  await page.reload();
  await expect.poll(() => firstIds(page)).toEqual(sorted.slice(10, 20));
  await page.getByRole("button", { name: `Pending ${waiting.length}`, pressed: true }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("heading", { level: 1, name: "Big Mill" }).waitFor();
  await page.goBack();
  await expect.poll(() => firstIds(page)).toEqual(sorted.slice(10, 20));

  await page.getByRole("button", { name: "Clear Filters" }).click();
  await label(page, `1 - 10 of ${ALL}`);
  expect(queryOf(page)).toEqual({ sort: "-externalId" });
  // No request fetches more rows than needed.
  expect(asked.every(({ limit }) => Number(limit) <= 200)).toBe(true);
});

test("TABLE-3 while a page is on its way the one before stays; a page behind the last is the last", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL", { as: READER, password: PASSWORD });
  await label(page, `1 - 10 of ${ALL}`);
  const before = await firstIds(page);
  const held = await pauseRequests(page, "**/api/unique-document/user/list*offset=10");
  await page.getByRole("button", { name: "Next page" }).click();
  await held.answered();
  await table(page).and(page.locator("[aria-busy=true]")).waitFor();
  expect(await firstIds(page)).toEqual(before);
  await held.release();
  await table(page).and(page.locator("[aria-busy=false]")).waitFor();
  expect(await firstIds(page)).not.toEqual(before);

  await page.goto(`${portal.url}/documents/type/PROPOSAL?page=9999999`);
  await label(page, `${ALL - 9} - ${ALL} of ${ALL}`);
  await table(page).and(page.locator("[aria-busy=false]")).waitFor();
  expect(await firstIds(page)).toHaveLength(10);
});

longJourney(
  "TABLE-2 API-6 nothing found says so; what cannot be searched says so, and keeps the search in reach",
  async () => {
    const page = await browser.openPage("/documents/type/PROPOSAL?search=no+such+document", {
      as: READER,
      password: PASSWORD,
      allowConsole: [/status of 500/],
    });
    await label(page, "0 - 0 of 0");
    await page.getByRole("cell", { name: "No items" }).waitFor();
    const broken = "**/api/unique-document/user/list*q=broken*";
    await page.route(broken, (route) => route.fulfill({ status: 500, json: {} }));
    const search = page.getByPlaceholder("Search", { exact: true });
    await search.fill("broken");
    await page
      .getByRole("alert")
      .getByText("We were unable to fetch documents, you may not have sufficient permissions.")
      .waitFor();
    await expectNoAxeViolationsAtAnyWidth(page);
    await search.fill("cafe");
    await label(page, `1 - 10 of ${proposals.filter(isCafe).length}`);
  },
);

longJourney("what the server has found is downloaded whole", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL?sort=externalId", {
    as: READER,
    password: PASSWORD,
  });
  await label(page, `1 - 10 of ${ALL}`);
  await page.getByRole("button", { name: "View" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("proposal-documents.csv");
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(proposals.map((n) => `P-${n}`));
  expect(await page.getByText(/Preparing the file/).count()).toBe(0);
});

test("FIRST-11 a failure says that nothing was printed; the first 2,000 rows of a long list are, which says so", async () => {
  const page = await browser.openPage("about:blank", {
    as: READER,
    password: PASSWORD,
    allowConsole: [/status of 500/],
  });
  await notePrinting(page);
  await page.goto(`${portal.url}/documents/type/PROPOSAL`);
  await label(page, `1 - 10 of ${ALL}`);
  const print = async () => {
    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("button", { name: "Print", exact: true }).click();
    await expect.poll(() => page.evaluate(() => globalThis.printed)).toBeDefined();
    return page.evaluate(() => globalThis.printed);
  };
  const allRows = "**/api/unique-document/user/list*";
  await page.route(allRows, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await page.getByRole("region", { name: "Messages" }).getByText("Nothing was printed").waitFor();
  expect(await page.evaluate(() => globalThis.printed)).toBeUndefined();
  await page.unroute(allRows);
  const whole = await print();
  expect(whole?.rows).toBe(2000);
  expect(whole?.caption).toContain("Big Mill, printed");
  expect(whole?.caption).toContain("2,000 of 2,100 rows. Search or filter for the others");
  const shownRows = page.locator("tbody tr").filter({ visible: true });
  expect(await shownRows.count()).toBe(10);
  // The browser's own command has no time to read the others.
  await page.evaluate(() => window.print());
  expect(await page.evaluate(() => globalThis.printed)).toMatchObject({
    rows: 10,
    caption: expect.stringContaining("10 of 2,100 rows. Choose View, then Print, for up to 2,000."),
  });

  await page.getByPlaceholder("Search", { exact: true }).fill("cafe");
  const cafes = proposals.filter(isCafe).length;
  await label(page, `1 - 10 of ${cafes}`);
  await page.evaluate(() => {
    globalThis.printed = undefined;
  });
  expect(await print()).toMatchObject({
    rows: cafes,
    caption: expect.stringContaining(`${cafes} rowsSearch: “cafe”`),
  });
});

test("DASH-3 FIRST-11 the dashboard counts them without reading them, and leads to all that wait", async () => {
  const page = await browser.openPage("about:blank", { as: READER, password: PASSWORD });
  const asked = listenForQuestions(page);
  await page.goto(`${portal.url}/dashboard`);
  await page.getByRole("link", { name: /^Proposals to review (New )?99\+/ }).waitFor();
  expect(asked.every(({ limit }) => Number(limit) <= 4)).toBe(true);
  const waiting = Array.from({ length: DOCUMENTS }, (_, index) => index + 1).filter(isPending).length;
  await page.getByRole("link", { name: `See all ${waiting.toLocaleString("en-AU")}`, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Documents", exact: true }).waitFor();
  await label(page, `1 - 10 of ${waiting}`);
});
