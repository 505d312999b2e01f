import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { markInvoice, recordPayment, removePayment } from "#contract/admin/invoices.ts";
import { getInvoice, listInvoices } from "#contract/invoices.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { mails } from "#server/schema/mail.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { makeAcceptedWork, openInvoicing } from "#tests/support/accepted-work.ts";
import { makeInvoice } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const company = await openInvoicing(app);

const TODAY = new Date().toISOString().slice(0, 10);
const PAID = { paidOn: "2026-11-20", reference: null, mailsReceipt: false };

/** An issued invoice of $1,165.94, and the client who reads it. */
async function issueInvoice() {
  const { id, reader, organizationId } = await makeAcceptedWork(app);
  const { invoiceId, externalId } = await company.invoice(id);
  const params = { id: invoiceId };
  return {
    invoiceId,
    externalId,
    organizationId,
    reader,
    paying: (amount: number, expectedAmountDue: string, more = {}) => ({
      as: company.editor,
      params,
      body: { ...PAID, amount, expectedAmountDue, ...more },
    }),
    seen: () => app.request(getInvoice, { as: reader, params }),
    mark: (invoiceStatus: "PAID" | "UNPAID" | "CANCELLED", expectedStatus: "PAID" | "UNPAID") => ({
      as: company.editor,
      params,
      body: { invoiceStatus, expectedStatus },
    }),
  };
}

test("FIRST-8 an invoice is paid in parts, and it is paid once nothing is left", async () => {
  const { paying, seen, reader, organizationId, externalId } = await issueInvoice();
  const first = { paidOn: "2026-11-20", reference: "Bank 17", mailsReceipt: true };
  await app.request(recordPayment, paying(165.94, "1165.94", first));
  expect(await seen()).toMatchObject({
    invoiceStatus: "UNPAID",
    total: "1165.94",
    amountPaid: "165.94",
    amountDue: "1000.00",
    payments: [{ paidOn: "2026-11-20", amount: "165.94", reference: "Bank 17" }],
  });
  const second = await app.request(recordPayment, paying(1000, "1000.00", { paidOn: "2026-11-19" }));
  expect(second.payments.map(({ paidOn, amount, recordedBy }) => [paidOn, amount, recordedBy])).toEqual([
    ["2026-11-19", "1000.00", expect.any(String)],
    ["2026-11-20", "165.94", expect.any(String)],
  ]);
  expect(await seen()).toMatchObject({ invoiceStatus: "PAID", amountPaid: "1165.94", amountDue: "0.00" });
  const [listed] = await app.request(listInvoices, { as: reader, query: {} });
  expect(listed).toMatchObject({ total: "1165.94", amountPaid: "1165.94", amountDue: "0.00" });

  const receipts = await app.db.select().from(mails).where(eq(mails.organizationId, organizationId));
  const about = receipts.filter(({ subject }) => subject === `Payment received for invoice ${externalId}`);
  expect(about.length).toBe(2);
  expect(about[0]?.text).toContain(`We received $165.94 on 20 Nov 2026 for invoice ${externalId}`);
  expect(about[0]?.text).toContain("$1,000.00 is left to pay, due on 5 Dec 2026.");
});

test("FIRST-8 a payment that was recorded by mistake is removed, and the invoice waits for it again", async () => {
  const { paying, seen, invoiceId } = await issueInvoice();
  const { payments } = await app.request(recordPayment, paying(1165.94, "1165.94"));
  const params = { id: invoiceId, paymentId: payments[0]?.paymentId ?? "" };
  const removing = { as: company.editor, params };
  await app.request(removePayment, removing);
  expect(await seen()).toMatchObject({
    invoiceStatus: "UNPAID",
    amountPaid: "0.00",
    amountDue: "1165.94",
    payments: [],
  });
  expect(await app.refusal(removePayment, removing)).toMatchObject({ code: "not-found" });
  const rows = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, invoiceId));
  expect(rows.find(({ action }) => action === "invoice.remove-payment")?.details).toMatchObject({
    amount: "1165.94",
    paidOn: "2026-11-20",
  });
  expect((await verifyEvidence(app.deps, () => undefined)).message).toMatch(/^Intact/);
});

test.each([
  ["more than is due", { amount: 1165.95 }, "Please enter at most $1,165.94, which is left to pay"],
  ["zero", { amount: 0 }, "Please enter an amount above 0"],
  ["negative", { amount: -5 }, "Please enter an amount above 0"],
  ["of half a cent", { amount: 0.005 }, "Please enter whole cents"],
  ["in the future", { paidOn: "2099-01-01" }, "Please enter today or an earlier day"],
  ["in the year 0", { paidOn: "0000-01-01" }, "Please enter a date from the year 2000 to 9999"],
])(
  "FIRST-8 a payment that is %s is refused in one sentence, and nothing is recorded",
  async (_, sent, words) => {
    const { paying, seen } = await issueInvoice();
    const refusal = await app.refusal(recordPayment, paying(10, "1165.94", sent));
    expect(JSON.stringify(refusal)).toContain(words);
    expect(await seen()).toMatchObject({ amountPaid: "0.00", payments: [] });
  },
);

test("FIRST-8 of two editors who record a payment at the same instant, one does", async () => {
  const { paying, seen } = await issueInvoice();
  const both = await Promise.allSettled([
    app.request(recordPayment, paying(500, "1165.94")),
    app.request(recordPayment, paying(500, "1165.94")),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await app.refusal(recordPayment, paying(500, "1165.94"))).toMatchObject({
    code: "conflict",
    message:
      "The payments of this invoice have changed in the meantime. $665.94 is left to pay now. Nothing was recorded.",
  });
  expect((await seen()).payments.length).toBe(1);
});

test("FIRST-8 marking as paid records the rest as paid today, and marking as unpaid removes it again", async () => {
  const { paying, seen, mark } = await issueInvoice();
  await app.request(recordPayment, paying(165.94, "1165.94"));
  await app.request(markInvoice, mark("PAID", "UNPAID"));
  expect((await seen()).payments.map(({ amount }) => amount)).toEqual(["165.94", "1000.00"]);
  expect((await seen()).payments[1]?.paidOn).toMatch(/^20\d\d-/);
  await app.request(markInvoice, mark("UNPAID", "PAID"));
  expect(await seen()).toMatchObject({
    invoiceStatus: "UNPAID",
    amountDue: "1000.00",
    payments: [{ amount: "165.94" }],
  });
});

test("FIRST-8 what a list shows as left to pay is recorded as paid, or nothing is", async () => {
  const { paying, seen, mark, invoiceId } = await issueInvoice();
  const { payments } = await app.request(recordPayment, paying(165.94, "1165.94"));
  const shown = mark("PAID", "UNPAID");
  const params = { id: invoiceId, paymentId: payments[0]?.paymentId ?? "" };
  await app.request(removePayment, { as: shown.as, params });
  const asShown = { ...shown, body: { ...shown.body, expectedAmountDue: "1000.00" } };
  expect(await app.refusal(markInvoice, asShown)).toMatchObject({ code: "conflict" });
  expect(await seen()).toMatchObject({ invoiceStatus: "UNPAID", amountPaid: "0.00", payments: [] });
  await app.request(markInvoice, { ...shown, body: { ...shown.body, expectedAmountDue: "1165.94" } });
  expect(await seen()).toMatchObject({ invoiceStatus: "PAID", amountPaid: "1165.94" });
});

test("FIRST-8 an invoice with payments is not cancelled, and a cancelled one takes no payments", async () => {
  const { paying, mark, invoiceId } = await issueInvoice();
  const { payments } = await app.request(recordPayment, paying(10, "1165.94"));
  expect(await app.refusal(markInvoice, mark("CANCELLED", "UNPAID"))).toMatchObject({
    message:
      "This invoice has payments, so it can't be cancelled. Nothing was changed. Please remove its payments first.",
  });
  const params = { id: invoiceId, paymentId: payments[0]?.paymentId ?? "" };
  await app.request(removePayment, { as: company.editor, params });
  await app.request(markInvoice, mark("CANCELLED", "UNPAID"));
  expect(await app.refusal(recordPayment, paying(10, "0.00"))).toMatchObject({
    message: "This invoice is cancelled. No payment was recorded.",
  });
});

test("FIRST-8 an invoice that is not issued, or that has no amounts, takes no payments", async () => {
  const { id } = await makeAcceptedWork(app);
  const { invoiceId: draft } = await company.invoice(id, 100, false);
  const { invoiceId: elsewhere } = await makeInvoice(app.db);
  const paying = (invoiceId: string) => ({
    as: company.editor,
    params: { id: invoiceId },
    body: { ...PAID, amount: 10, expectedAmountDue: "10.00", paidOn: TODAY },
  });
  expect(await app.refusal(recordPayment, paying(draft))).toMatchObject({
    message: "This invoice hasn't been issued, so it can't be paid. No payment was recorded. Issue it first.",
  });
  expect(await app.refusal(recordPayment, paying(elsewhere))).toMatchObject({
    message:
      "This invoice was made elsewhere, so its amount isn't known here. No payment was recorded. Mark it as paid instead.",
  });
});
