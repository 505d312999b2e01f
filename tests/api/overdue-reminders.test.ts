import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  addInvoice,
  changeInvoice,
  getManagedInvoice,
  issueInvoice,
  markInvoice,
} from "#contract/admin/invoices.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { getInvoice } from "#contract/invoices.ts";
import { DEFAULT_REMINDERS } from "#domain/documents/reminders.ts";
import { dayIn } from "#domain/invoices/invoice.ts";
import { DEFAULT_OVERDUE } from "#domain/invoices/overdue-reminders.ts";
import { remindOverdue } from "#server/invoices/remind-overdue.job.ts";
import { sendMail } from "#server/mail/send-mail.job.ts";
import { invoices } from "#server/schema/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { settings } from "#server/schema/settings.ts";
import { makeAdmin, makeOrganization, makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");
const DAY_MS = 86_400_000;
const YESTERDAY = dayIn(app.deps.settings.now().timeZone, new Date(Date.now() - DAY_MS));
const ALWAYS = { ...DEFAULT_REMINDERS, fromHour: 0, untilHour: 24, isOnWeekends: true };

async function change(changed: object): Promise<void> {
  const { recordVersion, ...before } = await app.request(getSettings, { as: owner });
  const body = { settings: { ...before, ...changed }, recordVersion };
  await app.request(updateSettings, { as: owner, body });
}
await change({ reminders: ALWAYS });

const onDay = (days: number) =>
  remindOverdue.run({ ...app.deps, clock: () => new Date(Date.now() + days * DAY_MS) }, {});

/** An issued invoice of $110 that was due yesterday, and a reader of it. */
async function makeDue(isIssued = true, rate = 100) {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const reader = await makePerson(app.db, { organization });
  const line = { description: "Work", quantity: 1, unit: null, rate, discountPercent: 0, hasGst: true };
  const invoice = await app.request(addInvoice, {
    as: owner,
    body: {
      organizationId,
      invoiceStatus: "UNPAID",
      name: null,
      dueDate: YESTERDAY,
      xeroLink: null,
      lines: [line],
      isIssued,
    },
  });
  return { ...invoice, reader };
}

const remindersOf = (id: string) =>
  app.db
    .select()
    .from(mails)
    .where(and(eq(mails.aboutId, id), like(mails.event, "invoice.overdue:%")));

test("FIRST-8 no one is reminded of an invoice before an owner has saved settings", async () => {
  await app.db.delete(settings);
  const { invoiceId } = await makeDue();
  await onDay(2);
  expect(await remindersOf(invoiceId)).toEqual([]);
  await change({ reminders: ALWAYS, overdueReminders: DEFAULT_OVERDUE });
  await onDay(2);
  expect(await remindersOf(invoiceId)).not.toEqual([]);
});

test("FIRST-8 the people of an unpaid invoice are reminded on each day of the settings, once", async () => {
  const { invoiceId, externalId } = await makeDue();
  for (const day of [0, 1, 2, 2, 3, 6, 7, 13, 14, 40]) await onDay(day);
  const sent = await remindersOf(invoiceId);
  expect(sent.map(({ event }) => event?.split(":").at(-1)).toSorted()).toEqual(["FIRST", "SECOND", "THIRD"]);
  expect(sent[0]?.subject).toBe(`Reminder: invoice ${externalId} is overdue`);
  expect(sent[0]?.text).toContain("$110.00 is left to pay.");
});

test("FIRST-8 a queued reminder is dropped if the invoice is paid before it leaves, and none follows", async () => {
  const { invoiceId } = await makeDue();
  await onDay(2);
  await expect.poll(async () => (await remindersOf(invoiceId))[0]?.sentAt).toBeInstanceOf(Date);
  const [queued] = await remindersOf(invoiceId);
  const body = { invoiceStatus: "PAID" as const, expectedStatus: "UNPAID" as const };
  await app.request(markInvoice, { as: owner, params: { id: invoiceId }, body });
  await app.db
    .update(mails)
    .set({ sentAt: null })
    .where(eq(mails.mailId, queued?.mailId ?? ""));
  await sendMail.run(app.deps, { mailId: queued?.mailId ?? "" });
  await onDay(6);
  expect(await remindersOf(invoiceId)).toEqual([]);
});

test("FIRST-8 no one is reminded of an invoice of $0.00", async () => {
  const { invoiceId } = await makeDue(true, 0);
  await onDay(2);
  expect(await remindersOf(invoiceId)).toEqual([]);
});

test("FIRST-8 without days in the settings no reminder of an invoice is sent", async () => {
  await change({ overdueReminders: { firstDays: null, secondDays: null, thirdDays: null } });
  const { invoiceId } = await makeDue();
  for (const day of [2, 6, 13]) await onDay(day);
  expect(await remindersOf(invoiceId)).toEqual([]);
  await change({ overdueReminders: DEFAULT_OVERDUE });
});

test("FIRST-8 a draft whose due date has passed since it was made is issued with another one only", async () => {
  const { invoiceId, recordVersion, linesVersion } = await makeDue(false);
  const made = new Date(Date.now() - 5 * DAY_MS);
  await app.db.update(invoices).set({ createdAt: made }).where(eq(invoices.invoiceId, invoiceId));
  const params = { id: invoiceId };
  const issuing = { as: owner, params, body: { recordVersion, linesVersion } };
  const refused = await app.refusal(issueInvoice, issuing);
  expect(refused).toMatchObject({ status: 409, message: "Its due date has passed. Change it first." });
  const later = { dueDate: "2100-01-01", xeroLink: null, recordVersion };
  const changed = await app.request(changeInvoice, { as: owner, params, body: later });
  const body = { recordVersion: changed.recordVersion, linesVersion };
  expect((await app.request(issueInvoice, { as: owner, params, body })).issuedAt).not.toBeNull();
});

test("FIRST-8 an issued invoice has the terms and the reference of its issue, whatever the settings become", async () => {
  await change({ paymentTerms: "Pay within 14 days.", paymentReference: "Client 7 {number}" });
  const { invoiceId, externalId, reader, ...draft } = await makeDue(false);
  expect(draft).toMatchObject({ terms: "Pay within 14 days.", reference: `Client 7 ${externalId}` });
  const { recordVersion, linesVersion } = draft;
  const params = { id: invoiceId };
  const xeroLink = "https://in.xero.com/abc";
  const body = { recordVersion, linesVersion, xeroLink };
  await app.request(issueInvoice, { as: owner, params, body });
  await change({ paymentTerms: "Pay at once.", paymentReference: null });
  const frozen = { terms: "Pay within 14 days.", reference: `Client 7 ${externalId}`, xeroLink };
  expect(await app.request(getInvoice, { as: reader, params })).toMatchObject(frozen);
  expect(await app.request(getManagedInvoice, { as: owner, params })).toMatchObject(frozen);
  const [mail] = await app.db
    .select()
    .from(mails)
    .where(eq(mails.event, `invoice.issued:${invoiceId}`));
  expect(mail?.text).toContain("Pay within 14 days.");
  expect(mail?.text).toContain(`Pay in Xero: ${xeroLink}`);
  expect(mail?.text).toContain("Amount due: $110.00 including GST");
});
