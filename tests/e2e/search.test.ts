import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const LOST = { allowConsole: [/net::ERR_FAILED/, /API Request Failed/] };
const field = (page: Page) => page.getByRole("combobox", { name: "Search" });
const option = (page: Page, name: RegExp | string) => page.getByRole("option", { name });
const highlighted = (page: Page) =>
  field(page).evaluate(
    (input) => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent ?? "",
  );
const message = (page: Page, words: string | RegExp) =>
  page.getByRole("dialog", { name: "Search" }).getByRole("status").getByText(words).waitFor();

test("COMPANY-10 a client finds a part of a document with the keys alone, comes back to it, and leaves nothing behind", async () => {
  const page = await browser.openPage("/dashboard", { as: "writer@demo.test", ...LOST });
  const button = page.getByRole("button", { name: "Search" });
  await button.waitFor();
  await button.focus();
  // What is typed while the search is on its way is in its field.
  const onItsWay = await pauseRequests(page, "**/assets/client-search*.js");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("found ");
  await page.keyboard.press("Backspace");
  await onItsWay.release();
  await expect.poll(() => field(page).inputValue()).toBe("found");
  // A failed request is reported, and can be retried.
  const asked = "**/api/search/user";
  const stopAnswering = await answerInstead(page, asked, (route) => route.abort());
  const isLost = page.waitForEvent("requestfailed", (request) => !!request.postData()?.includes("booked"));
  await page.keyboard.insertText(" and booked");
  await isLost;
  stopAnswering();
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByRole("button", { name: "Try again" }).click();
  await option(page, /found and booked/).waitFor();
  await message(page, /results?$/);
  await expectNoAxeViolationsAtAnyWidth(page);
  await field(page).focus();
  await expect.poll(() => highlighted(page)).toContain("Online store: discovery and design");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ""))
    .toContain("found and booked");

  // The document's own page has no bar, and the keys work there too.
  await page.keyboard.press("Control+k");
  await dialog
    .getByRole("group", { name: "Recent" })
    .getByText("Online store: discovery and design")
    .waitFor();
  await field(page).fill("no such words");
  await dialog.getByText("Nothing found for").waitFor();
  await message(page, "Nothing found");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  // An arrow key that follows at once finds the rows of the whole text.
  const rows = await field(page).evaluate(async (input) => {
    input.focus();
    document.execCommand("insertText", false, "switch fern");
    await Promise.resolve();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    return [...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent);
  });
  expect(rows).toEqual(["Switch to Fernwood Dental"]);
  await field(page).fill("sign ou");
  await expect.poll(() => highlighted(page)).toBe("Sign out");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${portal.url}/`);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("recent"))),
  ).toEqual([]);
});

test("COMPANY-10 an editor begins a proposal for an organization from the search, and a viewer cannot", async () => {
  const page = await browser.openPage("/admin", { as: "editor@demo.test" });
  await page.getByRole("button", { name: "Search" }).click();
  // Enter that comes before the answer opens its first result, but not if the person types on.
  const early = await pauseRequests(page, "**/api/search/admin");
  await field(page).fill("fernwood dent");
  await page.keyboard.press("Enter");
  await page.keyboard.type("al");
  await early.release();
  await option(page, "Fernwood Dental").first().waitFor();
  const slow = await pauseRequests(page, "**/api/search/admin");
  await field(page).fill("harbour coffee roasters");
  await page.keyboard.press("Enter");
  await slow.release();
  await page.getByRole("heading", { level: 1, name: "Harbour Coffee Roasters" }).waitFor();

  await page.getByRole("button", { name: "Search" }).click();
  await field(page).fill("harbour");
  await option(page, "Harbour Coffee Roasters").first().waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await field(page).fill("new proposal for harb");
  await expect.poll(() => highlighted(page)).toBe("New proposal for Harbour Coffee Roasters");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "New document" }).waitFor();
  expect(await page.getByRole("combobox", { name: "Organization" }).inputValue()).toBe(
    "Harbour Coffee Roasters",
  );
  expect(await page.getByRole("combobox", { name: "Document type" }).inputValue()).toBe("PROPOSAL");

  // A part of a page leads to its document, and from there to the text as its client sees it.
  await page.keyboard.press("Control+k");
  await field(page).fill("found and booked");
  await option(page, /found and booked/).click();
  await page.getByRole("heading", { name: "Online store: discovery and design" }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/admin\/documents\/[^/]+$/);
  await page.getByRole("link", { name: "See as client" }).click();
  await page.waitForURL(/\/admin\/as\/[^/]+\/documents\//);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ""))
    .toContain("found and booked");
  const remembered = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("recent")).length);
  expect(await remembered()).toBe(1);
  // The session ends elsewhere.
  await page.context().clearCookies();
  await page.goto(`${portal.url}/dashboard`);
  await page.waitForURL(/\/login/);
  expect(await remembered()).toBe(0);

  const ofViewer = await browser.openPage("/admin", { as: "viewer@demo.test" });
  await ofViewer.getByRole("button", { name: "Search" }).click();
  await field(ofViewer).fill("new proposal for harb");
  await ofViewer.getByText("Nothing found for").waitFor();
  await field(ofViewer).fill("go documents");
  await option(ofViewer, "Go to Documents").waitFor();
});
