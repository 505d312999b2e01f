import { expect } from "vitest";
import type { TestBrowser } from "./browser.ts";
import { mailedLinkIn } from "./mailed-code.ts";

type Page = Awaited<ReturnType<TestBrowser["openPage"]>>;

const CLIENT = "ana@tidal.test";
const PASSWORD = "a-long-password-of-mine";
const DONE = [
  "added an organization",
  "made an organization active",
  "invited a person",
  "accepted an invitation",
  "added a product",
  "added a work order",
  "showed a work order to the client",
  "added an invoice",
  "issued an invoice",
  "changed an invoice's status",
];

/** An owner of an empty portal takes a client from the first hello to the paid invoice, and reads all of it again. */
export async function runCompany(
  browser: TestBrowser,
  { url, dataDir }: { url: string; dataDir: string },
  owner: Page,
): Promise<void> {
  const dialog = owner.getByRole("dialog");
  const button = (name: string) => owner.getByRole("button", { name, exact: true });
  const choose = async (field: string, option: string | RegExp) => {
    await owner.getByRole("combobox", { name: field }).click();
    await owner.getByRole("option", { name: option }).click();
  };

  await owner.goto(`${url}/admin/organizations`);
  await button("Add organization").first().click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Tidal Pools");
  await dialog.getByRole("button", { name: "Add" }).click();
  await button("Make active").click();
  await dialog.getByRole("button", { name: "Make active" }).click();
  await owner.getByRole("article").getByText("ACTIVE", { exact: true }).first().waitFor();

  await owner.getByRole("tab", { name: "People" }).click();
  await button("Invite a person").click();
  await dialog.getByRole("textbox", { name: "First name" }).fill("Ana");
  await dialog.getByRole("textbox", { name: "Last name" }).fill("Silva");
  await dialog.getByRole("textbox", { name: "Email" }).fill(CLIENT);
  await dialog.getByRole("radio", { name: /^Can read and accept/ }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const link = new URL(await mailedLinkIn(dataDir, CLIENT));
  const client = await browser.openPage(link.pathname + link.hash);
  await client.getByLabel("Choose a password").fill(PASSWORD);
  await client.getByRole("button", { name: "Accept the invitation" }).click();
  await client.waitForURL(`${url}/dashboard`);

  await owner.goto(`${url}/admin/products`);
  await button("Add product").first().click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Pool survey");
  await dialog.getByRole("textbox", { name: "Unit" }).fill("day");
  await dialog.getByRole("textbox", { name: "Rate" }).fill("950");
  await dialog.getByRole("button", { name: "Add" }).click();
  await owner.getByText("Product added").waitFor();

  for (const name of ["Survey of the pools", "A second survey"]) {
    await owner.goto(`${url}/admin/work-orders/new`);
    await owner.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await choose("Organization", /Tidal Pools/);
    await button("Add product").click();
    await choose("Product 1", /Pool survey/);
    if (name !== "Survey of the pools") await owner.getByRole("checkbox", { name: /^Optional/ }).check();
    await button("Add work order").click();
    await owner.getByRole("heading", { level: 1, name }).waitFor();
    await button("Show to the client").click();
    await button("Show to the client").waitFor({ state: "detached" });
  }
  await client.goto(`${url}/work-orders`);
  await client.getByRole("row").filter({ hasText: "A second survey" }).waitFor();

  await owner.goto(`${url}/admin/invoices/new`);
  await owner.getByRole("textbox", { name: "Name", exact: true }).fill("Survey of the pools");
  await choose("Organization", /Tidal Pools/);
  await owner.getByRole("combobox", { name: "Status" }).selectOption("Unpaid");
  await button("Add line").click();
  await owner.getByRole("textbox", { name: "Description" }).fill("Pool survey");
  await owner.getByRole("textbox", { name: "Rate in dollars" }).fill("950");
  await owner.getByRole("checkbox", { name: /Issue it now/ }).check();
  await button("Make invoice").click();
  await owner.getByRole("heading", { name: "Items" }).waitFor();
  await client.goto(`${url}/invoices`);
  await client.getByRole("link", { name: "Survey of the pools" }).click();
  await client.getByText("$1,045.00").waitFor();
  await button("Mark as paid").click();
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await client.getByText("PAID", { exact: true }).first().waitFor();

  await owner.goto(`${url}/admin/activity`);
  await owner.getByText("changed an invoice's status").waitFor();
  const latest = await owner.getByRole("main").innerText();
  await button("Next page").click();
  await owner.getByText("added an organization").waitFor();
  const told = latest + (await owner.getByRole("main").innerText());
  expect(DONE.filter((one) => !told.includes(one))).toEqual([]);
}
