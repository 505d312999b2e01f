import { and, eq, isNull } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { userProfiles } from "#server/schema/account.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { confirmSelf } from "#tests/support/confirm-self.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { makeInvitation } from "#tests/support/make-invitation.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const INVITED = "mia.wong@harbour.example";
const server = await startMailServer();
let documentId = "";

const { browser } = await startJourneys({
  variables: { MAIL_URL: `smtp://127.0.0.1:${server.port}` },
  // A document whose mails to a member and to someone invited were refused.
  async prepare(db) {
    const [writer] = await db.select().from(userProfiles).where(eq(userProfiles.email, "writer@demo.test"));
    const organizationId = writer?.activeOrganizationId ?? "";
    const isWaiting = and(
      eq(uniqueDocuments.organizationId, organizationId),
      eq(uniqueDocuments.status, "PENDING"),
      isNull(uniqueDocuments.archivedAt),
    );
    const [document] = await db.select().from(uniqueDocuments).where(isWaiting).limit(1);
    documentId = document?.uniqueDocumentId ?? "";
    await makeInvitation(db, { organizationId, email: INVITED, firstName: "Mia", lastName: "Wong" });
    for (const recipient of ["writer@demo.test", INVITED])
      await db.insert(mails).values({
        mailId: `refused-${recipient.replaceAll(/\W/g, "-")}`,
        recipient,
        subject: "A proposal",
        text: "It is here.",
        html: "<p>It is here.</p>",
        aboutId: documentId,
        organizationId,
        event: `document.sent:${documentId}:1`,
        givenUpAt: new Date(),
        failure: `Can't send mail - all recipients were rejected: 550 5.1.1 <${recipient}>: unknown user`,
      });
  },
});

test("FIRST-2 the company sees that emails were refused and why, sends them again and to another address, and tests its mail server", async () => {
  onTestFinished(() => server.close());
  const page = await browser.openPage("/admin", { as: "editor@demo.test" });
  const notice = page.getByText("No email has been sent yet");
  await notice.waitFor();
  const undelivered = page.getByRole("region", { name: /^Emails that weren't delivered/ });
  await undelivered.getByText("There is no mailbox with this address.").first().waitFor();
  await undelivered.getByRole("link", { name: "All emails that weren't delivered" }).click();
  await page.getByRole("heading", { level: 1, name: "Emails that weren't delivered" }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "A proposal" }).first().click();

  const delivery = page.getByRole("region", { name: "Delivery" });
  await delivery.getByText("There is no mailbox with this address.").first().waitFor();
  await expectNoAxeViolations(page);
  const viewer = await browser.openPage(`/admin/documents/${documentId}`, {
    as: "viewer@demo.test",
    width: 360,
    height: 780,
  });
  const theirs = viewer.getByRole("region", { name: "Delivery" });
  await theirs.getByText("Not delivered").first().waitFor();
  expect(await theirs.getByRole("button").count()).toBe(0);

  await delivery.getByRole("button", { name: /^Send again \(Maya/ }).click();
  await delivery.getByText(/^Sent /).waitFor();
  // The viewer's page follows by itself, and so does the notice above every screen.
  await theirs.getByText(/^Sent /).waitFor();
  await notice.waitFor({ state: "detached" });

  await delivery.getByRole("button", { name: "Change reminders" }).click();
  const reminders = page.getByRole("dialog", { name: "Reminders of this document" });
  await reminders.getByLabel("Remind").selectOption("own");
  await reminders.getByLabel("Not decided").selectOption("14");
  await expectNoAxeViolations(page);
  await reminders.getByLabel("Remind").selectOption("off");
  await reminders.getByRole("button", { name: "Save" }).click();
  await delivery.getByText("Reminders are off for this document.").waitFor();
  await theirs.getByText("Reminders are off for this document.").waitFor();

  await delivery.getByRole("button", { name: "Send to another address (Mia Wong)" }).click();
  const dialog = page.getByRole("dialog", { name: "Another address for Mia Wong" });
  await dialog.getByLabel("Email").fill("mia@harbour.example");
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Invite and send" }).click();
  await confirmSelf(page, delivery.getByText("mia@harbour.example"));
  await dialog.waitFor({ state: "detached" });
  await delivery.getByText("Not delivered").waitFor({ state: "detached" });
  // Members are told of the changed access by mails of their own.
  const addresses = async () =>
    (await server.received()).flatMap(({ to }) => to?.map(({ address }) => address));
  await expect.poll(addresses).toContain("mia@harbour.example");

  await page.goto(page.url().replace(/\/admin\/.*/, "/admin/settings"));
  const settings = page.getByRole("region", { name: "Test email" });
  await settings.getByRole("button", { name: "Send a test email to yourself" }).click();
  await settings.getByText("Sent", { exact: true }).waitFor();
  await settings.getByText(/to editor@demo\.test/).waitFor();
  await expectNoAxeViolations(page);
});
