import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDateTime } from "#domain/format.ts";
import { userProfiles } from "#server/schema/account.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { blockDecisions } from "#tests/support/block-decisions.ts";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import type { Portal } from "#tests/support/portal.ts";

// The screens of a writer whose sign-in the company has changed, and of one who works for the company too.

const WRITER = "writer@demo.test";
const COLLEAGUE = "reader@demo.test";
const DOCUMENT = "/doc/spring-campaign-cold-brew-on-tap";

let portal: Portal;
let browser: TestBrowser;
let until = "";
beforeAll(async () => {
  portal = await startDemoPortal({
    async prepare(db) {
      const person = async (email: string) => {
        const [found] = await db.select().from(userProfiles).where(eq(userProfiles.email, email));
        if (!found) throw new Error(`There is no ${email}.`);
        return found;
      };
      const [writer, colleague] = [await person(WRITER), await person(COLLEAGUE)];
      until = formatDateTime(
        await blockDecisions(db, writer, writer.activeOrganizationId ?? ""),
        "Australia/Sydney",
      );
      const isColleague = eq(organizationPermissions.userId, colleague.userProfileId);
      await db.update(organizationPermissions).set({ permissionType: "write" }).where(isColleague);
    },
  });
  browser = await startBrowser(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const buttons = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true });

test.each([
  { width: 360, height: 780, colorScheme: "light" },
  { width: 1280, height: 900, colorScheme: "dark" },
] as const)(
  "FIELD-2 at $width px the document says from when its writer can decide, in place of the buttons",
  async (size) => {
    const page = await browser.openPage(DOCUMENT, { as: WRITER, ...size });
    await page.getByText(`You can decide for Harbour Coffee Roasters from ${until}`).waitFor();
    expect(await buttons(page, "Accept").count()).toBe(0);
    expect(await buttons(page, "Decline").count()).toBe(0);
    for (const box of await page.getByRole("main").getByRole("checkbox").all()) {
      expect(await box.isDisabled()).toBe(true);
    }
    await expectNoAxeViolations(page);
  },
);

test("FIELD-2 a colleague lets the writer decide now, after a question, and the open document follows", async () => {
  const held = await browser.openPage(DOCUMENT, { as: WRITER });
  await held.getByText(`You can decide for Harbour Coffee Roasters from ${until}`).waitFor();
  const own = await browser.openPage("/permissions", { as: WRITER });
  await own.getByText(`Can decide again from ${until}`).filter({ visible: true }).waitFor();
  expect(await own.getByRole("button", { name: /^Allow decisions now/ }).count()).toBe(0);

  const page = await browser.openPage("/permissions", { as: COLLEAGUE });
  await page
    .getByRole("button", { name: /^Allow decisions now/ })
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole("dialog", { name: /^Allow .* to decide now\?$/ });
  await dialog.getByText("in person or by phone").waitFor();
  await dialog.getByRole("button", { name: "Allow decisions now" }).click();
  await page.getByText(/ can decide now$/).waitFor();
  await buttons(held, "Accept").waitFor();
});
