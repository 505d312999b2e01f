import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { confirmSelf } from "#tests/support/confirm-self.ts";
import { expectNoAxeViolations, expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const PASSWORD = "counterpart-demo";
const OWNER = "staff@demo.test";
/** An editor who also belongs to a client's organization, as some do from before one person got only one of both. */
const BOTH = "both@demo.test";
const WORLD = {
  people: [
    {
      firstName: "Bo",
      lastName: "Tran",
      email: BOTH,
      password: PASSWORD,
      permissions: [{ organizationId: "harbour-coffee", permissionType: "read" }],
    },
  ],
};

const { portal, browser } = await startJourneys({
  world: WORLD,
  statements: [{ text: "update user_profiles set admin_role = 'editor' where email = $1", values: [BOTH] }],
});

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const people = (page: Page) => heading(page, "People");
const home = (page: Page) => heading(page, "Home");

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The answer to the person of a page, without the parts that differ at every request. */
async function answerAt(page: Page, path: string, headers: Record<string, string> = {}) {
  // The length of a compressed answer depends on its nonce.
  const answer = await page.request.get(portal.url + path, {
    headers: { "accept-encoding": "identity", ...headers },
  });
  const told = Object.entries(answer.headers()).filter(([name]) => !["date", "x-request-id"].includes(name));
  const text = JSON.stringify({ status: answer.status(), told, body: await answer.text() });
  return text.replaceAll(/nonce-\w+|nonce=\\"\w+/g, "nonce");
}

test.each([
  ["signed out", undefined],
  ["a client's writer", "writer@demo.test"],
  ["a person without a profile", "stranger@demo.test"],
])("COMPANY-1 /admin answers like an address that is not there: %s", async (_, as) => {
  const page = await browser.openPage("/login", as ? { as } : {});
  const nowhere = await answerAt(page, "/nowhere");
  for (const path of [
    "/admin",
    "/admin/",
    "/admin/people?page=2",
    "/admin/index.html",
    "/admin?x",
    "/admin/mails/look/old-email",
  ]) {
    expect(await answerAt(page, path), path).toBe(nowhere);
  }
  const forged = { cookie: "counterpart.session_token=forged.%E0%A4%A" };
  expect(await answerAt(page, "/admin", forged)).toBe(nowhere);
  for (const path of as ? ["/admin/people", "/nowhere"] : ["/nowhere"]) {
    await page.goto(portal.url + path);
    await page.getByText(`No route matches URL "${path}"`).waitFor();
    expect(await page.getByRole("link", { name: "Sign in" }).count(), path).toBe(as ? 0 : 1);
  }
});

test("COMPANY-1 an owner signs in, lands on the company's side, and signs out", async () => {
  const page = await browser.openPage("/login");
  await signIn(page, OWNER);
  await page.waitForURL(`${portal.url}/admin`);
  await home(page);
  const banner = page.getByRole("banner");
  await banner.getByText("Noah Castellan").waitFor();
  await banner.getByText("Owner", { exact: true }).waitFor();
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Skip to content" }).and(page.locator(":focus")).waitFor();
  await banner.getByRole("button", { name: "Noah Castellan" }).click();
  // An admin without an organization has no client's side.
  expect(await banner.getByRole("link", { name: "Client portal" }).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);

  await banner.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${portal.url}/`);
  await page.goto(`${portal.url}/admin`);
  await page.waitForURL(`${portal.url}/login?return=%2Fadmin`);
});

test("GUARD-5 COMPANY-1 FIRST-10 FIRST-11 a person without a session finds back to where they were, and signs in over the page when it ends", async () => {
  const page = await browser.openPage("/admin/people?search=mara#list");
  await page.waitForURL(`${portal.url}/login?return=%2Fadmin%2Fpeople%3Fsearch%3Dmara%23list`);
  await signIn(page, OWNER);
  await page.waitForURL(`${portal.url}/admin/people?search=mara#list`);
  await people(page);

  await page.request.post(`${portal.url}/api/auth/sign-out`, { headers: { origin: portal.url }, data: {} });
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByLabel("Password", { exact: true }).fill("counterpart-demo");
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.waitFor({ state: "hidden" });
  await people(page);
  await page.waitForURL(`${portal.url}/admin/people?search=mara#list`);
});

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("COMPANY-1 COMPANY-4 an owner changes a role, which other windows follow; the last owner stays one", async () => {
  const theirs = await browser.openPage("/admin/people", { as: "editor@demo.test" });
  await rowOf(theirs, "Mara Lindqvist").getByText("Editor", { exact: true }).waitFor();
  expect(await theirs.getByRole("button", { name: /Change role/ }).count()).toBe(0);

  const page = await browser.openPage("/admin/people", { as: OWNER });
  await rowOf(page, "Noah Castellan").getByText("(you)").waitFor();
  await page.getByRole("button", { name: "Change role of Mara Lindqvist" }).click();
  const dialog = page.getByRole("dialog", { name: "Role of Mara Lindqvist" });
  expect(await dialog.getByRole("button", { name: "Change role" }).isDisabled()).toBe(true);
  await dialog.getByRole("radio", { name: /^Owner/ }).check();
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialog.getByRole("button", { name: "Change role" }).click();
  await confirmSelf(page, page.getByText("Mara Lindqvist is now an owner."));
  await rowOf(page, "Mara Lindqvist").getByText("Owner", { exact: true }).waitFor();

  // The page updates by itself and shows the new controls.
  await theirs.getByRole("banner").getByText("Owner", { exact: true }).waitFor();
  await theirs.getByRole("button", { name: "Change role of Noah Castellan" }).click();
  await theirs.getByRole("radio", { name: /^Viewer/ }).check();
  await theirs.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
  await confirmSelf(theirs, rowOf(theirs, "Noah Castellan").getByText("Viewer", { exact: true }));
  await page.getByRole("banner").getByText("Viewer", { exact: true }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: /Change role/ }).count()).toBe(0);

  await theirs.getByRole("button", { name: "Change role of Mara Lindqvist" }).click();
  const own = theirs.getByRole("dialog", { name: "Role of Mara Lindqvist" });
  await own.getByRole("radio", { name: /^Editor/ }).check();
  await own.getByRole("button", { name: "Change role" }).click();
  await own
    .getByRole("alert")
    .getByText("This is the last owner. Make another person an owner first; no role was changed.")
    .waitFor();
  await expectNoAxeViolationsAtAnyWidth(theirs);
  await own.getByRole("button", { name: "Cancel" }).click();

  // Restores the role.
  await theirs.getByRole("button", { name: "Change role of Noah Castellan" }).click();
  await theirs.getByRole("radio", { name: /^Owner/ }).check();
  await theirs.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
  await page.getByRole("banner").getByText("Owner", { exact: true }).waitFor();
});

test("COMPANY-4 people who cannot be loaded say so, and come back", async () => {
  const page = await browser.openPage("about:blank", {
    as: "viewer@demo.test",
    allowConsole: [/status of 500/],
  });
  const list = "**/api/company/admin/list";
  const stopAnswering = await answerInstead(page, list, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${portal.url}/admin/people`);
  await page.getByRole("alert").getByText("We couldn't load the people of Ember & Oak Digital.").waitFor();
  await expectNoAxeViolations(page);
  stopAnswering();
  await page.getByRole("button", { name: "Try again" }).click();
  await rowOf(page, "Theo Abara").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("COMPANY-1 an address of the company's side that is not there says so in its frame", async () => {
  const page = await browser.openPage("/admin/nowhere", { as: "viewer@demo.test" });
  await heading(page, "There is nothing at this address");
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "Return home" }).click();
  await home(page);
});

test("COMPANY-12 a viewer sees each mail as it will look, with its text beside it", async () => {
  const page = await browser.openPage("/admin/mails", { as: "viewer@demo.test" });
  await heading(page, "Emails");
  await page.getByRole("combobox", { name: "Email" }).selectOption("An invoice was issued");
  const look = page.frameLocator("iframe");
  await look.getByRole("heading", { name: "Invoice INV-0434" }).waitFor();
  await look.getByRole("link", { name: "Open the invoice" }).waitFor();
  await page.getByText("Amount due: $21,608.13 including GST").first().waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.setViewportSize({ width: 360, height: 780 });
  const width = await look.locator("body").evaluate((body) => body.scrollWidth - body.clientWidth);
  expect(width).toBe(0);
});

test("COMPANY-1 every list shows all its columns on a tablet and on a small desk, in a wider font too", async () => {
  const lists = [
    "documents",
    "work-orders",
    "invoices",
    "organizations",
    "requests",
    "products",
    "people",

    "people/all",
    "general-documents",
    "templates",
    "activity",
    "organizations/harbour-coffee?tab=People",
    "general-documents/of/general-terms",
  ];
  const page = await browser.openPage("/admin", {
    as: OWNER,
    allowConsole: [/net::ERR_FAILED/],
  });
  // Without the portal's font the browser shows the device's, which is wider here. It would keep an empty answer for
  // the pages of later journeys, but keeps no failure.
  await page.route("**/*.woff2", (route) => route.abort());
  const cutOff: string[] = [];
  for (const list of lists) {
    await page.goto(`${portal.url}/admin/${list}`);
    await page.locator("table[aria-busy=false] tbody tr").first().waitFor();
    const fonts = await page.evaluate(() => [...document.fonts].map(({ status }) => status));
    expect(fonts).not.toContain("loaded");
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const box = page.locator("table").locator("..");
      const hidden = await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      if (hidden > 0) cutOff.push(`${list}: ${hidden} of ${width} px`);
    }
  }
  expect(cutOff).toEqual([]);
});

test("COMPANY-1 who is on both sides goes from one to the other, on a desk and on a phone", async () => {
  const page = await browser.openPage("/dashboard", { as: BOTH });
  await page.getByRole("button", { name: "Harbour Coffee Roasters" }).click();
  await page.getByRole("menuitem", { name: "Admin" }).click();
  await home(page);
  await page.getByRole("banner").getByText("Editor", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Bo Tran" }).click();
  await page.getByRole("link", { name: "Client portal" }).click();
  await page.waitForURL(`${portal.url}/dashboard`);

  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Admin" }).click();
  await home(page);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByText("Bo Tran, Editor").waitFor();
  await expectNoAxeViolations(page);
  await menu.getByRole("link", { name: "Client portal" }).click();
  await page.waitForURL(`${portal.url}/dashboard`);
});

test("COMPANY-1 a person whose role is removed during a session is told so", async () => {
  const page = await browser.openPage("about:blank", { as: "viewer@demo.test" });
  await page.route("**/api/user-profile/user", async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { data: { ...data, adminRole: null } } });
  });
  await page.goto(`${portal.url}/admin/people`);
  await heading(page, "You no longer have access");
  await expectNoAxeViolations(page);
});
