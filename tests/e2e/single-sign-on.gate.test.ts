import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { addSecondFactor, prepareSecondFactor } from "#contract/security.ts";
import { capturePicture } from "#tests/support/capture-picture.ts";
import { confirmSelf } from "#tests/support/confirm-self.ts";
import { prompt, typePassword } from "#tests/support/ended-session.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { readMailTo } from "#tests/support/mailed-code.ts";
import { openOidcPeer } from "#tests/support/oidc-peer.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

const OWNER = "staff@demo.test";
const WRITER = "writer@demo.test";
const EDITOR = "editor@demo.test";
const PASSWORD = "counterpart-demo";
const TENANT = "8c1f4f2e-0c55-4d64-9f3d-5a1d3c6a7b21";

const peer = await openOidcPeer();
/** Another sign-in service, which breaks down. */
const spare = await openOidcPeer();
afterAll(() => Promise.all([peer.close(), spare.close()]));
const { portal, browser } = await startJourneys({
  variables: { INTERNAL_ISSUERS: `${peer.issuer},${spare.issuer}` },
});
peer.connect(portal.url);
for (const email of [OWNER, WRITER, EDITOR, "stranger@elsewhere.test"]) peer.add({ subject: email, email });

const allowConsole = [new RegExp(`asked another host: ${peer.issuer}`)];
const button = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true });

async function typeIssuer(page: Page, issuer: string, name: string): Promise<void> {
  const { clientId, clientSecret } = peer.client();
  const dialog = page.getByRole("dialog", { name: "Set up single sign-on" });
  await dialog.getByLabel("Issuer").fill(issuer);
  await dialog.getByLabel("Client ID").fill(clientId);
  await dialog.getByLabel("Client secret", { exact: true }).fill(clientSecret);
  await dialog.getByLabel("Name").fill(name);
}

async function fillIssuer(page: Page, issuer: string, name: string): Promise<void> {
  await typeIssuer(page, issuer, name);
  await button(page, "Test and set up").click();
}

async function confirmByPassword(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
}

/** Chooses an account on the page of the sign-in service. */
async function chooseAccount(page: Page, email: string): Promise<void> {
  await page.waitForURL((url) => url.origin === peer.issuer);
  await button(page, email).click();
}

async function signOutAtBoth(page: Page): Promise<void> {
  await button(page, "Sign out").click();
  await page.waitForURL((url) => url.origin === peer.issuer);
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${portal.url}/`);
}

test("CONNECT-1 an owner sets up single sign-on of the company, and signs in with it where no one else can", async () => {
  const page = await browser.openPage("/admin/settings", { as: OWNER, allowConsole });
  await button(page, "Set up single sign-on").click();
  await expectNoAxeViolationsAtAnyWidth(page);
  await typeIssuer(page, `https://login.microsoftonline.com/${TENANT}/v2.0`, "Microsoft");
  await capturePicture(page, "single-sign-on");
  await fillIssuer(page, "https://login.microsoftonline.com/common/v2.0", "Harbour ID");
  const issuer = page.getByLabel("Issuer");
  await page.getByText("This address signs people of any company in").waitFor();
  await fillIssuer(page, `${peer.issuer}/elsewhere`, "Harbour ID");
  await confirmSelf(page, page.getByText("Check the issuer's address."));
  expect(await issuer.getAttribute("aria-invalid")).toBe("true");
  await fillIssuer(page, peer.issuer, "Harbour ID");
  await confirmSelf(page, page.getByRole("button", { name: "Change Harbour ID" }));

  await page.context().clearCookies();
  await page.goto(`${portal.url}/login?return=%2Fadmin%2Faccount`);
  await button(page, "Sign in with Harbour ID").waitFor();
  await capturePicture(page, "sign-in");
  await expectNoAxeViolationsAtAnyWidth(page);
  await button(page, "Sign in with Harbour ID").click();
  await chooseAccount(page, "stranger@elsewhere.test");
  await page.getByRole("heading", { name: "You aren't signed in" }).waitFor();
  await page.getByText("this portal doesn't know that account").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  peer.connect(portal.url);
  await page.goto(`${portal.url}/login?return=%2Fadmin%2Faccount`);
  await button(page, "Sign in with Harbour ID").click();
  await chooseAccount(page, OWNER);
  await page.waitForURL(`${portal.url}/admin/account`);
  const linked = page.getByRole("region", { name: "Single sign-on" });
  await linked.getByText(OWNER).waitFor();
});

test("CONNECT-1 a writer sets up single sign-on of the organization, signs in at its address, accepts after a fresh sign-in, and signs out here and there", async () => {
  peer.connect(portal.url);
  const page = await browser.openPage("/permissions", { as: WRITER, allowConsole, width: 360 });
  await button(page, "Set up single sign-on").click();
  await fillIssuer(page, peer.issuer, "Harbour Coffee");
  await confirmByPassword(page);
  const card = page.getByRole("region", { name: "Single sign-on" });
  await button(page, "Change Harbour Coffee").waitFor();
  const address = await card
    .getByText(/\/sign-in\//)
    .first()
    .innerText();
  const rule = page.getByRole("checkbox", { name: /before accepting/ });
  await rule.click();
  await expect.poll(() => rule.isChecked()).toBe(true);

  await page.context().clearCookies();
  // A link from elsewhere begins nothing by itself, and an issuer that signed no one in is not offered again.
  const issuerId = address.split("/").at(-1) ?? "";
  await page.goto(`${portal.url}/sign-in/window?issuer=${issuerId}&waiting=guessed`);
  await button(page, "Sign in with Harbour Coffee").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  expect(page.url()).toContain(`${portal.url}/sign-in/window`);
  await button(page, "Sign in with Harbour Coffee").click();
  await page.waitForURL((url) => url.origin === peer.issuer);
  await page.goto(`${portal.url}/login`);
  await button(page, "Sign in with Harbour ID").waitFor();
  expect(await button(page, "Sign in with Harbour Coffee").count()).toBe(0);
  await page.goto(`${portal.url}/sign-in/window?waiting=guessed`);
  await button(page, "Sign in again").waitFor();

  await page.goto(address);
  await expectNoAxeViolationsAtAnyWidth(page);
  await button(page, "Sign in with Harbour Coffee").click();
  await chooseAccount(page, WRITER);
  await page.waitForURL(`${portal.url}/dashboard`);

  await page.goto(`${portal.url}/doc/online-store-and-wholesale-portal`);
  await button(page, "Accept").click();
  await page
    .getByRole("dialog", { name: /^Accept/ })
    .getByRole("button", { name: "Accept" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  const opening = page.waitForEvent("popup");
  await dialog.getByRole("button", { name: "Confirm with Harbour Coffee" }).click();
  const popup = await opening;
  const closing = popup.waitForEvent("close");
  await chooseAccount(popup, WRITER);
  await closing;
  await page.getByText(`(${WRITER})`).filter({ visible: true }).first().waitFor();

  // A browser that blocks the window: a link opens it, and the confirmation goes on by itself.
  await page.goto(`${portal.url}/permissions`);
  await expect.poll(() => rule.isChecked()).toBe(true);
  await page.evaluate(() => {
    window.open = () => null;
  });
  await rule.click();
  await dialog.getByRole("button", { name: "Confirm with Harbour Coffee" }).click();
  await dialog.getByText("Your browser blocked the window").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  const linking = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: "Open Harbour Coffee" }).click();
  const linked = await linking;
  await chooseAccount(linked, WRITER);
  await expect.poll(() => rule.isChecked()).toBe(false);
  if (!linked.isClosed()) await linked.close();

  await page.goto(`${portal.url}/user`);
  await signOutAtBoth(page);
});

test("CONNECT-1 an owner changes an issuer and removes it, and its button says while it is down that the other ways in work", async () => {
  const owner = await browser.openPage("/admin/settings", { as: OWNER, allowConsole });
  await button(owner, "Set up another").click();
  await fillIssuer(owner, spare.issuer, "Old ID");
  await confirmSelf(owner, button(owner, "Change Old ID"));
  await button(owner, "Change Old ID").click();
  const change = owner.getByRole("dialog", { name: "Change Old ID" });
  await change.getByLabel("Name").fill("Spare ID");
  await change.getByRole("button", { name: "Save" }).click();
  await confirmSelf(owner, button(owner, "Change Spare ID"));

  spare.departs({ answers: "nothing" });
  const page = await browser.openPage("/login?return=%2Fadmin%2Faccount", {
    allowConsole: [/status of 503/],
    width: 360,
  });
  await button(page, "Sign in with Spare ID").click();
  await page.getByText("can't be reached").waitFor();
  await page.getByText("Until it works again, please sign in another way.").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByLabel("Email").fill(OWNER);
  await typePassword(page);
  await page.waitForURL(`${portal.url}/admin/account`);
  spare.departs({});

  await button(owner, "Remove Spare ID").click();
  const removal = owner.getByRole("dialog", { name: "Remove Spare ID?" });
  await removal.getByRole("button", { name: "Remove", exact: true }).click();
  await confirmSelf(owner, owner.getByText("Single sign-on removed"));
  await button(owner, "Remove Spare ID").waitFor({ state: "detached" });
  await page.context().clearCookies();
  await page.goto(`${portal.url}/login`);
  await button(page, "Sign in with Harbour ID").waitFor();
  expect(await button(page, "Sign in with Spare ID").count()).toBe(0);
});

test("CONNECT-1 the company sets up single sign-on for a client, whose people read of it at once, a day before it signs anyone in, and remove it", async () => {
  const owner = await browser.openPage("/admin/organizations", { as: OWNER, allowConsole });
  await owner.getByRole("link", { name: "Harbour Coffee Roasters" }).first().click();
  const card = owner.getByRole("region", { name: "Single sign-on" });
  await card.getByRole("button", { name: /^Set up/ }).click();
  await owner.getByText("It signs people in after 24 hours, so that they can object.").waitFor();
  await fillIssuer(owner, spare.issuer, "Given ID");
  await confirmSelf(owner, card.getByText(/It signs people in from .+, unless it's removed before/));
  await card.getByText(/^Set up by Noah Castellan of Ember & Oak Digital on/).waitFor();
  await expectNoAxeViolationsAtAnyWidth(owner);
  const notice = () => readMailTo(portal.dataDir, WRITER, /^Access to Harbour Coffee Roasters/);
  await expect.poll(async () => (await notice()).text).toContain("signs its people in from tomorrow on");

  const writer = await browser.openPage("/permissions", { as: WRITER, allowConsole, width: 360 });
  const own = writer.getByRole("region", { name: "Single sign-on" });
  const given = own.getByRole("listitem").filter({ hasText: "Given ID" });
  await given.getByText(/^Set up by Noah Castellan of Ember & Oak Digital on/).waitFor();
  await own.getByText(/^Set up by Maya Lindqvist of your organization on/).waitFor();
  const address = await given
    .getByText(/\/sign-in\//)
    .first()
    .innerText();
  const visitor = await browser.openPage(new URL(address).pathname, { width: 360 });
  await button(visitor, "Sign in with Given ID").click();
  await visitor.getByText(/^Given ID signs people in from .+ on\. Until then/).waitFor();
  await visitor.getByRole("link", { name: "Other ways to sign in" }).waitFor();

  await button(writer, "Remove Given ID").click();
  const removal = writer.getByRole("dialog", { name: "Remove Given ID?" });
  await removal.getByRole("button", { name: "Remove", exact: true }).click();
  await confirmByPassword(writer);
  await given.waitFor({ state: "detached" });
  await visitor.reload();
  await visitor.getByRole("heading", { name: "This sign-in address doesn't work" }).waitFor();
});

test("CONNECT-1 TRUST-5 a colleague with an authenticator app enters its code after the issuer, and signs in another way once they have unlinked it", async () => {
  const program = createPersonClient(portal.url, EDITOR);
  const { setup, secret, backupCodes } = await program.request(prepareSecondFactor, {});
  const code = totpOf(secret, stepAt(new Date()));
  await program.request(addSecondFactor, { body: { password: PASSWORD, setup, code } });

  peer.connect(portal.url);
  const page = await browser.openPage("/login?return=%2Fadmin%2Faccount", {
    allowConsole: [...allowConsole, /status of 401/],
    width: 360,
  });
  await button(page, "Sign in with Harbour ID").click();
  await chooseAccount(page, EDITOR);
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByLabel("Code").fill("aaaaa-bbbbb");
  await button(page, "Sign in").click();
  await page.getByText("This code is wrong").waitFor();
  await page.getByLabel("Code").fill(backupCodes[0] ?? "");
  await button(page, "Sign in").click();
  await page.waitForURL(`${portal.url}/admin/account`);

  const linked = page.getByRole("region", { name: "Single sign-on" });
  await linked.getByText(EDITOR).waitFor();
  await button(page, "Unlink Harbour ID").click();
  const unlinking = page.getByRole("dialog", { name: "Unlink Harbour ID?" });
  await expectNoAxeViolationsAtAnyWidth(page);
  await unlinking.getByRole("button", { name: "Unlink", exact: true }).click();
  const again = page.getByRole("dialog", { name: "Confirm it's you" });
  await again.getByLabel("Code").fill(backupCodes[1] ?? "");
  await again.getByRole("button", { name: "Confirm" }).click();
  // The sign-in that is unlinked has made this session.
  await prompt(page).waitFor();
  await typePassword(page);
  await prompt(page)
    .getByLabel("Code")
    .fill(backupCodes[2] ?? "");
  await prompt(page).getByRole("button", { name: "Sign in", exact: true }).click();
  await linked.getByText("You haven't signed in with single sign-on.").waitFor();
});
