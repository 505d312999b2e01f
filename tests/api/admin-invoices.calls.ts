import type * as calls from "#contract/admin/invoices.ts";
import { acceptElsewhere } from "#tests/support/accepted-work.ts";
import { makeDocument, makeInvoice, makeOrganization, makePayment } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn(app: TestApp) {
  const { db } = app;
  const { organizationId } = await makeOrganization(db);
  const { invoiceId: ownInvoiceId } = await makeInvoice(db, { organizationId });
  const { invoiceId: preparedId } = await makeInvoice(db, { organizationId, issuedAt: null });
  const { organizationId: buyerId } = await makeOrganization(db);
  const { uniqueDocumentId: acceptedId } = await acceptElsewhere(
    app,
    await makeDocument(db, { organizationId }),
  );
  const { invoiceId: payableId } = await makeInvoice(db, { organizationId, ...AMOUNTS });
  const { invoiceId: paidId } = await makeInvoice(db, { organizationId, ...AMOUNTS, amountPaid: "10" });
  const { paymentId } = await makePayment(db, { invoiceId: paidId });
  return { ownInvoiceId, preparedId, buyerId, acceptedId, payableId, paidId, paymentId };
}

const AMOUNTS = { subtotal: "100", gst: "10", gstPercent: "10", total: "110" };

type Own = "ownInvoiceId" | "preparedId" | "buyerId" | "acceptedId" | "payableId" | "paidId" | "paymentId";

export const pointed: PointedAt<typeof calls, Own> = {
  listAllInvoices: () => ({}),
  listInvoiceableDocuments: () => ({}),
  getManagedInvoice: ({ ownInvoiceId }) => ({ params: { id: ownInvoiceId } }),
  addInvoice: ({ buyerId }) => ({
    body: {
      organizationId: buyerId,
      invoiceStatus: "UNPAID",
      name: null,
      dueDate: null,
      xeroLink: null,
      isIssued: false,
      lines: [{ description: "Bread", quantity: 2, unit: null, rate: 4.5, discountPercent: 0, hasGst: true }],
    },
  }),
  invoiceDocument: ({ acceptedId }) => ({
    params: { id: acceptedId },
    body: { percent: 1, dueDate: "2026-12-05", isIssued: false },
  }),
  issueInvoice: ({ preparedId }) => ({
    params: { id: preparedId },
    body: { asRead: { dueDate: null, xeroLink: null, total: null, lines: [] } },
  }),
  markInvoice: ({ ownInvoiceId }) => ({
    params: { id: ownInvoiceId },
    body: { invoiceStatus: "PAID", asRead: "UNPAID" },
  }),
  recordPayment: ({ payableId }) => ({
    params: { id: payableId },
    body: {
      paidOn: "2026-11-20",
      amount: 10,
      reference: null,
      expectedAmountDue: "110.00",
      mailsReceipt: false,
    },
  }),
  removePayment: ({ paidId, paymentId }) => ({ params: { id: paidId, paymentId } }),
  changeInvoiceLines: ({ preparedId }) => ({
    params: { id: preparedId },
    body: {
      lines: [{ description: "Rye", quantity: 1, unit: null, rate: 5, discountPercent: 0, hasGst: true }],
      asRead: [],
    },
  }),
  changeInvoice: ({ ownInvoiceId }) => ({
    params: { id: ownInvoiceId },
    body: { dueDate: "2026-12-06", xeroLink: null, asRead: { dueDate: null, xeroLink: null } },
  }),
};
