import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead, answerOnce } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const LOST = { allowConsole: [/net::ERR_FAILED/, /API Request Failed/] };
const EDITOR = "editor@demo.test";
const OWNER = "staff@demo.test";
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialogOf = (page: Page) => page.getByRole("dialog");
const field = (page: Page, name: string) => dialogOf(page).getByRole("textbox", { name });
const save = (page: Page) => dialogOf(page).getByRole("button", { name: "Save" }).click();

async function openProducts(as: string, width?: number): Promise<Page> {
  const page = await browser.openPage("/admin/products", { as, ...(width && { width }) });
  await rowOf(page, "Accessibility audit").waitFor();
  return page;
}

async function openChange(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Change ${name}` }).click();
  await page.getByRole("dialog", { name: "Change product" }).waitFor();
}

test("COMPANY-5 an editor adds a product, finds it and changes it, and an owner takes what is found along", async () => {
  const page = await browser.openPage("/admin", { as: EDITOR, ...LOST });
  await page.getByRole("banner").getByRole("link", { name: "Products" }).click();
  await rowOf(page, "Managed hosting").getByText("$94.50").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.getByRole("button", { name: "Add product" }).click();
  await dialogOf(page).getByRole("button", { name: "Add" }).click();
  for (const told of ["Please enter a name", "Please enter a unit", "Please enter a rate"]) {
    await dialogOf(page).getByText(told).waitFor();
  }
  await field(page, "Name").fill("Illustration");
  await field(page, "Unit").fill("drawing");
  await field(page, "Rate").fill("1.200,50");
  await dialogOf(page).getByText("Please write decimals with a point: 1200.50").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await field(page, "Rate").fill("$1,200.125");
  // The network fails: everything typed stays, and the same press succeeds once it is back.
  await answerOnce(page, "**/api/product/admin", (route) => route.abort());
  await dialogOf(page).getByRole("button", { name: "Add" }).click();
  await dialogOf(page).getByRole("alert").getByText("What you typed is still here").waitFor();
  // Escape asks before it discards that.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  expect(await field(page, "Name").inputValue()).toBe("Illustration");
  await dialogOf(page).getByRole("button", { name: "Add" }).click();
  await page.getByText("Product added").waitFor();
  await rowOf(page, "Illustration").getByText("$1,200.125").waitFor();

  await openChange(page, "Illustration");
  expect(await field(page, "Rate").inputValue()).toBe("1200.125");
  await field(page, "Unit").fill("picture");
  await save(page);
  await rowOf(page, "Illustration").getByText("picture").waitFor();
  await page.reload();
  await page.getByRole("searchbox", { name: /Search/ }).fill("picture");
  await rowOf(page, "Managed hosting").waitFor({ state: "detached" });
  await rowOf(page, "Illustration").waitFor();

  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("checkbox", { name: "Unit" }).waitFor();
  expect(await page.getByRole("button", { name: "Download CSV" }).count()).toBe(0);
  const ofOwner = await browser.openPage("/admin/products", {
    as: OWNER,
    allowConsole: [...LOST.allowConsole, /Nothing was downloaded/],
  });
  await ofOwner.getByRole("button", { name: "View" }).click();
  // Without the code of the download a reload is the way out.
  const code = "**/assets/save-rows-*.js";
  const stopAnswering = await answerInstead(ofOwner, code, (route) => route.abort());
  await ofOwner.getByRole("button", { name: "Download CSV" }).click();
  await ofOwner.getByText("Please check your connection, then reload the page.").waitFor();
  stopAnswering();
  await ofOwner.reload();
  await ofOwner.getByRole("searchbox", { name: /Search/ }).fill("picture");
  await rowOf(ofOwner, "Managed hosting").waitFor({ state: "detached" });
  await ofOwner.getByRole("button", { name: "View" }).click();
  const onItsWay = await pauseRequests(ofOwner, code);
  await ofOwner.getByRole("button", { name: "Download CSV" }).click();
  await ofOwner.getByRole("status").getByText("Preparing the file").waitFor();
  const [download] = await Promise.all([ofOwner.waitForEvent("download"), onItsWay.release()]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toContain("Illustration,picture,1200.125,Current");
  expect(csv).not.toContain("Managed hosting");
});

test("HOUSE-6 COMPANY-5 a concurrent change of a product is reported, and the typed text is preserved", async () => {
  const mine = await openProducts(EDITOR);
  const theirs = await openProducts(OWNER);
  await openChange(mine, "Accessibility audit");
  await field(mine, "Rate").fill("190");
  await openChange(theirs, "Accessibility audit");
  await field(theirs, "Unit").fill("screen");
  await save(theirs);
  await theirs.getByText("Product changed").waitFor();

  await field(mine, "Rate").focus();
  await mine.keyboard.down("Enter");
  await dialogOf(mine)
    .getByRole("alert")
    .getByText("Someone else has changed this product in the meantime: Accessibility audit, screen, $185.00.")
    .waitFor();
  // Enter that is still held replaces nothing.
  for (const _ of "held") await mine.keyboard.down("Enter");
  await mine.keyboard.up("Enter");
  expect(await field(mine, "Rate").inputValue()).toBe("190");
  await field(mine, "Unit").fill("screen");
  await save(mine);
  await mine.getByText("Product changed").waitFor();
  await rowOf(mine, "Accessibility audit").getByText("screen").waitFor();
  await rowOf(mine, "Accessibility audit").getByText("$190.00").waitFor();
});

test("COMPANY-5 a product is looked up with its uses and rates, retired while in use, and deleted if never used", async () => {
  const page = await openProducts(EDITOR, 360);
  await page.getByRole("link", { name: "Discovery workshop" }).click();
  await page.getByRole("heading", { name: "Discovery workshop" }).waitFor();
  expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0);
  await page.getByRole("button", { name: "Change" }).click();
  await field(page, "Rate").fill("1500");
  await save(page);
  await page.getByText("Changed rate from $1,450.00 to $1,500.00").waitFor();
  await page.getByRole("button", { name: "Retire" }).click();
  await page.getByText("new work can't choose it").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("link", { name: "Products" }).first().click();
  await rowOf(page, "Discovery workshop").getByText("Retired").waitFor();

  await page.getByRole("button", { name: "Add product" }).click();
  await field(page, "Name").fill("Typo");
  await field(page, "Unit").fill("hour");
  await field(page, "Rate").fill("1");
  await dialogOf(page).getByRole("button", { name: "Add" }).click();
  await page.getByText("Product added").waitFor();
  await dialogOf(page).waitFor({ state: "hidden" });
  await page.getByRole("searchbox", { name: /Search/ }).fill("Typo");
  await page.getByRole("link", { name: "Typo" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await rowOf(page, "Accessibility audit").waitFor();
  expect(await rowOf(page, "Typo").count()).toBe(0);
});

test("COMPANY-5 FIELD-10 the catalogue goes into a spreadsheet and comes back, checked row by row before it counts", async () => {
  const page = await openProducts(OWNER);
  await page.getByRole("link", { name: "Import" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the products" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  const choose = (text: string, encoding: BufferEncoding = "utf8") =>
    page.getByLabel("CSV file").setInputFiles({
      name: "mine.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text, encoding),
    });
  await choose(csv);
  await page.getByText("This file changes nothing.").waitFor();
  await choose(`${csv},Stamps,piece,1e12,\r\n`);
  await page.getByText("Wrong rows must be corrected first").waitFor();
  await page.getByRole("row").filter({ hasText: "Stamps" }).getByText("Please enter dollars").waitFor();
  expect(await page.getByRole("button", { name: /^Import/ }).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);
  // A file of another program: its letters are guessed and shown, and its numbers have a decimal comma.
  await choose("Price list\r\n\r\nName;Unit;Rate\r\nBüro-Möbel;Stück;0,125\r\nDruck;Blatt;12,500", "latin1");
  await page.getByText("Does this text look right?").waitFor();
  await page.getByRole("listitem").getByText("Büro-Möbel").waitFor();
  await page.getByText("Numbers are read with a decimal comma").waitFor();
  await rowOf(page, "Büro-Möbel").getByText("$0.125 per Stück").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByLabel("Encoding").selectOption("Western (Mac)");
  await page.getByRole("listitem").getByText("B¸ro-Mˆbel").waitFor();
  await choose("PK\u0003\u0004[Content_Types].xml xl/workbook.xml");
  await page.getByText("This is an Excel workbook").waitFor();
  await choose(`${csv},Stamps,piece,0.125,\r\n`);
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await page.getByText("Products imported").waitFor();
  await page.getByRole("searchbox", { name: /Search/ }).fill("Stamps");
  await rowOf(page, "Stamps").getByText("$0.125").waitFor();

  // The other record types have the same screen. The person may continue elsewhere during an import.
  await page.goto(`${portal.url}/admin/work-orders/import`);
  await choose("Organization;Name;Products\r\nHarbour Coffee Roasters;Stamps by post;Stamps (piece): none");
  await rowOf(page, "Stamps by post").getByText("write a number behind a colon").waitFor();
  await choose("Organization;Name;Products\r\nHarbour Coffee Roasters;Stamps by post;Stamps (piece): 40");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/work-order/admin/import", async (route) => {
    await held.promise;
    await route.continue();
  });
  const told = { data: { step: "writing", done: 1000, of: 2500 } };
  await page.route("**/api/import-progress/*", (route) => route.fulfill({ json: told }));
  await page.getByRole("button", { name: "Import 1 work order" }).click();
  await page.getByText("Importing mine.csv").waitFor();
  await page.getByText("1,000 of 2,500 rows written").waitFor();
  expect(await page.getByRole("progressbar").getAttribute("value")).toBe("1000");
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("link", { name: "Products", exact: true }).first().click();
  await rowOf(page, "Accessibility audit").waitFor();
  held.resolve();
  await page.getByText("Work orders imported").waitFor();
});

test("COMPANY-5 a viewer reads the catalogue and has nothing to change it with", async () => {
  const page = await openProducts("viewer@demo.test");
  await page.getByRole("banner").getByText("Viewer", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: /^(Add product|Change)/ }).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);
});

test("COMPANY-5 an empty catalogue says what will be there, and one that cannot be read offers a retry", async () => {
  const page = await browser.openPage("about:blank", { as: "viewer@demo.test", ...LOST });
  await page.route("**/api/product/admin/list", (route) => route.abort());
  await page.goto(`${portal.url}/admin/products`);
  await page.getByText("We couldn't reach the portal.").waitFor();
  await page.route("**/api/product/admin/list", (route) => route.fulfill({ json: { data: [] } }));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No items").waitFor();
  await page.getByText("Your products and their rates appear here.").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
});
