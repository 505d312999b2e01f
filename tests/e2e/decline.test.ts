import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import type { Portal } from "#tests/support/portal.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const WRITER = "writer@demo.test";
const COLD_BREW = "/doc/spring-campaign-cold-brew-on-tap";
const SUBSCRIPTION = "/doc/coffee-subscription-for-offices";
const REASON = "The dates clash with our harvest visit.\nAsk us again in May.";

const LOST = [/status of 500/, /net::ERR_/, /API Request Failed/];

const visible = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true });
const dialogIn = (page: Page) => page.getByRole("dialog", { name: "Decline this Proposal" });

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 780 };

// A document is accepted on a desk (accept-proposal.test.ts).
describe.each(casesFor([PHONE], [PHONE, DESK]))("a client's writer at $width px", ({ width, height }) => {
  let portal: Portal;
  let browser: TestBrowser;
  beforeAll(async () => {
    // With this setting a person ticks the declaration themselves.
    portal = await startDemoPortal({ variables: { DECLARATION_TICKED: "0" } });
    browser = await startBrowser(portal.url);
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.remove();
  });

  test("APPR-2 APPR-3 NOTE-1 DASH-3 a document is declined with a reason: what was typed survives a lost line, and every window follows", async () => {
    const page = await browser.openPage(COLD_BREW, {
      as: WRITER,
      width,
      height,
      allowConsole: LOST,
    });
    const beside = await browser.openPage(COLD_BREW, { as: WRITER, width, height });
    const list = await browser.openPage("/documents/type/PROPOSAL", {
      as: "reader@demo.test",
      width,
      height,
    });
    const dashboard = await browser.openPage("/dashboard", { as: "reader@demo.test", width, height });
    await dashboard.getByRole("link", { name: /^Proposals to review (New )?3\b/ }).waitFor();
    const row = list.getByRole("row").filter({ hasText: "P-1041" });
    await row.getByText("PENDING", { exact: true }).waitFor();
    await visible(beside, "Accept").click();
    await beside.getByRole("dialog", { name: "Accept this Proposal" }).waitFor();

    await visible(page, "Decline").click();
    const dialog = dialogIn(page);
    await dialog.getByText(/on behalf of Harbour Coffee Roasters/).waitFor();
    await expectNoAxeViolations(page);
    const reason = dialog.getByRole("textbox", { name: "Reason (optional)" });
    // A long text scrolls in its field; the page behind does not scroll.
    await reason.fill("Too long.\n".repeat(40));
    await reason.hover();
    const scrolled = () => reason.evaluate((field) => field.scrollTop);
    await reason.evaluate((field) => field.scrollTo(0, 0));
    const behind = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 120);
    await expect.poll(scrolled).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(behind);
    await reason.fill(REASON);
    const decline = dialog.getByRole("button", { name: "Decline" });

    const address = "**/api/unique-document/user/doc-1041/decline";
    const stopAnswering = await answerInstead(page, address, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await decline.click();
    const failure = dialog.getByRole("alert");
    await failure.getByText("What you typed is still here").waitFor();
    await expectNoAxeViolations(page);
    expect(await reason.inputValue()).toBe(REASON);
    stopAnswering();
    await page.context().setOffline(true);
    await decline.click();
    await failure.getByText("press Decline again").waitFor();
    expect(await reason.inputValue()).toBe(REASON);
    await page.context().setOffline(false);

    // After Cancel the text is preserved, and the failure is cleared.
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    await visible(page, "Decline").click();
    expect(await reason.inputValue()).toBe(REASON);
    expect(await failure.count()).toBe(0);
    await decline.click();
    await dialog.waitFor({ state: "hidden" });

    for (const window of [page, beside]) {
      await window.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();
      await window.getByText("Declined", { exact: true }).filter({ visible: true }).waitFor();
      for (const name of ["Accept", "Decline", "Download PDF"]) {
        expect(await visible(window, name).count()).toBe(0);
      }
    }
    await expectNoAxeViolations(page);
    await row.getByText("DECLINED", { exact: true }).waitFor();
    await dashboard.getByRole("link", { name: /^Proposals to review (New )?2\b/ }).waitFor();
    await dashboard.getByText("Spring campaign: cold brew on tap was declined by Maya Lindqvist").waitFor();

    // A dialog that was open for acceptance closes, and the choices are locked.
    expect(await beside.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("checkbox", { name: "Include Poster and counter card" }).isDisabled()).toBe(
      true,
    );
  });

  test("APPR-3 APPR-5 a concurrent decision elsewhere stands, and the bar shows it", async () => {
    const page = await browser.openPage("about:blank", { as: WRITER, width, height });
    // A live stream that never answers brings no event. One that fails would make the page ask by itself.
    await page.route("**/api/live", () => undefined);
    await page.goto(portal.url + SUBSCRIPTION);
    await visible(page, "Decline").click();
    await dialogIn(page).getByRole("textbox").fill("Not now");
    const other = createPersonClient(portal.url, WRITER);
    const { uniqueDocumentId, contentHash } = await other.request(getDocument, {
      params: { id: "doc-1039" },
    });
    await other.request(approveDocument, {
      params: { id: uniqueDocumentId },
      body: { uniqueDocumentId, status: "APPROVED", contentHash },
    });
    await dialogIn(page).getByRole("button", { name: "Decline" }).click();
    await page.getByText("This document has been decided already", { exact: true }).waitFor();
    await dialogIn(page).waitFor({ state: "hidden" });
    await page.getByText("Approved", { exact: true }).filter({ visible: true }).waitFor();
    await expectNoAxeViolations(page);
  });

  test("APPR-4 where the company wants it so, the declaration's box starts empty, and again after Cancel", async () => {
    const page = await browser.openPage("/doc/online-store-and-wholesale-portal", {
      as: WRITER,
      width,
      height,
    });
    // A dialog that loads late does not replace one that was opened since.
    const late = await pauseRequests(page, "**/assets/decline-dialog-*.js");
    await visible(page, "Decline").click();
    const busy = page.locator("button[aria-busy=true]").filter({ visible: true });
    await busy.waitFor();
    await visible(page, "Accept").click();
    const dialog = page.getByRole("dialog", { name: "Accept this Proposal" });
    await dialog.waitFor();
    await late.release();
    await expect.poll(() => busy.count()).toBe(0);
    expect(await dialogIn(page).count()).toBe(0);
    const declaration = dialog.getByRole("checkbox");
    const accept = dialog.getByRole("button", { name: "Accept" });
    expect([await declaration.isChecked(), await accept.isDisabled()]).toEqual([false, true]);
    await declaration.click();
    expect(await accept.isDisabled()).toBe(false);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    await visible(page, "Accept").click();
    expect([await declaration.isChecked(), await accept.isDisabled()]).toEqual([false, true]);
    await expectNoAxeViolations(page);
  });

  test("APPR-3 PERM-5 a reader sees no Decline", async () => {
    const page = await browser.openPage("/doc/online-store-and-wholesale-portal", {
      as: "reader@demo.test",
      width,
      height,
    });
    await page.getByRole("link", { name: "General Terms and Conditions (opens in a new tab)" }).waitFor();
    expect(await page.getByRole("button", { name: /Decline|Accept/ }).count()).toBe(0);
  });
});
