import type * as calls from "#contract/admin/invoices.ts";
import { acceptElsewhere } from "#tests/support/accepted-work.ts";
import { makeDocument, makeInvoice, makeOrganization } from "#tests/support/factories.ts";
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
  return { ownInvoiceId, preparedId, buyerId, acceptedId };
}

export const pointed: PointedAt<typeof calls, "ownInvoiceId" | "preparedId" | "buyerId" | "acceptedId"> = {
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
