import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { listDocuments } from "#contract/documents.ts";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolations, expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { printedText } from "#tests/support/printed-list.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { withoutPreloadedData } from "#tests/support/without-preloaded-data.ts";

const WRITER = "writer@demo.test";
const FETCH_FAILED = "We were unable to fetch documents, you may not have sufficient permissions.";

/** Just accepted and signed, in a portal that cannot print. */
const NOT_PRINTED = {
  documents: [
    {
      organizationId: "harbour-coffee",
      externalId: "P-9001",
      name: "Cupping room furniture",
      documentType: "PROPOSAL",
      status: "APPROVED",
      decision: { by: WRITER, at: "-1h" },
      createdAt: "-2d",
      puckState: {
        root: { props: { title: "Cupping room furniture" } },
        content: [{ type: "Paragraph", props: { id: "text", text: "Two tables." } }],
      },
    },
  ],
  signedGeneralDocuments: [
    {
      documentId: "general-terms",
      userId: "reader@demo.test",
      organizationId: "harbour-coffee",
      signedAt: "-1h",
    },
  ],
};

const { portal, browser } = await startJourneys({
  world: NOT_PRINTED,
  variables: { CHROMIUM_PATH: "/no/such/browser" },
});

const rowOf = (page: Page, externalId: string) => page.getByRole("row").filter({ hasText: externalId });
const headersOf = async (page: Page, table: string) =>
  (await page.getByRole("table", { name: table }).getByRole("columnheader").allTextContents()).map((text) =>
    text.trim(),
  );

test("DOCS-1 DOCS-2 BADGE-1 FIRST-11 the proposals: seven columns and the total, what changed last on top, and a row opens its document", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL", { as: WRITER });
  await page.getByRole("heading", { level: 1, name: "Proposal Documents" }).waitFor();
  await rowOf(page, "P-1042").waitFor();
  expect(await headersOf(page, "Proposal Documents")).toEqual([
    "Document ID",
    "Name",
    "Date created",
    "Status",
    "Signed By",
    "Date signed",
    "Download PDF",
    "Total",
  ]);
  const all = await createPersonClient(portal.url, WRITER).request(listDocuments, {});
  const touched = (one: (typeof all)[number]) =>
    Math.max(Date.parse(one.updatedAt), Date.parse(one.createdAt));
  const proposals = all
    .filter((one) => one.documentType === "PROPOSAL")
    .toSorted((a, b) => touched(b) - touched(a));
  const ids = page.locator("tbody tr td:first-child");
  expect(await ids.allInnerTexts()).toEqual(proposals.slice(0, 10).map((one) => one.externalId));

  const signed = rowOf(page, "P-1033");
  const cells = (await signed.getByRole("cell").allInnerTexts()).map((text) => text.trim());
  expect(cells.slice(0, 6)).toEqual([
    "P-1033",
    expect.stringMatching(/^Brand refresh\s+Updated \d{1,2} \w{3,4} 20\d\d$/),
    expect.stringMatching(/^\d{1,2} \w{3,4} 20\d\d$/),
    "APPROVED",
    "Maya Lindqvist",
    expect.stringMatching(/^\d{1,2} \w{3,4} 20\d\d$/),
  ]);
  // The date of a decline is shown next to who declined.
  const declined = rowOf(page, "P-1028").getByRole("cell");
  expect((await declined.nth(4).innerText()).trim()).toBe("Declined by Daniel Reyes");
  expect(await declined.nth(5).innerText()).toMatch(/^\d{1,2} \w{3,4} 20\d\d$/);
  const order = page.getByRole("combobox", { name: "Sort by" });
  expect(await order.locator("option:checked").innerText()).toBe("Recently updated");
  const colourOf = (externalId: string) =>
    rowOf(page, externalId).locator("[data-colour]").getAttribute("data-colour");
  expect(await colourOf("P-1033")).toBe("green");
  expect(await colourOf("P-1042")).toBe("orange");
  expect(await colourOf("P-1044")).toBe("grey");
  await expectNoAxeViolationsAtAnyWidth(page);

  await signed.getByRole("cell", { name: "Maya Lindqvist" }).click();
  await page.waitForURL(`${portal.url}/doc/brand-refresh`);
  await page.goBack();
  await rowOf(page, "P-1042").getByRole("link").press("Enter");
  await page.waitForURL(`${portal.url}/doc/online-store-and-wholesale-portal`);
});

test("FIRST-11 a list is printed with all rows and columns, whose it is and what it shows, without its controls", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL", { as: WRITER, width: 768 });
  await rowOf(page, "P-1042").waitFor();
  const rows = page.getByRole("table").locator("tbody").getByRole("row");
  expect(await rows.count()).toBe(10);
  const text = await printedText(page);
  for (const part of [
    "Proposal Documents",
    "Harbour Coffee Roasters, printed",
    "14 rows",
    "Signed By",
    "Declined by Daniel Reyes",
    "Total",
    "$43,476.18",
  ]) {
    expect(text).toContain(part);
  }
  const all = await createPersonClient(portal.url, WRITER).request(listDocuments, {
    query: { documentType: "PROPOSAL" },
  });
  expect(all.length).toBe(14);
  for (const { externalId } of all) expect(text).toContain(externalId);
  expect(text).not.toMatch(/Recently updated|Filters|Download PDF|1 - 10 of/);
  // On screen the page is as it was.
  await expect.poll(() => rows.count()).toBe(10);

  await page.getByRole("button", { name: "Approved 7" }).click();
  await page.getByPlaceholder("Search", { exact: true }).fill("brand");
  await page.getByText("1 - 1 of 1", { exact: true }).waitFor();
  const chosen = await printedText(page);
  expect(chosen).toContain("1 row Search: “brand” · Status: Approved");
  expect(chosen).not.toContain("P-1042");
});

test("DOCS-3 the PDF: not of what is not approved, not before it is made, and by a fresh link in a new tab", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL", {
    as: WRITER,
    allowConsole: [/status of 500/, /status of 404/],
  });
  await rowOf(page, "P-1042").waitFor();
  const closed = rowOf(page, "P-1042").getByRole("button", { name: /Download PDF/ });
  expect(await closed.isDisabled()).toBe(true);
  expect(await closed.getAttribute("title")).toBe("Document not approved");
  await rowOf(page, "P-9001").getByText("No PDF available").waitFor();
  expect(await rowOf(page, "P-9001").getByTitle("No PDF available").count()).toBe(1);

  const open = rowOf(page, "P-1033").getByRole("link", { name: "Download PDF of Brand refresh" });
  expect(await open.getAttribute("href")).toBe("/documents/doc-1033/pdf");
  for (const button of ["left", "middle"] as const) {
    const [pdf, tab] = await Promise.all([
      page.context().waitForEvent("response", (one) => one.headers()["content-type"] === "application/pdf"),
      page.context().waitForEvent("page"),
      open.click({ button }),
    ]);
    expect(pdf.status()).toBe(200);
    await tab.close();
  }
  expect(page.url()).toContain("/documents/type/PROPOSAL");

  // The address of a PDF requires sign-in, and shows an error if there is no PDF.
  await page.route("**/api/unique-document/user/doc-1033", (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.goto(`${portal.url}/documents/doc-1033/pdf`);
  await page.getByRole("heading", { level: 1, name: "The PDF couldn't be opened" }).waitFor();
  await expectNoAxeViolations(page);
  await page.goto(`${portal.url}/documents/doc-1042/pdf`);
  await page.getByRole("heading", { level: 1, name: "No PDF available" }).waitFor();
  await expectNoAxeViolations(page);
  await page.goto(`${portal.url}/signed-documents/no-such-signature/pdf`);
  await page.getByRole("heading", { level: 1, name: "The PDF couldn't be opened" }).waitFor();
});

test("DOCS-1 a type that there is not", async () => {
  const page = await browser.openPage("/documents/type/RECIPES", { as: WRITER });
  await page.getByRole("heading", { level: 1, name: "An unexpected error has occurred" }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("link", { name: "Return home" }).click();
  await page.waitForURL(`${portal.url}/dashboard`);
});

test("DOCS-1 DOCS-4 the agreements, and below them the general documents that were signed", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER, allowConsole: [/status of 500/] });
  const signed = await pauseRequests(page, "**/api/signed-general-document/user/list*");
  await page.addInitScript(timePlaceholder);
  await page.goto(`${portal.url}/documents/type/LEGAL_DOCUMENT`);
  await page.getByRole("heading", { level: 1, name: "Agreement Documents" }).waitFor();
  await rowOf(page, "L-301").waitFor();
  const placeholder = page.getByRole("status").filter({ hasText: "Loading General Legal Documents" });
  await placeholder.locator("[aria-hidden]").waitFor();
  expect(await page.evaluate(() => globalThis.emptyForMs)).toBeGreaterThanOrEqual(480);
  await expectNoAxeViolationsAtAnyWidth(page);
  await signed.release();

  const section = page.getByRole("region", { name: "General Legal Documents" });
  const lucia = section.getByRole("row").filter({ hasText: "lucia@shopfront-signs.example" });
  await lucia.waitFor();
  expect(await headersOf(page, "General Legal Documents")).toEqual([
    "Document",
    "Signed By",
    "Signed At",
    "Download PDF",
  ]);
  const text = await lucia.innerText();
  for (const part of ["Confidentiality and privacy acknowledgement", "Lucia Moretti"]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/\d{1,2} \w{3,4} 20\d\d, \d{1,2}:\d\d/);
  const fresh = section.getByRole("row").filter({ hasText: "reader@demo.test" });
  const terms = fresh.filter({ hasText: "General Terms and Conditions" });
  expect(await terms.getByText("No PDF available").count()).toBe(1);
  expect(await section.getByText("pending@demo.test").count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);

  // Without their names the documents are 'Unknown', and still listed.
  await page.route("**/api/general-document/public/batch", (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.reload();
  await lucia.getByText("Unknown", { exact: true }).waitFor();

  await page.goto(`${portal.url}/documents/type/PROPOSAL`);
  await rowOf(page, "P-1042").waitFor();
  expect(await section.count()).toBe(0);
});

test("DOCS-5 API-6 a list that cannot be fetched says so, and is asked for again", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER, allowConsole: [/status of 500/] });
  await withoutPreloadedData(page);
  const lists = /\/api\/(unique-document|signed-general-document)\/user\/list/;
  const stopAnswering = await answerInstead(page, lists, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${portal.url}/documents/type/LEGAL_DOCUMENT`);
  const failures = page.getByRole("alert").getByText(FETCH_FAILED, { exact: true });
  await expect.poll(() => failures.count()).toBe(2);
  await expectNoAxeViolationsAtAnyWidth(page);
  stopAnswering();
  await page.getByRole("button", { name: "Try again" }).first().click();
  await rowOf(page, "L-301").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("lucia@shopfront-signs.example").waitFor();
  expect(await failures.count()).toBe(0);
});

declare global {
  /** How long the second section's placeholder had no visible content. */
  var emptyForMs: number;
}

function timePlaceholder(): void {
  let began: number | null = null;
  new MutationObserver(() => {
    for (const status of document.querySelectorAll("[role=status]")) {
      if (!status.textContent?.includes("Loading General Legal Documents")) continue;
      began ??= performance.now();
      if (status.querySelector("[aria-hidden]")) globalThis.emptyForMs ??= performance.now() - began;
    }
  }).observe(document, { childList: true, subtree: true });
}
