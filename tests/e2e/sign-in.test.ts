import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { mailedCodeIn } from "#tests/support/mailed-code.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

// A sign-in with an unverified email.
const { portal, browser } = await startJourneys({
  statements: [{ text: `update "user" set "emailVerified" = false where email = 'pending@demo.test'` }],
});

const WRITER = "writer@demo.test";
const PASSWORD = "counterpart-demo";
const addressOf = (page: Page) => page.url().replace(portal.url, "");
const logo = (page: Page) => page.getByRole("banner").getByText("Counterpart", { exact: true });

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("GUARD-1 GUARD-2 GUARD-8 what everybody may see: the landing page, a general document, and where there is nothing", async () => {
  const page = await browser.openPage("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${portal.url}/login`);

  await page.goto(`${portal.url}/general-document/general-terms`);
  await page.getByRole("heading", { level: 1, name: "General Terms and Conditions" }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  // The home screen leads to the dashboard, whose guard leads to sign-in.
  await page.goto(`${portal.url}/home`);
  await page.waitForURL(`${portal.url}/login?return=%2Fdashboard`);

  await page.goto(`${portal.url}/no/such/address?at=all`);
  await page.getByRole("heading", { level: 1, name: "Unexpected Application Error!" }).waitFor();
  await page.getByText("No route matches URL").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
});

test("GUARD-3 GUARD-4 GUARD-5 a forgotten password: from the wrong one through the mailed code to the page that was wanted", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL?search=brand");
  await page.waitForURL((url) => url.pathname === "/login");
  const wanted = "/documents/type/PROPOSAL?search=brand";
  expect(new URL(page.url()).searchParams.get("return")).toBe(wanted);
  await logo(page).waitFor();
  expect(await page.getByText(/sign up|create an account/i).count()).toBe(0);

  const secret = page.getByLabel("Password", { exact: true });
  expect(await secret.getAttribute("type")).toBe("password");
  expect(await secret.getAttribute("autocomplete")).toBe("current-password");
  const email = page.getByLabel("Email");
  await email.fill("pasted@demo.test");
  await email.press("ControlOrMeta+A");
  await email.press("ControlOrMeta+C");
  await secret.press("ControlOrMeta+V");
  expect(await secret.inputValue()).toBe("pasted@demo.test");

  await fillSignIn(page, "reader@demo.test", "not the password");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/password/i);
  expect(await page.getByLabel("Email").inputValue()).toBe("reader@demo.test");
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("not the password");
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await logo(page).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("reader@demo.test");
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Send code" }).click();

  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await logo(page).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  expect(await page.getByLabel("New password").getAttribute("type")).toBe("password");
  expect(await page.getByLabel("New password").getAttribute("autocomplete")).toBe("new-password");
  const code = await mailedCodeIn(portal.dataDir, "reader@demo.test");
  const change = page.getByRole("button", { name: "Change password" });
  await page.getByLabel("Code").fill(code === "000000" ? "111111" : "000000");
  await page.getByLabel("New password").fill("short");
  await change.click();
  await page.getByText("Please use at least 8 characters").waitFor();
  await page.getByLabel("New password").fill("beans and water");
  await change.click();
  await alert.waitFor();
  expect(await page.getByLabel("New password").inputValue()).toBe("beans and water");
  // As people paste it.
  await page.getByLabel("Code").fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await change.click();

  await page.getByText("Your password has been changed").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("reader@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("beans and water");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(portal.url + wanted);
  await page.getByRole("cell", { name: /^Brand refresh\b/ }).waitFor();
});

test("GUARD-4 an address that is not verified is verified by a mailed code, and the person is in", async () => {
  const page = await browser.openPage("/login");
  await fillSignIn(page, "pending@demo.test", PASSWORD);
  await page.getByRole("heading", { name: "Verify your email" }).waitFor();
  await logo(page).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByLabel("Code").fill(await mailedCodeIn(portal.dataDir, "pending@demo.test"));
  await page.getByRole("button", { name: "Verify and sign in" }).click();
  await page.waitForURL(`${portal.url}/dashboard`);
});

test("GUARD-3 GUARD-4 there is no self sign-up: the step says whom to ask", async () => {
  const page = await browser.openPage("/login?step=sign-up", { width: 360, height: 780 });
  await page.getByRole("heading", { name: "Sign up" }).waitFor();
  await logo(page).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Back to sign in" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("GUARD-4 sign-in says so when the server cannot be reached, and keeps what was typed", async () => {
  const page = await browser.openPage("about:blank", { allowConsole: [/net::ERR_INTERNET_DISCONNECTED/] });
  const issuers = page.waitForResponse("**/api/single-sign-on/public/list");
  await page.goto(`${portal.url}/login`);
  await (await issuers).finished();
  await page.context().setOffline(true);
  await fillSignIn(page, WRITER, PASSWORD);
  await page.getByRole("alert").getByText("We couldn't reach the portal").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${portal.url}/dashboard`);
});

describe("GUARD-5 a return address", () => {
  const ELSEWHERE = [
    "//evil.example",
    "https://evil.example/dashboard",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "http:evil.example",
    "/login?return=//evil.example",
    "//evil.example@localhost/%2e%2e",
  ];

  test("of another site never leaves this one after sign-in", async () => {
    const page = await browser.openPage(`/login?return=${encodeURIComponent(ELSEWHERE[0] ?? "")}`);
    await fillSignIn(page, WRITER, PASSWORD);
    await page.waitForURL(`${portal.url}/dashboard`);
  });

  test("of another site never leaves this one for those who are signed in, who do not sign in again", async () => {
    const page = await browser.openPage("/login", { as: WRITER });
    await page.waitForURL(`${portal.url}/dashboard`);
    for (const address of ELSEWHERE) {
      await page.goto(`${portal.url}/login?return=${encodeURIComponent(address)}`);
      await expect.poll(() => addressOf(page), { message: address }).toBe("/dashboard");
    }
    await page.goto(`${portal.url}/login?return=${encodeURIComponent("/invoices?search=brand#top")}`);
    await expect.poll(() => addressOf(page)).toBe("/invoices?search=brand#top");
  });
});

test("GUARD-6 GUARD-7 a person without a profile is told so, and signs out to the landing page", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL", { as: "stranger@demo.test" });
  await page.waitForURL(`${portal.url}/not-admin`);
  await page.getByRole("heading", { level: 1, name: "Counterpart" }).waitFor();
  await page.getByText("Enabling you with technology in Mind", { exact: true }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${portal.url}/`);
  await page.getByRole("link", { name: "Sign in", exact: true }).waitFor();

  // For other people, the same address shows their own state.
  await page.goto(`${portal.url}/not-admin`);
  await page.getByText("You are signed out. Sign in to see your documents.").waitFor();
  expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);
  const known = await browser.openPage("/not-admin", { as: WRITER });
  await known.getByText("You are signed in, and your profile is ready.").waitFor();
  await known.getByRole("link", { name: "Open your dashboard" }).click();
  await known.waitForURL(`${portal.url}/dashboard`);
  await known.goto(portal.url);
  await known.waitForURL(`${portal.url}/dashboard`);
});

test("GUARD-5 GUARD-7 after sign-out the way back shows nothing, in this tab and in another", async () => {
  const page = await browser.openPage("/login");
  await fillSignIn(page, WRITER, PASSWORD);
  await page.waitForURL(`${portal.url}/dashboard`);
  await page.getByRole("link", { name: "Invoices", exact: true }).click();
  await page.getByRole("cell", { name: "INV-0433" }).waitFor();
  const other = await page.context().newPage();
  // With a stream of its own, the tab would notice the end of the session before it is restored.
  await other.route("**/api/live", () => undefined);
  await other.goto(`${portal.url}/work-orders`);
  await other.getByRole("cell", { name: "WO-3402" }).waitFor();

  await page.getByRole("button", { name: "Harbour Coffee Roasters" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${portal.url}/`);
  await page.goBack();
  await page.waitForURL(`${portal.url}/login?return=%2Finvoices`);
  expect(await page.getByText("INV-0433").count()).toBe(0);

  // Like a browser that restores a cached page. The page reloads at once, which would cut off its answer.
  await other.evaluate(() => {
    setTimeout(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  });
  await other.waitForURL(`${portal.url}/login?return=%2Fwork-orders`);
  expect(await other.getByText("WO-3402").count()).toBe(0);
});
