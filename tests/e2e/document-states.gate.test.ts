import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolations, expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { sendAgain } from "#tests/support/factories.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { withoutPreloadedData } from "#tests/support/without-preloaded-data.ts";

const WRITER = "writer@demo.test";
const TRY_LATER = "We were unable to fetch the requested document, please try again later.";
const UNSHOWABLE = "We were unable to display this documents contents correctly, please try again later.";

const WRONG_PARTS = {
  content: [
    null,
    { type: "Heading", props: { id: "heading", text: { deep: ["wrong"] }, size: 7 } },
    { type: "Fireworks", props: { id: "unknown" } },
    { type: "Paragraph", props: { id: "text", text: "This part is as it should be." } },
  ],
  root: { props: { title: "Terms of use" } },
};

const SENT = ["doc-1038", "doc-2019", "doc-304"];

/** A draft with this page that waits for a decision. */
function sendOut(uniqueDocumentId: string, page: unknown) {
  return {
    text: "update unique_documents set status = 'PENDING', puck_state = $2 where unique_document_id = $1",
    values: [uniqueDocumentId, JSON.stringify(page)],
  };
}

const { portal, browser } = await startJourneys({
  variables: { CHROMIUM_PATH: "/no/such/browser" },
  statements: [
    sendOut("doc-1038", { content: [], root: { props: { title: "Menu boards" } } }),
    sendOut("doc-2019", ["rubbish", 7]),
    sendOut("doc-304", WRONG_PARTS),
  ],
  async prepare(db) {
    for (const id of SENT) await sendAgain(db, id);
  },
});
const writer = createPersonClient(portal.url, WRITER);

const acceptButton = (page: Page) =>
  page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true });
const statusOf = async (uniqueDocumentId: string) =>
  (await writer.request(getDocument, { params: { id: uniqueDocumentId } })).status;
const totalIn = (page: Page) =>
  page.locator("[data-sheet] dl").filter({ hasText: "Total inc. GST" }).locator("dd").last().innerText();

test("VIEW-1 VIEW-3 VIEW-4 APPR-1 APPR-2 a document: first its place, then its bar, its page and the general terms", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER });
  await withoutPreloadedData(page);
  const held = await pauseRequests(page, "**/api/unique-document/user/doc-1028");
  await page.goto(`${portal.url}/documents/doc-1028`);
  await page.getByRole("status").filter({ hasText: "Loading the document" }).waitFor();
  expect(await page.getByText("Loyalty app concept").count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);
  await held.release();

  const bar = page.getByRole("banner");
  await bar.getByRole("heading", { name: "Loyalty app concept" }).waitFor();
  expect(await page.title()).toBe("Loyalty app concept · Counterpart");
  const told = (await bar.innerText()).replaceAll(/\s+/g, " ");
  expect(told).toContain("P-1028");
  expect(told).toMatch(/Updated \d{1,2} \w{3,4} 20\d\d/);
  expect(told).toMatch(/Declined \d{1,2} \w{3,4} 20\d\d, \d{1,2}:\d\d/);
  expect(told).toContain("by Daniel Reyes (daniel@harbourcoffee.example)");
  expect(await bar.locator("img").filter({ visible: true }).count()).toBe(1);
  for (const name of ["Accept", "Download PDF"]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  // The layout has no navigation and no menu.
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Harbour Coffee Roasters" }).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);

  const [terms] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "General Terms and Conditions (opens in a new tab)" }).click(),
  ]);
  await terms.waitForURL(`${portal.url}/general-document/general-terms`);
  await terms.getByText("These terms apply to everything").first().waitFor();
});

const NOT_SHOWN: [string, string, string, string][] = [
  ["an unknown slug", "/doc/no-such-document", "Something went wrong!", TRY_LATER],
  [
    "another organization's slug",
    "/doc/booking-website-for-new-patients",
    "Something went wrong!",
    TRY_LATER,
  ],
  ["another organization's id", "/documents/doc-1040", "Something went wrong!", TRY_LATER],
  ["no slug that can be", "/doc/%22%3E%3Cscript%3E", "Something went wrong!", TRY_LATER],
  ["a draft", "/doc/marrickville-tasting-room-website", "We're still working on this document!", TRY_LATER],
  ["an empty page", "/doc/menu-boards-for-three-cafes", "Something went wrong!", UNSHOWABLE],
  ["a corrupt page", "/doc/customer-data-clean-up", "Something went wrong!", UNSHOWABLE],
];
/**
 * One of each message; the tests of the calls compare foreign ids with unknown ones (tests/api/foreign-ids.test.ts).
 */
const ONE_OF_EACH = NOT_SHOWN.filter(([what]) => /unknown|organization's id|draft|corrupt/.test(what));

test.each(casesFor(ONE_OF_EACH, NOT_SHOWN))(
  "VIEW-2 %s: a title, a message and the way home",
  async (_what, path, title, message) => {
    const page = await browser.openPage(path, { as: WRITER, width: 360, height: 780 });
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await page.getByText(message, { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
    expect(await page.getByText(/tasting room|menus|clean-up/i).count()).toBe(0);
    await expectNoAxeViolations(page);
    await page.getByRole("link", { name: "Return home" }).click();
    await page.waitForURL(`${portal.url}/dashboard`);
  },
);

test("VIEW-2 APPR-5 API-6 a server that fails says the same; a page with a few wrong parts shows the others", async () => {
  const page = await browser.openPage("about:blank", {
    as: WRITER,
    allowConsole: [/status of 500/, /This page has a block that can't be shown: Fireworks/],
  });
  await withoutPreloadedData(page);
  const address = "**/api/unique-document/user/slug/*";
  const endOutage = await answerInstead(page, address, (route) =>
    route.fulfill({ status: 500, body: "<h1>Bad gateway</h1>" }),
  );
  await page.goto(`${portal.url}/doc/harbour-wholesale-portal-terms`);
  await page.getByRole("heading", { level: 1, name: "Something went wrong!" }).waitFor();
  await page.getByText(TRY_LATER, { exact: true }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  endOutage();
  const differs =
    "The record of this document differs from its evidence, so it isn't shown. Please contact us.";
  const conflict = { error: { code: "conflict", message: differs, details: { reason: "evidence-differs" } } };
  const endDifference = await answerInstead(page, address, (route) =>
    route.fulfill({ status: 409, json: conflict }),
  );
  await page.reload();
  await page.getByText(differs, { exact: true }).waitFor();
  endDifference();
  await page.reload();
  await page.getByText("This part is as it should be.").waitFor();
  // A document with a block that can't be shown cannot be accepted, and the reader learns why.
  await page.getByText("A part of this document can't be shown.").waitFor();
  await page.getByText("It can't be accepted until this is fixed. Please contact us.").waitFor();
  await acceptButton(page).waitFor();
  expect(await acceptButton(page).isDisabled()).toBe(true);
  expect(await page.title()).toBe("Terms of use · Counterpart");
  await expectNoAxeViolationsAtAnyWidth(page);
});

test("APPR-3 APPR-4 APPR-5 API-6 an acceptance that fails says so and changes nothing", async () => {
  const page = await browser.openPage("about:blank", {
    as: WRITER,
    allowConsole: [/status of 500/, /net::ERR_INTERNET_DISCONNECTED/, /API Request Failed/],
  });
  await withoutPreloadedData(page);
  // While permissions load, a placeholder replaces Accept.
  const held = await pauseRequests(page, "**/api/organization-permission/user/list");
  await page.goto(`${portal.url}/doc/harbour-data-processing-agreement`);
  await page.getByRole("banner").locator(".animate-pulse").filter({ visible: true }).waitFor();
  expect(await acceptButton(page).count()).toBe(0);
  await held.release();
  await acceptButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Accept this Agreement" });
  const declaration = dialog.getByRole("checkbox", {
    name: "I confirm that I am authorised to approve this Agreement on behalf of Harbour Coffee Roasters.",
  });
  expect(await declaration.isChecked()).toBe(true);
  const accept = dialog.getByRole("button", { name: "Accept" });

  const address = "**/api/unique-document/user/doc-302/approve";
  const stopAnswering = await answerInstead(page, address, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await accept.click();
  const failure = dialog.getByRole("alert");
  await failure.waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  expect(await declaration.isChecked()).toBe(true);
  expect(await statusOf("doc-302")).toBe("PENDING");
  stopAnswering();

  await page.context().setOffline(true);
  await accept.click();
  await failure.getByText("We couldn't confirm your acceptance.").waitFor();
  await page.context().setOffline(false);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await acceptButton(page).isEnabled()).toBe(true);
  expect(await statusOf("doc-302")).toBe("PENDING");

  // When the dialog opens again, the earlier failure is cleared.
  await acceptButton(page).click();
  await dialog.waitFor();
  expect(await failure.count()).toBe(0);
});

test("APPR-2 APPR-3 APPR-4 APPR-5 accepted in one window, seen in all others; without Chromium the PDF is being prepared", async () => {
  const path = "/doc/online-store-discovery-and-design";
  const page = await browser.openPage(path, { as: WRITER });
  const beside = await browser.openPage(path, { as: WRITER, width: 360, height: 780 });
  const reading = await browser.openPage(path, { as: "reader@demo.test" });
  await reading.getByText("General Terms and Conditions").waitFor();
  expect(await acceptButton(reading).count()).toBe(0);
  await acceptButton(beside).click();
  const dialogBeside = beside.getByRole("dialog");
  await dialogBeside.waitFor();
  await expectNoAxeViolations(beside);

  await acceptButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Accept this Scope of Work" });
  await dialog.getByText(/^I confirm .* on behalf of Harbour Coffee Roasters/).waitFor();
  expect(await dialog.getByRole("checkbox").count()).toBe(0);
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Accept" }).click();
  await dialog.waitFor({ state: "hidden" });

  for (const window of [page, beside, reading]) {
    await window.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();
    await window.getByText("Preparing the PDF…").filter({ visible: true }).waitFor();
    const download = window.getByRole("button", { name: "Download PDF" }).filter({ visible: true });
    expect(await download.isDisabled()).toBe(true);
    expect(await acceptButton(window).count()).toBe(0);
  }
  await dialogBeside.waitFor({ state: "hidden" });
  await expectNoAxeViolations(page);
  await expectNoAxeViolations(beside);
  await expect.poll(() => portal.output()).toContain("CHROMIUM_PATH names /no/such/browser");
  expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  expect(await statusOf("doc-2018")).toBe("APPROVED");
});

test("APPR-5 windows at once hear of a change, also when the one that listened for all is closed", async () => {
  const path = "/doc/online-store-and-wholesale-portal";
  const first = await browser.openPage(path, { as: WRITER });
  const windows = [first];
  while (windows.length < casesFor(4, 8)) {
    const next = await first.context().newPage();
    await next.goto(portal.url + path);
    await acceptButton(next).waitFor();
    windows.push(next);
  }
  const notice = (page: Page) => page.getByText("This document has changed since you opened it.");
  const choose = (doesClientWantWorkDone: boolean) =>
    writer.request(chooseOptionalWork, {
      params: { id: "wo-3104" },
      body: { optional: { doesClientWantWorkDone } },
    });
  await choose(true);
  for (const page of windows) await notice(page).waitFor();
  await first.close();
  await choose(false);
  for (const page of windows.slice(1)) await notice(page).waitFor({ state: "hidden" });

  // A hidden window receives no event and catches up when it becomes visible.
  const [hidden, shown] = windows.slice(1) as [Page, Page];
  await setVisibility(hidden, "hidden");
  await choose(true);
  await notice(shown).waitFor();
  await setVisibility(hidden, "visible");
  await notice(hidden).waitFor();
  await choose(false);
  await notice(hidden).waitFor({ state: "hidden" });
});

/** Sets the visibility that the browser reports to the page. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

test("APPR-5 what was changed elsewhere is shown before it can be accepted", async () => {
  const page = await browser.openPage("about:blank", {
    as: WRITER,
  });
  // A live stream that never answers brings no event. One that fails would make the page ask by itself.
  await page.route("**/api/live", () => undefined);
  await page.goto(`${portal.url}/doc/coffee-subscription-for-offices`);
  await acceptButton(page).waitFor();
  const before = await totalIn(page);
  await acceptButton(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await dialog.getByText(before).count()).toBe(1);

  await writer.request(chooseOptionalWork, {
    params: { id: "wo-3122" },
    body: { optional: { doesClientWantWorkDone: true } },
  });
  await dialog.getByRole("button", { name: "Accept" }).click();
  const changed = page.getByRole("dialog", { name: "This document has changed since you opened it" });
  await changed.getByText("Sales page for office managers").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  expect(await statusOf("doc-1039")).toBe("PENDING");
  expect(await totalIn(page)).toBe(before);
  await changed.getByRole("button", { name: "Review changes" }).click();
  await changed.waitFor({ state: "hidden" });

  await page.getByText("You now see the new version.").waitFor();
  const after = await totalIn(page);
  expect(after).not.toBe(before);
  expect(await page.getByRole("checkbox", { name: /^Include Sales page/ }).isChecked()).toBe(true);
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Got it" }).click();
  await acceptButton(page).click();
  await page.getByRole("dialog", { name: "Accept this Proposal" }).getByText(after).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
  await page.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();
  expect(await statusOf("doc-1039")).toBe("APPROVED");
});

test("PRICE-7 a choice is ticked and locked while it is saved, and put back when the connection is lost", async () => {
  const page = await browser.openPage("/doc/spring-campaign-cold-brew-on-tap", {
    as: WRITER,
    allowConsole: [/net::ERR_INTERNET_DISCONNECTED/, /API Request Failed/],
  });
  const box = page.getByRole("checkbox", { name: "Include Poster and counter card" });
  await box.waitFor();
  const before = await totalIn(page);
  const held = await pauseRequests(page, "**/api/work-order/user/wo-3113/optional");
  await box.click();
  await held.answered();
  expect([await box.isChecked(), await box.isDisabled()]).toEqual([true, true]);
  expect(await acceptButton(page).isDisabled()).toBe(true);
  expect(await totalIn(page)).not.toBe(before);
  await expectNoAxeViolationsAtAnyWidth(page);
  await held.release();
  await expect.poll(async () => [await box.isChecked(), await box.isDisabled()]).toEqual([false, false]);
  const without = await totalIn(page);
  expect(without).not.toBe(before);

  await page.context().setOffline(true);
  await box.click();
  await page.getByText("Your choice couldn't be saved and was undone", { exact: true }).waitFor();
  await expect.poll(async () => [await box.isChecked(), await box.isDisabled()]).toEqual([false, false]);
  expect(await totalIn(page)).toBe(without);
  await expectNoAxeViolations(page);
  await page.context().setOffline(false);
  await box.click();
  await expect.poll(() => totalIn(page)).toBe(before);
  await expect.poll(async () => [await box.isChecked(), await box.isDisabled()]).toEqual([true, false]);
});
