import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callAs, frameOf, makeEmptyProposal, untilSaved } from "#tests/support/editor.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { openEditor } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

type Draft = { revision: number; work: { workOrders: { workOrderId: string; name: string }[] } };

const readDraft = (page: Page, id: string) => callAs<Draft>(page, `GET unique-document/admin/${id}/draft`);

async function savePage(page: Page, id: string, content: object[]): Promise<void> {
  const { revision } = await readDraft(page, id);
  const body = { revision, page: { root: { props: {} }, content } };
  await callAs(page, `PATCH unique-document/admin/${id}/draft`, body);
}

async function send(page: Page, id: string): Promise<void> {
  const { revision } = await readDraft(page, id);
  await callAs(page, `POST unique-document/admin/${id}/send`, { revision });
}

const table = (lineItems: object[]) => ({ type: "PricingTable", props: { id: "table", lineItems } });

test("FIELD-7 a figure that is out of range is named at its field, is there after a reload, and is not sent", async () => {
  const page = await browser.openPage("/admin", { as: "editor@demo.test" });
  const id = await makeEmptyProposal(page, "Opening week");
  await savePage(page, id, [table([{ product: "Barista training", price: 480, count: 2 }])]);
  await page.goto(`${portal.url}/admin/documents/${id}/edit`);
  await openEditor(page);
  const select = () => frameOf(page).getByRole("group", { name: "Pricing Table" }).click();
  await select();
  const field = (label: string) => page.getByRole("textbox", { name: label, exact: true });
  // As the portal itself writes a credit.
  await field("Price of one in dollars").fill("−1,234.50");
  await frameOf(page).getByText("−$1,234.50").first().waitFor();
  await field("Count").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("-2");
  await page.getByText("A count is 0 or more: write a credit as a price below zero").waitFor();
  await field("Price of one in dollars").fill("4e308");
  await page.getByText("Please enter a number, such as 95.50").waitFor();
  await expectNoAxeViolations(page);
  await untilSaved(page);
  await page.reload();
  await openEditor(page);
  await select();
  expect(await field("Count").inputValue()).toBe("-2");
  expect(await field("Price of one in dollars").inputValue()).toBe("4e308");
  await page.getByText("A count is 0 or more: write a credit as a price below zero").waitFor();

  await page.goto(`${portal.url}/admin/documents/${id}`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The count of “Barista training” is “-2”. A count is 0 or more").waitFor();
  await dialog.getByText("The price of “Barista training” is “4e308”, which is not used.").waitFor();
  expect(await dialog.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
  await expectNoAxeViolations(page);
});

test("FIELD-7 a client whose choices bring a document below zero reads why it is not accepted, and whom to ask", async () => {
  const editor = await browser.openPage("/admin", { as: "editor@demo.test" });
  const id = await makeEmptyProposal(editor, "Launch photos");
  const { work } = await readDraft(editor, id);
  const photography = work.workOrders.find(({ name }) => name === "Photography")?.workOrderId ?? "";
  const quote = { type: "WorkOrders", props: { id: "work", workOrderData: { workOrderIds: [photography] } } };
  await savePage(editor, id, [quote]);
  await send(editor, id);
  const { slug } = await callAs<{ slug: string }>(editor, `GET unique-document/admin/${id}`);
  const client = await browser.openPage(`/doc/${slug}`, { as: "writer@demo.test" });
  const box = (checked: boolean) =>
    client.getByRole("checkbox", { name: "Include Photography", checked, disabled: false });
  const choose = async (isWanted: boolean) => {
    await Promise.all([client.waitForResponse("**/optional"), box(!isWanted).click()]);
    await box(isWanted).waitFor();
  };
  await choose(true);
  await callAs(editor, `POST unique-document/admin/${id}/recall`, {});
  await savePage(editor, id, [
    quote,
    table([{ product: "Credit for the sample shoot", price: -50, count: 1 }]),
  ]);
  await send(editor, id);

  await client.reload();
  await choose(false);
  const accept = client.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true });
  await accept.click();
  const dialog = client.getByRole("dialog", { name: "Accept this Proposal" });
  await dialog.getByRole("button", { name: "Accept", exact: true }).click();
  await dialog
    .getByText("It comes to less than $0.00. Please ask Ember & Oak Digital to send a corrected version.")
    .waitFor();
  await expectNoAxeViolations(client);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await choose(true);
  await accept.click();
  await dialog.getByRole("button", { name: "Accept", exact: true }).click();
  await client.getByText("Approved", { exact: false }).first().waitFor();
});
