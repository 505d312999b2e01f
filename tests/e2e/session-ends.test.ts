import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { endSession, prompt, typePassword, withoutStream } from "#tests/support/ended-session.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { addHeading, frameOf, openEditor, untilSaved } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const WRITER = "writer@demo.test";
const OWNER = "staff@demo.test";
const EDITOR = "editor@demo.test";
const PASSWORD = "counterpart-demo";
const PROPOSAL = "/doc/spring-campaign-cold-brew-on-tap";
/** The browser itself reports a refused call. */
const REFUSED = { allowConsole: [/status of 401/] };

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const button = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true });

/** Opens a page in a session of its own, because the test ends it. */
async function openAs(email: string, path: string, options = {}): Promise<Page> {
  const page = await browser.openPage(`/login?return=${encodeURIComponent(path)}`, {
    ...REFUSED,
    ...options,
  });
  await signIn(page, email);
  await page.waitForURL(`${portal.url}${path}`);
  return page;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await typePassword(page);
}

test("FIRST-10 signed out from another browser, both tabs are covered at once; one sign-in brings both back with every typed word", async () => {
  const page = await openAs(WRITER, "/permissions");
  await button(page, "Request New User").click();
  const form = dialog(page, "Add User");
  for (const [label, text] of [
    ["First Name", "Nils"],
    ["Last Name", "Berg"],
    ["Email", "nils@harbour.test"],
  ] as const)
    await form.getByLabel(label).fill(text);
  const tab = await page.context().newPage();
  await tab.goto(`${portal.url}/invoices`);
  await tab.getByRole("cell", { name: "INV-0433", exact: true }).waitFor();

  const elsewhere = await openAs(WRITER, "/user");
  await button(elsewhere, "Sign out everywhere else").click();
  const proof = dialog(elsewhere, "Confirm it's you");
  await proof.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button(elsewhere, "Confirm").click();

  await prompt(page).waitFor();
  await prompt(tab).waitFor();
  expect(await tab.getByText("INV-0433").filter({ visible: true }).count()).toBe(0);
  expect(await page.locator("body").ariaSnapshot()).not.toMatch(/Nils|Harbour|Maya/);
  expect([await page.title(), await tab.title()]).toEqual(Array(2).fill("Your session has ended"));
  // No key reaches the page beneath.
  await page.keyboard.press("ControlOrMeta+k");
  expect(await page.getByRole("dialog").count()).toBe(1);
  await expectNoAxeViolations(page);

  await typePassword(page, "not the password");
  await page.getByRole("alert").waitFor();
  await typePassword(page);
  await prompt(tab).waitFor({ state: "hidden" });
  await tab.getByRole("cell", { name: "INV-0433", exact: true }).waitFor();
  expect(await form.getByLabel("First Name").inputValue()).toBe("Nils");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Request sent").waitFor();
  await page.getByRole("cell", { name: "nils@harbour.test" }).waitFor();
});

test("FIRST-10 a company's form whose session has ended is saved once its person has signed in, and a cancelled sign-in saves nothing", async () => {
  const page = await openAs(OWNER, "/admin/organizations");
  await withoutStream(page);
  await button(page, "Add organization").click();
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await name.fill("Tidal Pools");
  await endSession(page);
  const save = page.getByRole("dialog").getByRole("button", { name: "Add" });
  await save.click();
  await prompt(page).waitFor();
  await prompt(page).getByRole("button", { name: "Cancel" }).click();
  await prompt(page).getByText("Nothing was saved.").waitFor();
  expect(await name.isVisible()).toBe(false);

  await button(page, "Sign in").click();
  await typePassword(page);
  await prompt(page).waitFor({ state: "hidden" });
  await page.getByText("Your session has ended, so this wasn't saved.").waitFor();
  expect(await name.inputValue()).toBe("Tidal Pools");
  await endSession(page);
  await save.click();
  await prompt(page).waitFor();
  await typePassword(page);
  await page.getByRole("heading", { name: "Tidal Pools" }).waitFor();
});

test("FIRST-10 a page that is being written is saved after the sign-in, and its author writes on", async () => {
  const page = await openAs(EDITOR, "/admin/documents/doc-1044/edit");
  await openEditor(page);
  await addHeading(page, "Opening");
  await untilSaved(page);
  await page.keyboard.type(" hours");
  await endSession(page);
  await prompt(page).waitFor();
  await typePassword(page);
  await prompt(page).waitFor({ state: "hidden" });
  await page.keyboard.type(" in June");
  await frameOf(page).getByText("Opening hours in June", { exact: true }).waitFor();
  await untilSaved(page);
  await page.reload();
  await frameOf(page).getByText("Opening hours in June", { exact: true }).waitFor();
});

test("FIRST-10 APPR-5 an acceptance waits for the sign-in and is made once", async () => {
  const page = await openAs(WRITER, PROPOSAL);
  await withoutStream(page);
  await button(page, "Accept").click();
  const accept = page.getByRole("dialog").getByRole("button", { name: "Accept", exact: true });
  await accept.waitFor();
  await endSession(page);
  await accept.click();
  await prompt(page).waitFor();
  await typePassword(page);
  await page.getByText(`by Maya Lindqvist (${WRITER})`).filter({ visible: true }).waitFor();
});

test("FIRST-10 another person who signs in over the page begins at their own start", async () => {
  const page = await openAs(WRITER, "/permissions");
  await button(page, "Request New User").click();
  await dialog(page, "Add User").getByLabel("First Name").fill("Nils");
  await endSession(page);
  await prompt(page).waitFor();
  await prompt(page).getByLabel("Email").fill("reader@demo.test");
  await prompt(page).getByText("Signing in as someone else discards what was typed here").waitFor();
  await typePassword(page);
  await page.waitForURL(`${portal.url}/dashboard`);
  expect(await page.getByText("Nils").count()).toBe(0);
});

test("GUARD-5 GUARD-7 a sign-out in another tab leads this one to sign-in at once", async () => {
  const page = await openAs(WRITER, "/invoices");
  await page.getByRole("cell", { name: "INV-0433", exact: true }).waitFor();
  const tab = await page.context().newPage();
  await tab.goto(`${portal.url}/work-orders`);
  await tab.getByRole("cell", { name: "WO-3402", exact: true }).waitFor();
  await button(page, "Harbour Coffee Roasters").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${portal.url}/`);
  await tab.waitForURL(`${portal.url}/login?return=%2Fwork-orders`);
  expect(await tab.getByText("WO-3402").count()).toBe(0);
});
