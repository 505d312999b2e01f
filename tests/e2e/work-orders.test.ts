import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead, answerOnce } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const REFUSED = { allowConsole: [/net::ERR_FAILED/, /API Request Failed/, /409/] };
const EDITOR = "editor@demo.test";
const NAME = "Window lettering";

const column = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
const cardIn = (page: Page, status: string, name = NAME) =>
  column(page, status).getByRole("article", { name: new RegExp(name) });
const choose = async (page: Page, field: string, typed: string) => {
  await page.getByRole("combobox", { name: field }).fill(typed);
  await page.getByRole("option", { name: new RegExp(typed) }).click();
};
const alertOf = (page: Page) => page.getByRole("region", { name: "Messages" });

async function fillForm(page: Page): Promise<void> {
  const submit = page.getByRole("button", { name: "Add work order" });
  await submit.click();
  await page.getByText("Please enter a name").waitFor();
  await page.getByText("Please choose an organization").waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(NAME);
  await choose(page, "Organization", "Harbour");
  await page.getByRole("textbox", { name: "Description" }).click();
  await page.keyboard.type("Gold on ");
  await page.getByRole("button", { name: "Bold" }).click();
  await page.keyboard.type("black");
  const add = page.getByRole("button", { name: "Add product" });
  await add.click();
  await choose(page, "Product 1", "Managed hosting");
  await page.getByRole("textbox", { name: "Quantity of product 1" }).fill("0.0001");
  await add.click();
  await choose(page, "Product 2", "Managed hosting");
  await submit.click();
  await page.getByText("A quantity is at least 0.001").waitFor();
  await page.getByText("This product is in the list already").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Remove product 2" }).click();
  await page.getByRole("textbox", { name: "Quantity of product 1" }).fill("2");
  await page.getByRole("textbox", { name: "Discount in per cent" }).fill("10");
  // 2 × 94.50 less 10 % is 170.10, with GST 187.11.
  for (const amount of ["$189.00", "−$18.90", "$170.10", "$17.01", "$187.11"]) {
    await page.getByText(amount, { exact: true }).first().waitFor();
  }
}

test("COMPANY-6 FORM-2 FORM-4 FORM-5 a work order goes from its form over the board to its client, who sees each move", async () => {
  const client = await browser.openPage("/work-orders", { as: "writer@demo.test" });
  await client.getByRole("searchbox", { name: /Search/ }).fill(NAME);
  await client.getByText("No items").waitFor();

  const page = await browser.openPage("/admin", { as: EDITOR, ...REFUSED });
  await page.getByRole("banner").getByRole("link", { name: "Work orders" }).click();
  await page.getByRole("link", { name: "New work order" }).click();
  await fillForm(page);
  // The network fails: everything typed stays, and the same press succeeds once it is back.
  await answerOnce(page, "**/api/work-order/admin", (route) => route.abort());
  await page.getByRole("button", { name: "Add work order" }).click();
  await page.getByText("What you typed is still here").waitFor();
  await page.getByRole("button", { name: "Add work order" }).click();
  await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
  await page.getByText("added it").waitFor();
  expect(await page.getByRole("textbox", { name: "Description" }).innerHTML()).toContain(
    "<strong>black</strong>",
  );
  const quantity = page.getByRole("textbox", { name: "Quantity of product 1" });
  await page.getByRole("textbox", { name: "Discount in per cent" }).fill("0");
  await quantity.press("Enter");
  await page.getByText("changed discount").waitFor();
  // The next keys go on where the focus was.
  expect(await quantity.evaluate((element) => element === document.activeElement)).toBe(true);
  // What another editor saves is shown, in the description too.
  const colleague = await browser.openPage(new URL(page.url()).pathname, { as: "staff@demo.test" });
  await colleague.getByRole("textbox", { name: "Description" }).click();
  await colleague.keyboard.press("ControlOrMeta+Home");
  await colleague.keyboard.type("Fine ");
  await colleague.getByRole("button", { name: "Save" }).click();
  await page.getByRole("textbox", { name: "Description" }).getByText("Fine Gold on").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await client.getByText("No items").waitFor();

  await page.getByRole("button", { name: "Show to the client" }).click();
  const row = client.getByRole("row").filter({ hasText: NAME });
  await row.getByText("DRAFT").waitFor();

  await page.getByRole("link", { name: "Work orders" }).first().click();
  await page.getByRole("link", { name: "Board" }).click();
  await cardIn(page, "Draft").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await dragTo(page, "Draft", "Open");
  await row.getByText("OPEN").waitFor();

  // By keys alone: lifted, moved to the next column, put down, each step spoken.
  await cardIn(page, "Open").focus();
  await page.keyboard.press("Space");
  await page.getByText(`Lifted ${NAME}, which is Open.`).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText(`${NAME} would be In Progress.`).waitFor();
  await page.keyboard.press("Space");
  await page.getByText(`${NAME} is put down in In Progress.`).waitFor();
  await row.getByText("IN PROGRESS").waitFor();

  await cardIn(page, "In Progress").press("Enter");
  await page.getByText("moved it from Draft to Open").waitFor();
  await page.getByText("moved it from Open to In Progress").waitFor();
  await page.getByRole("button", { name: "Archive" }).waitFor();
  expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0);
});

/** Drags the card by the mouse, past the threshold first. */
async function dragTo(page: Page, from: string, to: string): Promise<void> {
  const card = await cardIn(page, from).boundingBox();
  const target = await column(page, to).boundingBox();
  if (!card || !target) throw new Error("The card or the column is not on screen.");
  await page.mouse.move(card.x + 30, card.y + 12);
  await page.mouse.down();
  await page.mouse.move(card.x + 45, card.y + 20, { steps: 4 });
  await page.mouse.move(target.x + target.width / 2, target.y + 90, { steps: 12 });
  await page.getByText(`would be ${to}.`).waitFor();
  await page.mouse.up();
}

test("COMPANY-6 many are changed together or none, and a concurrent move of a card is reported", async () => {
  const page = await browser.openPage("/admin/work-orders", { as: EDITOR, ...REFUSED });
  const staff = await browser.openPage("/admin/work-orders", { as: "staff@demo.test" });
  for (const name of ["Design sprint", "Data clean-up"]) {
    await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  }
  const bar = page.getByRole("region", { name: "Chosen work orders" });
  await bar.getByText("2 chosen").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  // Another person moves one of them after it was selected.
  await staff.getByRole("link", { name: "Design sprint" }).click();
  await staff.getByRole("combobox", { name: "Status" }).selectOption("Done");
  await staff.getByText("moved it from Open to Done").waitFor();
  await bar.getByRole("button", { name: "Archive" }).click();
  await bar.getByRole("alert").getByText("Design sprint: Someone else has moved it to Done.").waitFor();
  await page.getByRole("row").filter({ hasText: "Data clean-up" }).getByText("DRAFT").waitFor();
  await page.getByRole("checkbox", { name: "Choose Design sprint" }).uncheck();
  await bar.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("row").filter({ hasText: "Data clean-up" }).getByText("ARCHIVED").waitFor();

  // A card returns to its column, because another person moved it first.
  await page.getByRole("link", { name: "Board" }).click();
  await cardIn(page, "Open", "Pilot with six offices").focus();
  await page.route("**/api/work-order/admin/list/status", async (route) => {
    await staff.getByRole("link", { name: "Work orders" }).first().click();
    await staff.getByRole("link", { name: "Pilot with six offices" }).click();
    await staff.getByRole("combobox", { name: "Status" }).selectOption("UAT");
    await staff.getByText("moved it from Open to UAT").waitFor();
    await route.continue();
  });
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await alertOf(page).getByText("Someone else has moved it to UAT").waitFor();
  await cardIn(page, "UAT", "Pilot with six offices").waitFor();
});

test("FIRST-5 FIRST-6 existing work is added on its document's page, and cards tell the price and what is optional", async () => {
  const page = await browser.openPage("/admin/documents/doc-1044", { as: EDITOR });
  const work = page.getByRole("region", { name: "Work orders" });
  await work.getByRole("button", { name: /^Add existing \(\d+\)$/ }).click();
  const existing = page.getByRole("dialog", { name: "Add existing work orders" });
  await existing.getByRole("checkbox", { name: /Christmas opening hours/ }).check();
  await expectNoAxeViolationsAtAnyWidth(page);
  await existing.getByRole("button", { name: "Add", exact: true }).click();
  await work.getByRole("link", { name: "Christmas opening hours" }).waitFor();
  await work.getByRole("button", { name: /^Add existing/ }).click();
  expect(await existing.getByRole("checkbox", { name: /Christmas opening hours/ }).count()).toBe(0);
  await existing.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`${portal.url}/admin/work-orders/board`);
  await cardIn(page, "Draft", "Tasting room website").getByText("$5,580.00").waitFor();
  await cardIn(page, "Open", "Product photography")
    .getByText(/, optional, /)
    .waitFor();
  expect(await page.getByText("Loyalty app concept").count()).toBe(0);
});

test("COMPANY-6 a viewer reads list, work order and board, and has nothing to change them with", async () => {
  const page = await browser.openPage("/admin/work-orders", { as: "viewer@demo.test", ...REFUSED });
  await page.getByRole("link", { name: "Tour booking website" }).first().click();
  await page.getByText("What’s included").or(page.getByText("Interface design")).first().waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  expect(await page.getByRole("button", { name: /Save|Archive|Delete|Show to/ }).count()).toBe(0);
  await page.goto(`${portal.url}/admin/work-orders/board`);
  await cardIn(page, "Draft", "Tour booking website").waitFor();
  expect(await page.getByRole("link", { name: "New work order" }).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);
  // Words for screen readers are in every card, and none makes the page wider than a phone.
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.goto(`${portal.url}/admin/work-orders/nothing`);
  await page.getByText("There is no such work order").waitFor();
});

test("COMPANY-6 a board and a list that cannot be read say so and offer a retry, and empty ones say what will be there", async () => {
  const page = await browser.openPage("about:blank", { as: EDITOR, ...REFUSED });
  const stopAnswering = await answerInstead(page, "**/api/work-order/admin/list**", (route) => route.abort());
  await page.goto(`${portal.url}/admin/work-orders/board`);
  await page.getByText("We couldn't reach the portal.").waitFor();
  stopAnswering();
  await page.route("**/api/work-order/admin/list/board**", (route) => route.fulfill({ json: { data: [] } }));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Work orders appear here, in a column for each status.").waitFor();
});
