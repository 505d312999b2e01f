import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const WRITER = "writer@demo.test";
const LOST = [/net::ERR_/, /API Request Failed/, /preload assets/];
/** The answer of a portal that is about to stop. */
const STOPPING = /status of 503 \(Service Unavailable\)/;

const message = (page: Page, text: string) =>
  page.getByRole("region", { name: "Messages" }).getByText(text, { exact: true });
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function fillRequest(page: Page, firstName: string, lastName: string): Promise<void> {
  await page.getByRole("button", { name: "Request New User" }).click();
  await page.getByLabel("First Name").fill(firstName);
  await page.getByLabel("Last Name").fill(lastName);
  await page.getByRole("textbox", { name: "Email" }).fill(`${firstName.toLowerCase()}@harbourcoffee.example`);
  await page.getByRole("button", { name: "Add", exact: true }).click();
}

test("PERM-4 API-6 without a connection the screen says so, keeps what was typed, and catches up by itself", async () => {
  const page = await browser.openPage("/permissions", { as: WRITER, allowConsole: LOST });
  await rowOf(page, "Tom Okafor").waitFor();
  await page.context().setOffline(true);
  await message(page, "You're offline").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  await fillRequest(page, "Ines", "Ferraro");
  const dialog = page.getByRole("dialog", { name: "Add User" });
  await dialog.getByRole("alert").getByText("We couldn't reach the portal.").waitFor();

  // This window receives no changes by other people while it is offline.
  const other = await browser.openPage("/permissions", { as: WRITER });
  await fillRequest(other, "Otto", "Brandt");
  await rowOf(other, "Otto Brandt").waitFor();

  await page.context().setOffline(false);
  await message(page, "You're back online").waitFor();
  await message(page, "You're offline").waitFor({ state: "detached" });
  await rowOf(page, "Otto Brandt").waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("ines@harbourcoffee.example");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await rowOf(page, "Ines Ferraro").waitFor();
});

test("PROF-1 while the portal is down the screen says so, and what was typed can be saved afterwards", async () => {
  const page = await browser.openPage("/user", { as: WRITER, allowConsole: [...LOST, STOPPING] });
  await page.getByLabel("Last Name").fill("Lindqvist-Hale");
  await portal.end();
  await message(page, "We can't reach the portal").waitFor();
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("alert").getByText("We couldn't reach the portal.").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  await portal.startAgain();
  await message(page, "You're back online").waitFor();
  expect(await page.getByLabel("Last Name").inputValue()).toBe("Lindqvist-Hale");
  await page.getByRole("button", { name: "Update" }).click();
  await message(page, "Profile updated").waitFor();
});

test("where the live stream does not come through, the screen asks now and then", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER, allowConsole: LOST });
  let refused = 0;
  const stopAnswering = await answerInstead(page, "**/api/live", (route) => {
    refused += 1;
    return route.abort();
  });
  await page.goto(`${portal.url}/permissions`);
  await rowOf(page, "Tom Okafor").waitFor();
  const other = await browser.openPage("/permissions", { as: WRITER });
  await fillRequest(other, "Wanda", "Ilic");
  await rowOf(page, "Wanda Ilic").waitFor();
  // All other requests succeed, so the connection does not count as lost.
  expect(await message(page, "We can't reach the portal").count()).toBe(0);
  expect(refused).toBeGreaterThan(1);

  stopAnswering();
  const streaming = page.waitForResponse((response) => response.url().endsWith("/api/live") && response.ok());
  await streaming;
});

test("what could not be fetched without a connection says so, comes by itself afterwards, and opens where it was asked for", async () => {
  const page = await browser.openPage("/dashboard", {
    as: WRITER,
    allowConsole: [...LOST, /couldn't be (fetched|opened)/],
  });
  await page.getByRole("heading", { level: 1, name: "Harbour Coffee Roasters" }).waitFor();
  // Playwright's routes bypass the cache, which holds the screen's code after an earlier visit.
  await page.route("**/*", (route) => route.fallback());
  await page.context().setOffline(true);
  const menu = page.getByRole("button", { name: "Harbour Coffee Roasters" });
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/open-organization-menu-")) asked += 1;
  });
  // Browsers may cache a failure, so nothing is requested before the press.
  await menu.hover();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(asked).toBe(0);
  // The message disappears after five seconds, so the test waits for it from before the press.
  await Promise.all([
    message(page, "The menu couldn't be opened").waitFor(),
    message(page, "Please check your connection, then reload the page.").waitFor(),
    menu.click(),
  ]);
  expect(asked).toBe(1);
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Notifications/ })
    .click();
  await page.getByRole("heading", { name: "We can't reach the portal" }).waitFor();
  expect(await page.getByText("sufficient permissions").count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.context().setOffline(false);
  await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
  // It does not open over the next screen.
  const onItsWay = await pauseRequests(page, "**/assets/open-organization-menu-*.js");
  await menu.click();
  const busy = page.locator("button[aria-busy=true]");
  await busy.waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("heading", { level: 1, name: "Harbour Coffee Roasters" }).waitFor();
  await onItsWay.release();
  await busy.waitFor({ state: "detached" });
  const item = page.getByRole("menuitem", { name: "My Profile" });
  expect(await item.count()).toBe(0);
  await menu.click();
  await item.waitFor();
});
