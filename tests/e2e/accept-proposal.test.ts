import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { expectVerified } from "#tests/support/expect-verified.ts";
import { mailedMomentIn } from "#tests/support/mailed-code.ts";
import { pdfBehind } from "#tests/support/pdf-behind.ts";
import type { Portal } from "#tests/support/portal.ts";
import { percentOf, readSums, toCents } from "#tests/support/read-amounts.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const PROPOSAL = "/doc/online-store-and-wholesale-portal";
const NAME = "Online store and wholesale portal";
const OPTIONAL = "Wholesale ordering portal";
const INTENT =
  "This is my electronic signature, and I agree to this document on behalf of Harbour Coffee Roasters.";
const PASSWORD = "counterpart-demo";

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 780 };

// A document is declined on a phone (decline.test.ts).
describe.each(casesFor([DESK], [DESK, PHONE]))("a client's writer at $width px", ({ width, height }) => {
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

  test("GUARD-5 PRICE-1 PRICE-2 APPR-2 APPR-3 APPR-4 APPR-5 CARE-3 DOCS-3 NOTE-1 TRUST-3 FIELD-6 from the link in a mail to the PDF in hand", async () => {
    const timeZone = "America/Los_Angeles";
    const page = await browser.openPage(`${PROPOSAL}?from=mail`, { width, height, timeZone });

    // Signed out: the sign-in page, then back to the same address.
    await page.waitForURL((url) => url.pathname === "/login");
    expect(new URL(page.url()).searchParams.get("return")).toBe(`${PROPOSAL}?from=mail`);
    await expectNoAxeViolations(page);
    await page.getByLabel("Email").fill("writer@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL((url) => url.pathname + url.search === `${PROPOSAL}?from=mail`);
    const acceptButton = page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true });
    await acceptButton.waitFor();
    await expectNoAxeViolations(page);

    // Without the optional work and with it again, every sum follows to the cent.
    const before = await totalsOf(page);
    const optional = page.getByRole("checkbox", { name: `Include ${OPTIONAL}` });
    expect(await optional.isChecked()).toBe(true);
    const price = await netOf(page, OPTIONAL);
    await optional.click();
    await expect
      .poll(async () => (await totalsOf(page)).get("Subtotal"))
      .toBe((before.get("Subtotal") ?? 0n) - price);
    expectConsistent(await totalsOf(page));
    await expect.poll(() => optional.isEnabled()).toBe(true);
    expect(await optional.isChecked()).toBe(false);
    await page.reload();
    await acceptButton.waitFor();
    expect(await optional.isChecked()).toBe(false);
    await optional.click();
    await expect.poll(() => totalsOf(page)).toEqual(before);
    expectConsistent(before);
    await expect.poll(() => optional.isEnabled()).toBe(true);
    const total = before.get("Total inc. GST") ?? 0n;

    // In the dialog the declaration names the organization, and Accept needs the ticked box.
    await acceptButton.click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await expectNoAxeViolations(page);
    const declaration = dialog.getByRole("checkbox", { name: /on behalf of Harbour Coffee Roasters/ });
    expect(await declaration.isChecked()).toBe(true);
    const confirm = dialog.getByRole("button", { name: "Accept" });
    await declaration.click();
    expect(await confirm.isDisabled()).toBe(true);
    await declaration.click();
    expect(await dialog.getByText(formatted(total)).count()).toBe(1);
    expect(await dialog.getByText(INTENT).count()).toBe(1);
    await confirm.click();
    await dialog.waitFor({ state: "hidden" });

    // The open page shows the decision and the PDF by itself.
    await page.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();
    const download = page.getByRole("link", { name: "Download PDF" }).filter({ visible: true });
    await download.waitFor();
    expect(await optional.isDisabled()).toBe(true);
    await expectNoAxeViolations(page);
    const text = await pdfBehind(page, () => download.click());
    expect(text).toContain(formatted(total));
    expect(text).toContain("Maya Lindqvist");
    // The box was ticked in advance; she cleared it and ticked it herself.
    expect(text).toContain("Ticked by the person.");
    expect(text.replaceAll(/\s+/g, " ")).toContain(INTENT);
    expect(text).toContain("Signed in with a password");

    // The moment is the company's everywhere, and names its zone; on hover also the reader's, with seconds.
    const decided = page.locator("time").filter({ hasText: /[ap]m AE[DS]T$/, visible: true });
    const moment = await decided.innerText();
    const inZones = /^(.+ AE[DS]T)\n.+ P[DS]T \(your time\)\n.+ UTC$/.exec(
      (await decided.getAttribute("title")) ?? "",
    );
    const [, exact = ""] = inZones ?? [];
    expect(exact.replace(/:\d\d(?= [ap]m)/, "")).toBe(moment);
    expect(text.replaceAll(/\s+/g, " ")).toContain(exact);
    expect(await mailedMomentIn(portal.dataDir, "writer@demo.test")).toBe(moment);
    const anyone = await browser.openPage("/view/doc-1042", { timeZone });
    expect(await anyone.locator(".pv-status time").innerText()).toBe(moment);
    await expect
      .poll(() => anyone.locator(".pv-status time").getAttribute("title"))
      .toBe(await decided.getAttribute("title"));

    // Anyone can verify its evidence, downloaded as one file.
    const place = page.url();
    await page.getByRole("link", { name: "Evidence" }).filter({ visible: true }).click();
    const take = page.getByRole("button", { name: "Download evidence" });
    await take.waitFor();
    await expectNoAxeViolations(page);
    const [bundle] = await Promise.all([page.waitForEvent("download"), take.click()]);
    await expectVerified(browser, portal, await bundle.path());
    await page.goto(place);

    // List, dashboard and notification agree.
    await page.goto(`${portal.url}/documents/type/PROPOSAL`);
    const row = page.getByRole("row").filter({ hasText: NAME });
    await row.waitFor();
    expect(await row.innerText()).toContain("APPROVED");
    // A phone shows two lines of each document.
    if (width > 640) {
      expect(await row.innerText()).toContain("Maya Lindqvist");
      expect(await row.innerText()).toContain(moment.split(",")[0]);
    }
    await expectNoAxeViolations(page);
    await page.goto(`${portal.url}/dashboard`);
    const notification = page.getByText(`${NAME} was approved by Maya Lindqvist`).first();
    await notification.waitFor();
    await page.getByRole("link", { name: /^Proposals to review 2\b/ }).waitFor();
    await expectNoAxeViolations(page);
  });

  test("APPR-3 PERM-5 PRICE-7 a reader sees no Accept and cannot choose; the call itself answers 403", async () => {
    const page = await browser.openPage("/doc/coffee-subscription-for-offices", {
      as: "reader@demo.test",
      width,
      height,
    });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await expect
      .poll(() => page.locator("[aria-busy=true], .animate-pulse").filter({ visible: true }).count())
      .toBe(0);
    expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
    for (const box of await page.getByRole("checkbox", { name: /^Include / }).all()) {
      expect(await box.isDisabled()).toBe(true);
    }
    await expectNoAxeViolations(page);
    const status = await page.evaluate(async () => {
      const { token } = (await (await fetch("/api/auth/token")).json()) as { token: string };
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const found = await fetch("/api/unique-document/user/slug/coffee-subscription-for-offices", {
        headers,
      });
      const { uniqueDocumentId, contentHash } = ((await found.json()) as { data: Record<string, string> })
        .data;
      const answer = await fetch(`/api/unique-document/user/${uniqueDocumentId}/approve`, {
        method: "POST",
        headers,
        body: JSON.stringify({ uniqueDocumentId, status: "APPROVED", contentHash }),
      });
      return answer.status;
    });
    expect(status).toBe(403);
  });
});

async function totalsOf(page: Page): Promise<Map<string, bigint>> {
  return readSums(page.locator("dl").filter({ hasText: "Total inc. GST" }));
}

/** The price of an optional work order after its own discount, as its part of the page shows it. */
async function netOf(page: Page, workOrder: string): Promise<bigint> {
  const part = page.getByRole("article", { name: workOrder });
  const amounts = (await part.innerText()).match(/[-−–]?\$[\d,]+\.\d\d/g) ?? [];
  return toCents(amounts.at(-1) ?? "");
}

function expectConsistent(sums: Map<string, bigint>): void {
  const subtotal = sums.get("Subtotal") ?? 0n;
  const discount = sums.get("Returning client (5%)") ?? 0n;
  const gst = sums.get("GST (10%)") ?? 0n;
  expect(-discount).toBe(percentOf(subtotal, 5n));
  expect(gst).toBe(percentOf(subtotal + discount, 10n));
  expect(sums.get("Total inc. GST")).toBe(subtotal + discount + gst);
}

function formatted(cents: bigint): string {
  const dollars = new Intl.NumberFormat("en-AU").format(cents / 100n);
  return `$${dollars}.${String(cents % 100n).padStart(2, "0")}`;
}
