import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import type { Portal } from "#tests/support/portal.ts";
import { addAuthenticator } from "#tests/support/virtual-authenticator.ts";

let portal: Portal;
let browser: TestBrowser;
/** Browsers know no passkeys of numbered hosts. */
let url: string;
beforeAll(async () => {
  portal = await startDemoPortal();
  url = portal.url.replace("127.0.0.1", "localhost");
  browser = await startBrowser(url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const WRITER = "writer@demo.test";
const COLLEAGUE = "reader@demo.test";
const PASSWORD = "counterpart-demo";

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(WRITER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function confirmPassword(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

test("TRUST-5 a passkey is added and named, signs in alone, confirms an acceptance, is the required factor, and is removed", async () => {
  const page = await browser.openPage("/login?return=%2Fuser");
  const { unlocks } = await addAuthenticator(page);
  await typePassword(page);
  const card = page.getByRole("region", { name: "Passkeys" });
  await card.getByText("You have no passkeys yet.").waitFor();
  await unlocks(false);
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await card.getByRole("alert").getByText("No passkey was used").waitFor();
  await unlocks(true);
  await card.getByRole("button", { name: "Add a passkey" }).click();
  const again = page.getByRole("dialog", { name: "Confirm it's you" });
  await again.getByLabel("Password", { exact: true }).fill("wrong");
  await again.getByRole("button", { name: "Confirm" }).click();
  await again.getByRole("alert").getByText("This isn't your current password").waitFor();
  await confirmPassword(page);
  await card.getByText("not used yet").waitFor();
  await card.getByRole("button", { name: /^Rename/ }).click();
  const renaming = page.getByRole("dialog", { name: "Rename the passkey" });
  await renaming.getByLabel("Name").fill("My laptop");
  await expectNoAxeViolationsAtAnyWidth(page);
  await renaming.getByRole("button", { name: "Rename" }).click();
  await card.getByText("My laptop").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.context().clearCookies();
  await page.goto(`${url}/login?return=%2Fpermissions`);
  await typePassword(page);
  await page.getByRole("alert").getByText("Your password alone doesn't sign you in").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await unlocks(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").getByText("No passkey was used").waitFor();
  await unlocks(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();

  const rules = page.getByRole("region", { name: "Sign-in", exact: true });
  const factorRule = rules.getByRole("checkbox", { name: /two-step sign-in/ });
  await factorRule.click();
  await expect.poll(() => factorRule.isChecked()).toBe(true);
  // A colleague meets the rule with a passkey of their own.
  const colleague = await browser.openPage("/dashboard", { as: COLLEAGUE });
  await addAuthenticator(colleague);
  const demand = colleague.getByRole("dialog", { name: "Turn on two-step sign-in" });
  await demand.getByRole("button", { name: "Add a passkey" }).click();
  await confirmPassword(colleague);
  await demand.waitFor({ state: "hidden" });
  await colleague.getByRole("heading", { level: 1 }).waitFor();
  const acceptRule = rules.getByRole("checkbox", { name: /before accepting/ });
  await acceptRule.click();
  await expect.poll(() => acceptRule.isChecked()).toBe(true);

  await page.goto(`${url}/doc/online-store-and-wholesale-portal`);
  await page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).click();
  await page
    .getByRole("dialog", { name: /^Accept/ })
    .getByRole("button", { name: "Accept" })
    .click();
  await again.getByText("Use one of your passkeys").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await again.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText(`by Maya Lindqvist (${WRITER})`).filter({ visible: true }).waitFor();

  await page.goto(`${url}/user`);
  await card.getByRole("button", { name: "Delete My laptop" }).click();
  const removing = page.getByRole("dialog", { name: 'Delete "My laptop"?' });
  await removing.getByText("After this, your password alone signs you in").waitFor();
  await removing.getByRole("button", { name: "Delete" }).click();
  await again.getByRole("button", { name: "Use a passkey" }).click();
  await removing.getByRole("alert").getByText("this passkey is your last").waitFor();
  await removing.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`${url}/permissions`);
  await factorRule.click();
  await again.getByRole("button", { name: "Use a passkey" }).click();
  await expect.poll(() => factorRule.isChecked()).toBe(false);
  await page.goto(`${url}/user`);
  await card.getByRole("button", { name: "Delete My laptop" }).click();
  await removing.getByRole("button", { name: "Delete" }).click();
  await again.getByRole("button", { name: "Use a passkey" }).click();
  await card.getByText("You have no passkeys yet.").waitFor();

  await page.context().clearCookies();
  await page.goto(`${url}/login`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").getByText("It may have been removed here").waitFor();
  await typePassword(page);
  await page.getByRole("link", { name: "Documents" }).first().waitFor();
});
