import type { Locator, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { updateProfile } from "#contract/account.ts";
import { expectNoAxeViolations, expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { longJourney } from "#tests/support/long-journey.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { withoutPreloadedData } from "#tests/support/without-preloaded-data.ts";

const WRITER = "writer@demo.test";

const { portal, browser } = await startJourneys();
const writer = createPersonClient(portal.url, WRITER);

// Every journey begins in Harbour, whatever the last one switched to.
afterEach(async () => {
  await writer.request(updateProfile, { body: { activeOrganizationId: "harbour-coffee" } });
});

const HARBOUR = "Harbour Coffee Roasters";
const FERNWOOD = "Fernwood Dental";
const PHONE = { width: 360, height: 780 };

const topLinks = (page: Page) => page.getByRole("banner").getByRole("navigation", { name: "Main" });
const menuButton = (page: Page, organization: string) => page.getByRole("button", { name: organization });
const targetsIn = (place: Locator) =>
  place
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => [link.textContent?.trim(), link.getAttribute("href")]));

const LINKS = [
  ["Dashboard", "/dashboard"],
  ["Scope of Work", "/documents/type/SCOPE_OF_WORK"],
  ["Proposals", "/documents/type/PROPOSAL"],
  ["Work Orders", "/work-orders"],
  ["Invoices", "/invoices"],
];

async function openMenu(page: Page, organization: string): Promise<Locator> {
  await menuButton(page, organization).click();
  const menu = page.getByRole("menu");
  await menu.waitFor();
  return menu;
}

async function switchTo(page: Page, from: string, to: string): Promise<void> {
  const menu = await openMenu(page, from);
  await menu.getByRole("menuitem", { name: to }).click();
  await menu.waitFor({ state: "hidden" });
  await menuButton(page, to).waitFor();
}

test("NAV-1 NAV-2 NAV-4 the links at the top, and the menu of the organization and the person", async () => {
  const page = await browser.openPage("/work-orders/wo-3401", { as: WRITER });
  await topLinks(page).getByRole("link").first().waitFor();
  expect(await targetsIn(topLinks(page))).toEqual(LINKS);
  const current = topLinks(page).locator("[aria-current=page]");
  expect(await current.allInnerTexts()).toEqual(["Work Orders"]);
  await topLinks(page).getByRole("link", { name: "Proposals" }).click();
  await expect.poll(() => current.allInnerTexts()).toEqual(["Proposals"]);

  const menu = await openMenu(page, HARBOUR);
  expect((await menu.getByRole("menuitem").allInnerTexts()).map((text) => text.split("\n").at(-1))).toEqual([
    "People and permissions",
    "My Profile",
    "Agreements & Legal",
    FERNWOOD,
    "Saltbush Tours",
    WRITER,
    "Sign out",
  ]);
  const email = menu.getByRole("menuitem", { name: WRITER });
  expect(await email.getAttribute("aria-disabled")).toBe("true");
  await expectNoAxeViolations(page);

  // By keyboard alone, with the focus back at the start.
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await expect
    .poll(() => menuButton(page, HARBOUR).evaluate((one) => one === document.activeElement))
    .toBe(true);
  for (const [name, path] of [
    [HARBOUR, "/permissions"],
    ["My Profile", "/user"],
    ["Agreements & Legal", "/documents/type/LEGAL_DOCUMENT"],
  ] as const) {
    await openMenu(page, HARBOUR);
    await menu.getByRole("menuitem", { name }).press("Enter");
    await page.waitForURL(portal.url + path);
    await menu.waitFor({ state: "hidden" });
  }
});

test("NAV-3 the menu of a phone holds all of it", async () => {
  const page = await browser.openPage("/invoices", { as: "reader@demo.test", ...PHONE });
  const open = page.getByRole("button", { name: "Menu", exact: true });
  await open.click();
  const menu = page.getByRole("dialog");
  await menu.getByRole("link", { name: "Agreements & Legal" }).waitFor();
  expect(await targetsIn(menu)).toEqual([
    ...LINKS,
    ["My Profile", "/user"],
    [HARBOUR, "/permissions"],
    ["Agreements & Legal", "/documents/type/LEGAL_DOCUMENT"],
  ]);
  expect(await menu.locator("[aria-current=page]").allInnerTexts()).toEqual(["Invoices"]);
  await expectNoAxeViolations(page);
  await menu.getByRole("link", { name: "Scope of Work" }).click();
  await page.waitForURL(`${portal.url}/documents/type/SCOPE_OF_WORK`);
  await menu.waitFor({ state: "hidden" });

  await open.click();
  await menu.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${portal.url}/`);
});

test("NAV-1 NAV-5 DASH-1 another organization: lists, dashboard and links are its own, and back again", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL", { as: WRITER });
  await page.getByRole("cell", { name: /^Brand refresh\b/ }).waitFor();
  await switchTo(page, HARBOUR, FERNWOOD);
  // The same address with the other organization's records.
  expect(new URL(page.url()).pathname).toBe("/documents/type/PROPOSAL");
  await page.getByRole("cell", { name: /^Local search and reviews\b/ }).waitFor();
  const ids = page.locator("tbody tr td:first-child");
  expect(await ids.allInnerTexts()).toEqual(["P-1040", "P-1030"]);
  await topLinks(page).getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("heading", { level: 1, name: FERNWOOD }).waitFor();
  await page.getByRole("link", { name: /^Proposals to review 1\b/ }).waitFor();
  expect(await page.getByText("Online store and wholesale portal").count()).toBe(0);

  await switchTo(page, FERNWOOD, "Saltbush Tours");
  await page.getByText("You can change your organization from your profile.").waitFor();
  expect(await targetsIn(topLinks(page))).toEqual([["Dashboard", "/dashboard"]]);
  await expectNoAxeViolationsAtAnyWidth(page);
  await switchTo(page, "Saltbush Tours", HARBOUR);
  await page.getByRole("link", { name: /^Proposals to review (New )?3\b/ }).waitFor();
  expect(await targetsIn(topLinks(page))).toEqual(LINKS);
});

test("NAV-5 an answer that was on its way during the switch shows no row of the organization that was left", async () => {
  const page = await browser.openPage("/invoices", { as: WRITER });
  await page.getByRole("cell", { name: "INV-0433", exact: true }).waitFor();
  // All of them: a page that receives an event late fetches twice.
  const held = await pauseRequests(page, "**/api/unique-document/user/list*");
  await topLinks(page).getByRole("link", { name: "Proposals" }).click();
  await held.answered();

  await switchTo(page, HARBOUR, FERNWOOD);
  const seen = await watchForText(page, "P-1042");
  await held.release();
  await page.getByRole("cell", { name: "P-1040" }).waitFor();
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  expect(await page.locator("tbody tr td:first-child").allInnerTexts()).toEqual(["P-1040", "P-1030"]);
  expect(await seen()).toBe(false);
});

test("NAV-5 CARE-5 other windows and browsers switch along: a list keeps no search, a record leads to its list", async () => {
  const page = await browser.openPage("/dashboard", { as: WRITER });
  const onList = await browser.openPage("/invoices?search=0433", { as: WRITER });
  await onList.getByRole("cell", { name: "INV-0433", exact: true }).waitFor();
  const onRecord = await browser.openPage("/work-orders/wo-3401", { as: WRITER });
  await menuButton(onRecord, HARBOUR).waitFor();
  const beside = await page.context().newPage();
  await beside.goto(`${portal.url}/invoices`);
  await beside.getByRole("cell", { name: "INV-0433", exact: true }).waitFor();
  await switchTo(page, HARBOUR, FERNWOOD);
  await menuButton(beside, FERNWOOD).waitFor();
  await beside.getByRole("cell", { name: "INV-0432", exact: true }).waitFor();
  expect(await beside.locator("tbody tr td:first-child").allInnerTexts()).toEqual(["INV-0432", "INV-0419"]);
  await menuButton(onList, FERNWOOD).waitFor();
  await onList.waitForURL(`${portal.url}/invoices`);
  await onList.getByRole("cell", { name: "INV-0419", exact: true }).waitFor();
  await onRecord.waitForURL(`${portal.url}/work-orders`);
  await menuButton(onRecord, FERNWOOD).waitFor();
  await switchTo(beside, FERNWOOD, HARBOUR);
  await page.getByRole("heading", { level: 1, name: HARBOUR }).waitFor();
  await page.getByRole("link", { name: "Unpaid Invoices 3", exact: false }).waitFor();
  expect(await page.getByRole("region", { name: "Overview" }).getByText("New").count()).toBe(0);
});

longJourney(
  "NAV-5 CARE-5 a page that missed a switch shows no row of the other organization, and follows",
  async () => {
    const page = await browser.openPage("/dashboard", {
      as: WRITER,
      allowConsole: [/api\/live/, /Failed to load/],
    });
    await page.route("**/api/live", (route) => route.abort());
    await page.goto(`${portal.url}/dashboard`);
    await page.getByRole("heading", { level: 1, name: HARBOUR }).waitFor();
    await writer.request(updateProfile, { body: { activeOrganizationId: "fernwood-dental" } });
    const seen = await watchForText(page, HARBOUR, "INV-0432");
    await topLinks(page).getByRole("link", { name: "Invoices" }).click();
    await page.getByRole("cell", { name: "INV-0432", exact: true }).waitFor();
    expect(await menuButton(page, FERNWOOD).count()).toBe(1);
    expect(await seen()).toBe(false);
  },
);

test("NAV-6 API-6 a switch that fails says so for five seconds, is logged, and changes nothing", async () => {
  const logged: string[] = [];
  const page = await browser.openPage("/invoices", {
    as: WRITER,
    allowConsole: [/status of 500/, /^error: Failed to switch to Fernwood Dental/, /Failed to switch/],
  });
  page.on("console", (message) => logged.push(message.text()));
  await page.getByRole("cell", { name: "INV-0433", exact: true }).waitFor();
  await page.route("**/api/user-profile/user", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({
          status: 500,
          json: { error: { code: "internal", message: "Something went wrong." } },
        })
      : route.continue(),
  );
  const menu = await openMenu(page, HARBOUR);
  await menu.getByRole("menuitem", { name: FERNWOOD }).click();
  const toast = page.getByText("Failed to switch to Fernwood Dental. Please try again.", { exact: true });
  await toast.waitFor();
  const shownAt = Date.now();
  expect(await page.getByText("Error", { exact: true }).count()).toBe(1);
  expect(logged.some((text) => text.includes("Failed to switch to Fernwood Dental"))).toBe(true);
  await menu.waitFor({ state: "hidden" });
  await expectNoAxeViolations(page);
  expect(await menuButton(page, HARBOUR).count()).toBe(1);
  expect(await page.getByRole("cell", { name: "INV-0433", exact: true }).count()).toBe(1);
  await toast.waitFor({ state: "detached" });
  expect(Date.now() - shownAt).toBeGreaterThan(4000);
});

longJourney("NAV-6 API-6 the same from a phone without a connection", async () => {
  const logged: string[] = [];
  const page = await browser.openPage("/invoices", {
    as: WRITER,
    ...PHONE,
    allowConsole: [/net::ERR_INTERNET_DISCONNECTED/, /API Request Failed/, /Failed to switch/],
  });
  page.on("console", (message) => logged.push(message.text()));
  await page.getByText("INV-0433").waitFor();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.context().setOffline(true);
  await page.getByRole("dialog").getByRole("button", { name: FERNWOOD }).click();
  await page.getByText("Failed to switch to Fernwood Dental. Please try again.", { exact: true }).waitFor();
  expect(logged.some((text) => text.includes("API Request Failed"))).toBe(true);
  await expectNoAxeViolations(page);
});

test("NAV-7 success=true throws confetti once, and leaves the address", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(countPieces);
  await page.goto(`${portal.url}/invoices?success=true&search=brand`);
  await page.locator("canvas").waitFor({ state: "attached" });
  expect(new URL(page.url()).searchParams.get("success")).toBe("true");
  await page.waitForURL(`${portal.url}/invoices?search=brand`);
  await page.locator("canvas").waitFor({ state: "detached" });
  const { most, first } = await page.evaluate(() => globalThis.pieces);
  expect({ most, first }).toEqual({ most: 200, first: 200 });

  // With reduced motion there is no confetti, and the address is cleaned too.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${portal.url}/invoices?success=true`);
  await page.waitForURL(`${portal.url}/invoices`);
  expect(await page.locator("canvas").count()).toBe(0);
});

test("DASH-1 NAV-1 NAV-3 NAV-4 while the only organization is not verified, the dashboard says so and the rest is out of sight", async () => {
  const page = await browser.openPage("/dashboard", { as: "pending@demo.test" });
  await page
    .getByText(
      "Your current organization is not active, most features will be disabled while we confirm your details.",
      { exact: true },
    )
    .waitFor();
  expect(await page.getByText("You can change your organization").count()).toBe(0);
  const steps = page.getByRole("region", { name: "What happens next" });
  expect(await steps.getByRole("listitem").count()).toBe(3);
  await steps.getByRole("link", { name: /^Ember & Oak Digital/ }).waitFor();
  expect(await targetsIn(topLinks(page))).toEqual([["Dashboard", "/dashboard"]]);
  await expectNoAxeViolationsAtAnyWidth(page);
  const menu = await openMenu(page, "Saltbush Tours");
  expect(await menu.getByRole("menuitem", { name: "Agreements & Legal" }).count()).toBe(0);
  await page.keyboard.press("Escape");

  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("link", { name: "Saltbush Tours" }).waitFor();
  expect(await targetsIn(sheet)).toEqual([
    ["Dashboard", "/dashboard"],
    ["My Profile", "/user"],
    ["Saltbush Tours", "/permissions"],
  ]);

  // A pending organization's person sees only the explanation at a known address.
  await page.goto(`${portal.url}/documents/type/PROPOSAL`);
  await page
    .getByText("We were unable to fetch documents, you may not have sufficient permissions.")
    .waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
});

test("NAV-8 NAV-9 DASH-7 what is still loading keeps its place, and says so only when it takes long", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER, width: 1920 });
  await withoutPreloadedData(page);
  const token = await pauseRequests(page, "**/api/auth/token?*");
  const organizations = await pauseRequests(page, "**/api/organization/user/list");
  const scripts = await pauseRequests(page, "**/assets/*.js");
  await page.addInitScript(timeLoader);
  await page.goto(`${portal.url}/dashboard`, { waitUntil: "commit" });
  // Before any script has arrived, and after.
  await page.getByText("Loading…", { exact: true }).waitFor();
  await scripts.release();
  await page.getByRole("status").getByText("Loading…", { exact: true }).and(page.locator("p")).waitFor();
  const { waitedMs } = await page.evaluate(() => globalThis.loader);
  expect(waitedMs).toBeGreaterThanOrEqual(240);
  await expectNoAxeViolationsAtAnyWidth(page);

  await token.release();
  await page.getByRole("status").getByText("Loading the dashboard").waitFor({ state: "attached" });
  const size = async (place: Locator) => {
    const { width, height } = (await place.boundingBox()) ?? { width: 0, height: 0 };
    return `${Math.round(width)}x${Math.round(height)}`;
  };
  expect(await size(topLinks(page).locator("> *"))).toBe("750x50");
  const placeholder = page.getByRole("status").filter({ hasText: "Loading the dashboard" });
  const main = await page.getByRole("main").locator("> *").boundingBox();
  const box = await placeholder.locator("[aria-hidden]").boundingBox();
  expect(box?.height).toBe(400);
  expect(box?.width).toBeGreaterThan((main?.width ?? 0) * 0.9);
  await expectNoAxeViolationsAtAnyWidth(page);
  await organizations.release();
  await page.getByRole("heading", { level: 1, name: HARBOUR }).waitFor();
});

/** Whether a text appears on the page at any moment from now on. */
async function watchForText(page: Page, ...texts: string[]): Promise<() => Promise<boolean>> {
  await page.evaluate((wanted) => {
    const isSeen = () => wanted.every((text) => document.body.innerText.includes(text));
    globalThis.wasSeen = isSeen();
    new MutationObserver(() => {
      globalThis.wasSeen ||= isSeen();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, texts);
  return () => page.evaluate(() => globalThis.wasSeen);
}

declare global {
  var wasSeen: boolean;
  /** The confetti per animation frame: how many pieces the first frame has, and the fullest. */
  var pieces: { now: number; first: number; most: number };
  var loader: { waitedMs: number };
}

function countPieces(): void {
  globalThis.pieces = { now: 0, first: 0, most: 0 };
  const { clearRect, fill } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    const { pieces } = globalThis;
    if (pieces.first === 0) pieces.first = pieces.now;
    pieces.now = 0;
    return clearRect.apply(this, area);
  };
  CanvasRenderingContext2D.prototype.fill = function () {
    const { pieces } = globalThis;
    pieces.now += 1;
    pieces.most = Math.max(pieces.most, pieces.now);
    fill.apply(this);
  };
}

/** Notes when the page loader first had a text, in milliseconds from the start of the page. */
function timeLoader(): void {
  new MutationObserver(() => {
    if (document.querySelector("[role=status] p")) globalThis.loader ??= { waitedMs: performance.now() };
  }).observe(document, { childList: true, subtree: true });
}
