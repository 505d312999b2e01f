import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { inviteAdmin } from "#contract/admin/people.ts";
import { addCompanyIssuer } from "#contract/admin/single-sign-on.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { openOidcPeer } from "#tests/support/oidc-peer.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const OWNER = "staff@demo.test";
const SECOND_OWNER = "editor@demo.test";
const INVITED = "newcomer@demo.test";
const PASSWORD = "counterpart-demo";

const peer = await openOidcPeer();
afterAll(() => peer.close());
const { portal, browser } = await startJourneys({
  variables: { INTERNAL_ISSUERS: peer.issuer },
  statements: [
    { text: "update user_profiles set admin_role = 'owner' where email = $1", values: [SECOND_OWNER] },
  ],
});
peer.connect(portal.url);
for (const email of [OWNER, SECOND_OWNER, INVITED]) peer.add({ subject: email, email });

const allowConsole = [new RegExp(`asked another host: ${peer.issuer}`)];
const button = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true });

/** Chooses an account on the page of the sign-in service. */
async function chooseAccount(page: Page, email: string): Promise<void> {
  await page.waitForURL((url) => url.origin === peer.issuer);
  await button(page, email).click();
}

/** Signs in with the company's single sign-on, in a browser that is signed in nowhere. */
async function enterByIssuer(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${portal.url}/login?return=%2Fadmin%2Fsettings`);
  await button(page, "Sign in with Harbour ID").click();
  await chooseAccount(page, email);
  await page.waitForURL(`${portal.url}/admin/settings`);
}

async function enterByPassword(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${portal.url}/login?return=%2Fadmin%2Fsettings`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button(page, "Sign in").click();
}

async function confirmByIssuer(page: Page, email: string): Promise<void> {
  const opening = page.waitForEvent("popup");
  await button(page, "Confirm with Harbour ID").click();
  const popup = await opening;
  const closing = popup.waitForEvent("close");
  await chooseAccount(popup, email);
  await closing;
}

test("CONNECT-1 an owner makes single sign-on the only way in: a password is refused with the way on, an invitation is accepted by it, and passwords are allowed again", async () => {
  const owner = createPersonClient(portal.url, OWNER);
  const { issuer, clientId, clientSecret } = peer.client();
  await owner.request(addCompanyIssuer, { body: { name: "Harbour ID", issuer, clientId, clientSecret } });
  const colleague = createPersonClient(portal.url, SECOND_OWNER);
  await colleague.request(inviteAdmin, { body: { email: INVITED, adminRole: "viewer" } });
  const invitation = await mailedLinkIn(portal.dataDir, INVITED);
  const second = await browser.openPage("/login", { allowConsole, width: 360, colorScheme: "dark" });
  await enterByIssuer(second, SECOND_OWNER);

  const page = await browser.openPage("/admin/settings", { as: OWNER, allowConsole });
  const dialog = page.getByRole("dialog", { name: "Make Harbour ID the only way in?" });
  const require = dialog.getByRole("button", { name: "Make it the only way in" });
  await button(page, "Make it the only way in: Harbour ID").click();
  await dialog.getByText("You signed in another way.").waitFor();
  expect(await require.isDisabled()).toBe(true);
  await enterByIssuer(page, OWNER);
  await button(page, "Make it the only way in: Harbour ID").click();
  await dialog.getByText("Not all of your colleagues can sign in with it yet").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await require.click();
  await confirmByIssuer(page, OWNER);
  await page.getByText("It's the only way in for your colleagues since").waitFor();

  await enterByPassword(second, SECOND_OWNER);
  await second.getByText("whose people sign in only with Harbour ID").waitFor();
  await expectNoAxeViolationsAtAnyWidth(second);
  await button(second, "Sign in with Harbour ID").click();
  await chooseAccount(second, SECOND_OWNER);
  await second.waitForURL(`${portal.url}/admin/settings`);

  const invited = await browser.openPage(invitation, { allowConsole });
  await invited
    .getByText("sign in only with Harbour ID. Signing in with it accepts the invitation")
    .waitFor();
  expect(await invited.getByLabel(/password/i).count()).toBe(0);
  await expectNoAxeViolationsAtAnyWidth(invited);
  await button(invited, "Sign in with Harbour ID").click();
  await chooseAccount(invited, INVITED);
  await invited.waitForURL((url) => url.pathname.startsWith("/admin"));

  await button(page, "Allow passwords beside Harbour ID").click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow passwords" }).click();
  await page.getByText("Passwords and passkeys sign your colleagues in as well.").waitFor();
  await enterByPassword(second, SECOND_OWNER);
  await second.waitForURL(`${portal.url}/admin/settings`);
});
