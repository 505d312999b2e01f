import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

const { portal, browser } = await startJourneys();

const WRITER = "writer@demo.test";
const COLLEAGUE = "reader@demo.test";
const PASSWORD = "counterpart-demo";

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(WRITER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("TRUST-5 FIELD-10 FIELD-11 a second factor is switched on with the app, asked for at sign-in and before accepting, required of a colleague who loses nothing, and switched off", async () => {
  const colleague = await browser.openPage("/user", { as: COLLEAGUE });
  const firstName = colleague.getByLabel("First Name");
  await firstName.fill("Typed");
  // Under way until the rule holds: from then on any call of the page may ask for the factor.
  const isRequired = Promise.withResolvers<void>();
  await colleague.route("**/api/user-profile/user", async (route) => {
    if (route.request().method() === "PATCH") await isRequired.promise;
    await route.continue();
  });
  await colleague.getByRole("button", { name: "Update" }).click();

  const page = await browser.openPage("/login?return=%2Fuser");
  await fillSignIn(page);
  const card = page.getByRole("region", { name: "Authenticator app" });
  await card.getByRole("button", { name: "Turn on" }).click();
  const backupCodes = await switchOn(page, card);
  await card.getByText("with 10 backup codes left").waitFor();

  await page.context().clearCookies();
  await page.goto(`${portal.url}/login?return=%2Fpermissions`);
  await fillSignIn(page);
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByLabel("Code").fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").getByText("This code is wrong").waitFor();
  await page.getByLabel("Code").fill(` ${backupCodes[0]?.toUpperCase()} `);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  const rules = page.getByRole("region", { name: "Sign-in", exact: true });
  const rule = (name: RegExp) => rules.getByRole("checkbox", { name });
  await rule(/two-step sign-in/).click();
  await expect.poll(() => rule(/two-step sign-in/).isChecked()).toBe(true);
  await rule(/before accepting/).click();
  await expect.poll(() => rule(/before accepting/).isChecked()).toBe(true);
  await expectNoAxeViolationsAtAnyWidth(page);

  // A member without a factor sets one up above the open form, which is then saved.
  isRequired.resolve();
  const demand = colleague.getByRole("dialog", { name: "Turn on two-step sign-in" });
  await switchOn(colleague, demand);
  await demand.waitFor({ state: "hidden" });
  await colleague.getByText("Profile updated").waitFor();
  expect(await firstName.inputValue()).toBe("Typed");

  await page.goto(`${portal.url}/doc/online-store-and-wholesale-portal`);
  await page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).click();
  const accepting = page.getByRole("dialog", { name: /^Accept/ });
  await accepting.getByRole("button", { name: "Accept" }).click();
  const again = page.getByRole("dialog", { name: "Confirm it's you" });
  await expectNoAxeViolationsAtAnyWidth(page);
  await again.getByRole("button", { name: "Cancel" }).click();
  await accepting.getByRole("alert").getByText("Nothing has been accepted").waitFor();
  await accepting.getByRole("button", { name: "Accept" }).click();
  await again.getByLabel("Code").fill(backupCodes[0] ?? "");
  await again.getByRole("button", { name: "Confirm" }).click();
  await again.getByRole("alert").getByText("This code is wrong, or was used before").waitFor();
  await again.getByLabel("Code").fill(backupCodes[1] ?? "");
  await again.getByRole("button", { name: "Confirm" }).click();
  await page.getByText(`by Maya Lindqvist (${WRITER})`).filter({ visible: true }).waitFor();

  await page.goto(`${portal.url}/permissions`);
  await rule(/two-step sign-in/).click();
  await again.getByLabel("Code").fill(backupCodes[2] ?? "");
  await again.getByRole("button", { name: "Confirm" }).click();
  await expect.poll(() => rule(/two-step sign-in/).isChecked()).toBe(false);
  await page.goto(`${portal.url}/user`);
  await card.getByRole("button", { name: "Turn off" }).click();
  await confirmFactor(card, backupCodes[3] ?? "", "Turn off");
  await card.getByText("Off. When it's on").waitFor();
});

async function confirmFactor(form: Locator, code: string, action: string): Promise<void> {
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Code", { exact: true }).fill(code);
  await form.getByRole("button", { name: action }).click();
}

/** Switches a factor on in this card or dialog, and returns the backup codes. */
async function switchOn(page: Page, form: Locator): Promise<string[]> {
  const qrCode = form.getByRole("img", { name: "QR code for your authenticator app" });
  await qrCode.waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const { channels } = await sharp(await qrCode.screenshot()).stats();
  expect(channels[0]?.max, "light between the squares, in dark mode too").toBe(255);
  await page.emulateMedia({ colorScheme: null });
  const secret = (await form.locator("code").innerText()).replaceAll(" ", "");
  await confirmFactor(form, "000", "Turn on");
  await form.getByRole("alert").getByText("This code is wrong").waitFor();
  await confirmFactor(form, inFullWidth(totpOf(secret, stepAt(new Date()))), "Turn on");
  await form.getByRole("heading", { name: "Two-step sign-in is on. Save your backup codes" }).waitFor();
  const backupCodes = await form.getByRole("listitem").allInnerTexts();
  expect(backupCodes).toHaveLength(10);
  await expectNoAxeViolationsAtAnyWidth(page);
  await copyWithoutHttps(page, form, backupCodes.join("\n"));
  await form.getByRole("button", { name: "I've saved them" }).click();
  return backupCodes;
}

/** "１２３ ４５６", as input methods of East Asia write digits. */
function inFullWidth(code: string): string {
  const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  return `${wide.slice(0, 3)}\u3000${wide.slice(3)}`;
}

/** By http in an office network, a browser has no clipboard for scripts. */
async function copyWithoutHttps(page: Page, form: Locator, text: string): Promise<void> {
  await page.evaluate(() =>
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }),
  );
  const copied = page.evaluate(
    () =>
      new Promise((resolve) => {
        const note = ({ target }: Event) => resolve((target as HTMLTextAreaElement).value);
        document.addEventListener("copy", note, { once: true });
      }),
  );
  await form.getByRole("button", { name: "Copy" }).click();
  expect(await copied).toBe(text);
  await page.getByText("Backup codes copied").waitFor();
}
