import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { confirmSelf } from "#tests/support/confirm-self.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { openOidcPeer } from "#tests/support/oidc-peer.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const OWNER = "staff@demo.test";
const WRITER = "writer@demo.test";
const PASSWORD = "counterpart-demo";

const peer = await openOidcPeer();
afterAll(() => peer.close());
const { portal, browser } = await startJourneys({ variables: { INTERNAL_ISSUERS: peer.issuer } });
peer.connect(portal.url);
for (const email of [OWNER, WRITER, "stranger@elsewhere.test"]) peer.add({ subject: email, email });

const allowConsole = [new RegExp(`asked another host: ${peer.issuer}`)];
const button = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true });

async function fillIssuer(page: Page, issuer: string, name: string): Promise<void> {
  const { clientId, clientSecret } = peer.client();
  const dialog = page.getByRole("dialog", { name: "Set up single sign-on" });
  await dialog.getByLabel("Issuer").fill(issuer);
  await dialog.getByLabel("Client ID").fill(clientId);
  await dialog.getByLabel("Client secret", { exact: true }).fill(clientSecret);
  await dialog.getByLabel("Name").fill(name);
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
  await expectNoAxeViolationsAtAnyWidth(page);
  await button(page, "Sign in with Harbour ID").click();
  await chooseAccount(page, "stranger@elsewhere.test");
  await page.getByRole("heading", { name: "You aren't signed in" }).waitFor();
  await page.getByText("this portal knows no one by that sign-in").waitFor();
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

  await page.goto(`${portal.url}/user`);
  await signOutAtBoth(page);
});
