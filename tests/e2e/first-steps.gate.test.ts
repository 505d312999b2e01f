import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { type CopiedDatabase, copyDatabase } from "#tests/support/copied-database.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { mailedLinkIn, readMailTo } from "#tests/support/mailed-code.ts";
import { type Portal, startPortal } from "#tests/support/portal.ts";

let database: CopiedDatabase;
let dataDir: string;
let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  database = await copyDatabase(inject("demoData").adminUrl, "template0");
  dataDir = await mkdtemp(join(tmpdir(), "counterpart-first-steps-"));
  // The configuration does not name the company.
  portal = await startPortal({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: "0" });
  browser = await startBrowser(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
  await database?.drop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

test("FIRST-1 FIRST-3 the first steps of an empty portal lead to a proposal that is sent within 60 interactions and accepted within 6, on a phone", async () => {
  let interactions = 0;
  const click = async (what: Locator) => {
    interactions += 1;
    await what.click();
  };
  const fill = async (what: Locator, text: string) => {
    interactions += 1;
    await what.fill(text);
  };
  const linkOf = () =>
    portal
      .output()
      .match(/http\S+\/invitation#[\w-]{43}/g)
      ?.at(-1) ?? "";
  await expect.poll(linkOf).not.toBe("");
  const page = await browser.openPage(linkOf().slice(portal.url.length));
  await fill(page.getByLabel("Email"), "olive@northpine.test");
  await fill(page.getByLabel("First name"), "Olive");
  await fill(page.getByLabel("Last name"), "Park");
  await fill(page.getByLabel("Choose a password"), "a-long-password-of-mine");
  await click(page.getByRole("button", { name: "Accept the invitation" }));
  await page.waitForURL(`${portal.url}/admin`);

  const steps = page.getByRole("region", { name: "First steps" });
  const dialog = page.getByRole("dialog");
  const step = (name: string) => steps.getByRole("listitem").filter({ hasText: name });
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await steps.waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  // Before the company has a name, no one is invited: the refusal leads to the settings.
  await click(steps.getByRole("button", { name: "Add a client" }));
  await fill(field("Name"), "Wharf Bakery");
  await fill(field("First name"), "Mia");
  await fill(field("Last name"), "Chen");
  await fill(field("Email"), "mia@wharf.test");
  await click(button("Add and invite"));
  const refusal = dialog.getByRole("alert").filter({ hasText: "Your company has no name here yet" });
  expect(await refusal.getByRole("link", { name: "Open Settings" }).getAttribute("href")).toBe(
    "/admin/settings",
  );
  expect(await readdir(join(dataDir, "mails")).catch(() => [])).toEqual([]);
  await click(button("Cancel"));
  await click(page.getByRole("button", { name: "Discard" }));

  await click(steps.getByRole("button", { name: "Enter your details" }));
  await fill(field("Company name"), "North Pine Studio");
  await fill(field("Website"), "northpine.example");
  await fill(field("ABN"), "51 824 753 556");
  await fill(field("Address"), "1 Wharf Road, Ballina NSW 2478");
  await click(button("Save"));
  await step("Your company").getByText("Done").waitFor();
  // The open page has the new name at once.
  const goTo = (name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });
  await goTo("People").click();
  await page.getByText("Who works in this portal for North Pine Studio").waitFor();
  await goTo("Home").click();

  await click(steps.getByRole("button", { name: "Add a client" }));
  await fill(field("Name"), "Wharf Bakery");
  await click(button("Add and invite"));
  await dialog.getByText("Please enter a first name").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await fill(field("First name"), "Mia");
  await fill(field("Last name"), "Chen");
  await fill(field("Email"), "mia@wharf.test");
  await click(button("Add and invite"));
  await step("Your first client").getByText("Done").waitFor();
  const link = new URL(await mailedLinkIn(dataDir, "mia@wharf.test"));
  const contact = await browser.openPage(link.pathname + link.hash);
  await contact.getByText("North Pine Studio has invited you to its client portal").waitFor();

  await click(steps.getByRole("button", { name: "Add general terms" }));
  await click(button("Add draft"));
  await page.getByRole("heading", { level: 1, name: "General Terms and Conditions" }).waitFor();
  await click(page.getByRole("button", { name: "Publish", exact: true }));
  await click(button("Publish"));
  await dialog.waitFor({ state: "detached" });
  await click(goTo("Home"));
  await step("General terms").getByText("Done").waitFor();

  await click(steps.getByRole("button", { name: "Write from the library" }));
  await expect
    .poll(() => dialog.getByLabel("Contact").locator("option:checked").innerText())
    .toBe("Mia Chen (invited)");
  await expectNoAxeViolationsAtAnyWidth(page);
  await click(button("Write"));
  await page.waitForURL(/\/edit\?write/);
  await page
    .getByRole("link", { name: /^D-0001|Proposal for Wharf Bakery/ })
    .first()
    .waitFor();
  await page.goto(`${portal.url}/admin`);
  interactions += 1;
  await step("Write a document").getByText("Done").waitFor();
  await click(steps.getByRole("button", { name: "Email yourself a sample" }));
  await step("See it as your client will").getByText("Done").waitFor();
  await acceptInPlay(await mailedLinkIn(dataDir, "olive@northpine.test"));
  await click(step("Send it").getByRole("button", { name: "Send", exact: true }));
  await click(button("Send"));
  await steps.waitFor({ state: "detached" });
  process.stdout.write(`First proposal sent after ${interactions} interactions.\n`);
  expect(interactions).toBeLessThanOrEqual(60);

  await readMailTo(dataDir, "mia@wharf.test", /^Proposal \S+: .*, from North Pine Studio$/);
  const accepted = await acceptOnPhone(await mailedLinkIn(dataDir, "mia@wharf.test"));
  process.stdout.write(`First proposal accepted after ${accepted} interactions.\n`);
  expect(accepted).toBeLessThanOrEqual(6);
  await page.reload();
  await page
    .getByRole("region", { name: /New decisions/ })
    .getByText(/Proposal for Wharf Bakery/)
    .first()
    .waitFor();
});

/** Accepts a sample, by the link of its mail: only the page that is open says so. */
async function acceptInPlay(link: string): Promise<void> {
  const sample = await browser.openPage(new URL(link).pathname, {
    as: "olive@northpine.test",
    password: "a-long-password-of-mine",
  });
  const accept = sample.getByRole("button", { name: "Accept", exact: true });
  await sample.getByText("Accepting it here is only play.").waitFor();
  await accept.filter({ visible: true }).click();
  await sample.getByRole("dialog").getByRole("button", { name: "Accept", exact: true }).click();
  await sample
    .getByText(/^approved$/i)
    .filter({ visible: true })
    .waitFor();
  await sample.reload();
  await accept.filter({ visible: true }).waitFor();
}

/** Opens a mailed link on a phone without an account, joins by it and accepts. Returns the interactions that this took. */
async function acceptOnPhone(link: string): Promise<number> {
  const phone = await browser.openPage(new URL(link).pathname, { width: 390, height: 844 });
  let interactions = 1;
  const press = async (name: string, within: Page | Locator = phone) => {
    interactions += 1;
    await within
      .getByRole("button", { name, exact: true })
      .or(within.getByRole("link", { name, exact: true }))
      .click();
  };
  await press("Join to accept");
  interactions += 1;
  await phone.getByLabel("Choose a password").fill("my-own-long-password");
  await press("Accept the invitation");
  await press("Accept");
  await press("Accept", phone.getByRole("dialog"));
  await phone
    .getByText(/^approved$/i)
    .filter({ visible: true })
    .waitFor();
  return interactions;
}

test("FIRST-3 the library's pages are added as templates, and the general terms once", async () => {
  const page = await browser.openPage("/admin/templates", {
    as: "olive@northpine.test",
    password: "a-long-password-of-mine",
  });
  await page.getByRole("button", { name: "Add from the library" }).click();
  const dialog = page.getByRole("dialog", { name: "Add from the library" });
  await dialog.getByRole("radio", { name: /^Services agreement/ }).check();
  await dialog.getByRole("button", { name: "Add template" }).click();
  await page.getByRole("heading", { level: 1, name: "Services agreement" }).waitFor();
  await page.goto(`${portal.url}/admin/documents/new`);
  await page.getByRole("button", { name: "Write from the library" }).click();
  const writing = page.getByRole("dialog", { name: "Write from the library" });
  await writing.getByRole("radio", { name: /^Retainer/ }).check();
  await writing.getByRole("button", { name: "Write", exact: true }).click();
  await page.waitForURL(/\/edit\?write/);
  await page.goto(`${portal.url}/admin/general-documents`);
  await page.getByRole("cell", { name: /^General Terms and Conditions/ }).waitFor();
  expect(await page.getByRole("button", { name: "Add general terms from the library" }).count()).toBe(0);
});
