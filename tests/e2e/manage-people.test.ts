import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { signInByCall } from "#tests/support/sign-in-by-call.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const WRITER = "writer@demo.test";
const HEADING = "Permissions for Harbour Coffee Roasters";
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("PERM-1 PERM-2 PERM-5 a reader sees who may do what, and nothing to change it with", async () => {
  const page = await browser.openPage("/permissions", { as: "reader@demo.test" });
  await page.getByRole("heading", { level: 1, name: HEADING }).waitFor();
  await rowOf(page, "daniel@harbourcoffee.example").getByText("WRITE", { exact: true }).waitFor();
  expect(await rowOf(page, "Grace Tran").getByText("PENDING", { exact: true }).count()).toBe(1);
  expect((await page.getByRole("columnheader").allTextContents()).map((text) => text.trim())).toEqual([
    "User name",
    "Email",
    "Type",
  ]);
  expect(await page.getByLabel("Sort by").locator("option").first().innerText()).toBe("By name");
  expect(await page.getByRole("button", { name: "Request New User" }).count()).toBe(0);
  await expectNoAxeViolations(page);
});

test.each([
  { width: 1280, name: "Priya Shah" },
  { width: 360, name: "Sukarno" },
])("PERM-4 FIELD-10 a writer asks for $name at $width px", async ({ width, name }) => {
  const page = await browser.openPage("/permissions", { as: WRITER, width, height: 780 });
  const opener = page.getByRole("button", { name: "Request New User" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  const add = dialog.getByRole("button", { name: "Add", exact: true });
  expect(await add.isDisabled()).toBe(true);
  expect(await dialog.getByRole("radio", { name: /^Read/ }).isChecked()).toBe(true);
  const [first = "", last = ""] = name.split(" ");
  await dialog.getByLabel("First Name").fill(first);
  await dialog.getByLabel("Last Name").fill(last);
  await dialog.getByLabel("Email").fill("not an address");
  expect(await add.isDisabled()).toBe(true);
  await dialog.getByRole("radio", { name: /^Write/ }).check();
  await expectNoAxeViolations(page);
  await dialog.getByLabel("Email").fill(`${first.toLowerCase()}@harbourcoffee.example`);
  await add.click();
  await dialog.waitFor({ state: "hidden" });
  const row = rowOf(page, name);
  await row.getByText("PENDING", { exact: true }).waitFor();
  expect(await row.getByText("WRITE", { exact: true }).count()).toBe(1);
  expect(await row.getByRole("button", { name: "Pending" }).isDisabled()).toBe(true);
});

test("PERM-4 a refused request keeps the dialog open with what was typed", async () => {
  const page = await browser.openPage("/dashboard", { as: WRITER });
  await page.getByRole("button", { name: "Harbour Coffee Roasters" }).click();
  await page.getByRole("menuitem", { name: "Harbour Coffee Roasters" }).click();
  await page.getByRole("button", { name: "Request New User" }).click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  await dialog.getByLabel("First Name").fill("Tom");
  await dialog.getByLabel("Last Name").fill("Again");
  await dialog.getByLabel("Email").fill("reader@demo.test");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByRole("alert").waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("reader@demo.test");

  // Escape and leaving ask before the text is discarded.
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  await page.keyboard.press("Escape");
  await expectNoAxeViolations(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("reader@demo.test");
  await page.evaluate(() => history.back());
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/permissions");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "hidden" });

  // Choosing this during a back navigation goes back.
  await page.getByRole("button", { name: "Request New User" }).click();
  await dialog.getByLabel("First Name").fill("Tom");
  await page.evaluate(() => history.back());
  await question.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/permissions");

  // Closing the second of two forms leaves the first guarded.
  await page.goto(`${portal.url}/user`);
  await page.getByLabel("First Name").fill("Tom");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Current password", { exact: true }).fill("typed");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Proposals" }).first().click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  expect(await page.getByLabel("First Name").inputValue()).toBe("Tom");
});

test("PERM-3 a permission is removed, and who had it is out at once", async () => {
  const page = await browser.openPage("/permissions", { as: WRITER });
  const readers = await browser.openPage("/work-orders", { as: "reader@demo.test" });
  await readers.getByRole("row").nth(1).waitFor();

  await page.getByRole("button", { name: "Remove Tom Okafor" }).click();
  const dialog = page.getByRole("dialog", { name: 'Delete "Tom Okafor"?' });
  await dialog.getByText("Are you sure you want to delete Tom Okafor?", { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await rowOf(page, "Tom Okafor").count()).toBe(1);

  await page.getByRole("button", { name: "Remove Tom Okafor" }).click();
  const rows = await page.getByRole("button", { name: /^Remove / }).allTextContents();
  const next = rows[rows.indexOf("Remove Tom Okafor") + 1] ?? rows.at(-2);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => page.getByRole("cell", { name: /Tom Okafor/ }).count()).toBe(0);
  // The focus moves to the next row.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(next);

  await readers.goto(`${portal.url}/work-orders`);
  await readers.getByText("We were unable to fetch work orders").waitFor();
  await expectNoAxeViolations(readers);
});

test("PERM-3 PERM-5 the last writer cannot be removed, and the dialog says why", async () => {
  const page = await browser.openPage("/permissions", { as: WRITER });
  await page.getByRole("button", { name: "Remove Daniel Reyes" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => page.getByRole("cell", { name: /Daniel Reyes/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Remove Maya Lindqvist" }).click();
  const dialog = page.getByRole("dialog", { name: 'Delete "Maya Lindqvist"?' });
  await dialog.getByText(/you will lose access to Harbour Coffee Roasters/).waitFor();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog
    .getByRole("alert")
    .getByText(/only person with write access/)
    .waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await rowOf(page, "Maya Lindqvist").count()).toBe(1);
});

test("PROF-1 a person of several organizations changes their name and which one they act for", async () => {
  const page = await browser.openPage("/user", { as: WRITER });
  const firstName = page.getByLabel("First Name");
  await firstName.fill("");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Please enter your first name").waitFor();
  await firstName.fill("Maja");
  await page.getByLabel("Active Organization").selectOption({ label: "Fernwood Dental" });
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Profile updated").waitFor();
  // Saved: leaving shows no question. Text typed during a save is preserved, and leaving asks about it.
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.waitForURL((url) => url.pathname === "/dashboard");
  await page.goBack();
  const lastName = page.getByLabel("Last Name");
  await lastName.fill("Lind");
  const saving = await pauseRequests(page, "**/user-profile/user");
  await page.getByRole("button", { name: "Update" }).click();
  await lastName.fill("Lindqvist");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await saving.release();
  const update = page.locator("button:enabled", { hasText: "Update" });
  await update.waitFor();
  expect(await lastName.inputValue()).toBe("Lindqvist");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  const savingAgain = await pauseRequests(page, "**/user-profile/user");
  await page.getByRole("button", { name: "Update" }).click();
  await savingAgain.release();
  await update.waitFor();

  await page.goto(`${portal.url}/permissions`);
  await page.getByRole("heading", { name: "Permissions for Fernwood Dental" }).waitFor();
  await rowOf(page, "Maja Lindqvist").getByText("READ", { exact: true }).waitFor();
  await page.goto(`${portal.url}/user`);
  expect(await page.getByLabel("First Name").inputValue()).toBe("Maja");
});

test("PROF-1 GUARD-7 with one organization there is nothing to choose; signing out leads to the landing page", async () => {
  const page = await browser.openPage("/user", { as: "pending@demo.test", width: 360 });
  await page.getByLabel("Last Name").waitFor();
  expect(await page.getByLabel("Active Organization").count()).toBe(0);
  await page.getByRole("region", { name: "Where you're signed in" }).getByText("This browser").waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("TRUST-5 a person changes their password, which signs their other browsers out; a wrong one keeps what was typed", async () => {
  const as = "reader@demo.test";
  const page = await browser.openPage("/user", { as, allowConsole: [/400/] });
  await page.getByRole("button", { name: "Change password" }).click();
  const [current, next] = [page.getByLabel("Current password"), page.getByLabel("New password")];
  await current.fill("not-the-password");
  await next.fill("three-brown-owls");
  const change = page.getByRole("button", { name: "Change password" });
  await change.click();
  await page.getByText("This isn't your current password. Nothing was changed.").waitFor();
  expect(await next.inputValue()).toBe("three-brown-owls");
  await current.fill("counterpart-demo");
  await change.click();
  await page.getByText("Password changed").waitFor();

  await signInByCall(portal.url, as, "three-brown-owls");
  await page.reload();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  const again = page.getByRole("dialog", { name: "Confirm it's you" });
  await again.getByLabel("Password", { exact: true }).fill("three-brown-owls");
  await again.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Signed out everywhere else", { exact: true }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Sign out everywhere else" }).count()).toBe(0);
});
