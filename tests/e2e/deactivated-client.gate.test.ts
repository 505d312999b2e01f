import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { userProfiles } from "#server/schema/account.ts";
import { organizations } from "#server/schema/organizations.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { browser } = await startJourneys({
  async prepare(db) {
    const [writer] = await db.select().from(userProfiles).where(eq(userProfiles.email, "writer@demo.test"));
    await db
      .update(organizations)
      .set({ status: "INACTIVE", deactivatedAt: new Date() })
      .where(eq(organizations.organizationId, writer?.activeOrganizationId ?? ""));
  },
});

test("FIRST-6 people of a deactivated organization read so, and what they accepted and their invoices", async () => {
  const page = await browser.openPage("/dashboard", { as: "writer@demo.test", width: 390, height: 844 });
  await page.getByText("Your organization is no longer active.").waitFor();
  expect(await page.getByText("while we confirm your details").count()).toBe(0);
  await expectNoAxeViolations(page);

  const readable = page.getByRole("region", { name: "What you can still read" });
  await readable.getByRole("link", { name: "Accepted proposals" }).click();
  const accepted = page.getByRole("link", { name: /./ }).and(page.locator('[href^="/doc/"]'));
  await accepted.first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByRole("button", { name: /Accept|Decline/ }).count()).toBe(0);

  await page.goto(new URL("/invoices", page.url()).href);
  await page.locator('[href^="/invoices/"]').first().click();
  await page.getByRole("tab", { name: "Details" }).waitFor();
  expect(await page.getByRole("tab", { name: "Work Orders" }).count()).toBe(0);
  await expectNoAxeViolations(page);
});
