import { expect, test } from "vitest";
import { getHome } from "#contract/admin/home.ts";
import { listAllInvoices, markInvoice } from "#contract/admin/invoices.ts";
import { exact } from "#domain/decimal.ts";
import { makeAcceptedWork, openInvoicing } from "#tests/support/accepted-work.ts";
import { makeAdmin } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const company = await openInvoicing(app);
const viewer = await makeAdmin(app.db, "viewer");
const home = () => app.request(getHome, { as: viewer });

test("FIRST-9 home names what is accepted and not invoiced to the cent, and the drafts that wait to be issued", async () => {
  const first = await makeAcceptedWork(app);
  const { id } = await makeAcceptedWork(app);
  const part = await company.invoice(id, 30, false);
  const open = exact("1165.94")
    .minus(part.total ?? "")
    .toFixed(2);
  const { toInvoice, drafts } = await home();
  expect(toInvoice).toMatchObject({
    total: 2,
    worth: exact("1165.94").plus(open).toFixed(2),
    rows: [
      { uniqueDocumentId: id, openAmount: open },
      { uniqueDocumentId: first.id, openAmount: "1165.94" },
    ],
  });
  expect(drafts).toEqual({ total: 1, worth: part.total });
  const listed = await app.request(listAllInvoices, { as: viewer, query: { drafts: "only" } });
  expect(listed.map(({ invoiceId }) => invoiceId)).toEqual([part.invoiceId]);

  const params = { id: part.invoiceId };
  const cancelled = { invoiceStatus: "CANCELLED" as const, expectedStatus: "UNPAID" as const };
  await app.request(markInvoice, { as: company.editor, params, body: cancelled });
  expect(await home()).toMatchObject({
    toInvoice: { worth: "2331.88" },
    drafts: { total: 0, worth: null },
  });
  await company.invoice(id, 100);
  expect(await home()).toMatchObject({ toInvoice: { total: 1, worth: "1165.94" }, drafts: { total: 0 } });
});
