import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listManagedDocuments } from "#contract/admin/documents.ts";
import { listAllInvoices, listInvoiceableDocuments, markInvoice } from "#contract/admin/invoices.ts";
import { getOrganizationTotals } from "#contract/admin/organizations.ts";
import { listManagedWorkOrders } from "#contract/admin/work-orders.ts";
import { exact } from "#domain/decimal.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { acceptElsewhere, makeAcceptedWork, openInvoicing } from "#tests/support/accepted-work.ts";
import {
  makeAdmin,
  makeDocument,
  makeInvoice,
  makeOrganization,
  makeProduct,
  makeQuote,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const company = await openInvoicing(app);

const NONE = { records: 0, withoutAmount: 0, total: "0.00" };
const one = (total: string) => ({ records: 1, withoutAmount: 0, total });
const totalsOf = (id: string) => app.request(getOrganizationTotals, { as: viewer, params: { id } });
const toInvoice = async (organizationId: string) => {
  const query = { organizationId, notInvoiced: "only" as const };
  return (await app.request(listManagedDocuments, { as: viewer, query })).map((row) => row.uniqueDocumentId);
};

test("FIRST-5 what an organization accepted is owed to the cent, whatever part of it is invoiced", async () => {
  const { organizationId, id } = await makeAcceptedWork(app);
  const accepted = one("1165.94");
  expect(await totalsOf(organizationId)).toEqual({
    waiting: NONE,
    accepted,
    notInvoiced: accepted,
    planned: "0.00",
    drafts: NONE,
    unpaid: NONE,
  });
  const draft = await company.invoice(id, 30, false);
  const open = exact("1165.94")
    .minus(draft.total ?? "")
    .toFixed(2);
  const drafts = one(draft.total ?? "");
  expect(await totalsOf(organizationId)).toMatchObject({ notInvoiced: one(open), drafts, unpaid: NONE });
  expect(await toInvoice(organizationId)).toEqual([id]);

  const rest = await company.invoice(id, 70);
  expect(rest.total).toBe(open);
  expect(await totalsOf(organizationId)).toEqual({
    waiting: NONE,
    accepted,
    notInvoiced: NONE,
    planned: "0.00",
    drafts,
    unpaid: one(open),
  });
  expect(await toInvoice(organizationId)).toEqual([]);

  const params = { id: rest.invoiceId };
  const cancelled = { invoiceStatus: "CANCELLED" as const, expectedStatus: "UNPAID" as const };
  await app.request(markInvoice, { as: company.editor, params, body: cancelled });
  expect(await totalsOf(organizationId)).toMatchObject({ notInvoiced: one(open), unpaid: NONE });

  const archived = { archivedAt: new Date() };
  await app.db.update(uniqueDocuments).set(archived).where(eq(uniqueDocuments.uniqueDocumentId, id));
  expect(await totalsOf(organizationId)).toMatchObject({ accepted: NONE, notInvoiced: NONE });
  expect(await toInvoice(organizationId)).toEqual([]);
});

test("FIRST-5 documents that wait and invoices that are not paid are added up, apart from drafts and without withdrawn ones", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const { productId } = await makeProduct(app.db, { productRate: "0.10" });
  const products = [{ productId, total: "1" }];
  for (let more = 0; more < 3; more += 1)
    await makeQuote(app.db, { organizationId, workOrders: [{ products }] });
  await makeDocument(app.db, { organizationId });
  await makeDocument(app.db, { organizationId, status: "DECLINED", totalCost: "7" });
  const withdrawn = { withdrawnAt: new Date(), withdrawalReason: "Sent by mistake" };
  await makeDocument(app.db, { organizationId, status: "DRAFT", totalCost: "500", ...withdrawn });
  await makeQuote(app.db, { organizationId, document: { archivedAt: new Date() } });
  for (const total of ["0.10", "999999999999.97", null]) await makeInvoice(app.db, { organizationId, total });
  await makeInvoice(app.db, { organizationId, total: "7.20", amountPaid: "7" });
  await makeInvoice(app.db, { organizationId, total: "3", issuedAt: null });
  await makeInvoice(app.db, { organizationId, total: "4", invoiceStatus: "PAID" });
  await makeInvoice(app.db, { organizationId, total: "5", invoiceStatus: "CANCELLED" });
  expect(await totalsOf(organizationId)).toEqual({
    waiting: { records: 4, withoutAmount: 1, total: "0.33" },
    accepted: NONE,
    notInvoiced: NONE,
    planned: "0.00",
    drafts: one("3.00"),
    unpaid: { records: 4, withoutAmount: 1, total: "1000000000000.27" },
  });
});

test("FIRST-5 a document that names an invoice made elsewhere is not counted as not invoiced", async () => {
  const document = await acceptElsewhere(app, await makeDocument(app.db));
  const { organizationId, uniqueDocumentId } = document;
  expect(await totalsOf(organizationId)).toMatchObject({ accepted: one("55.00"), notInvoiced: one("55.00") });
  const { invoiceId } = await makeInvoice(app.db, { organizationId, total: null });
  const isIt = eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId);
  await app.db.update(uniqueDocuments).set({ invoiceId }).where(isIt);
  expect(await totalsOf(organizationId)).toMatchObject({
    accepted: one("55.00"),
    notInvoiced: NONE,
    unpaid: { records: 1, withoutAmount: 1, total: "0.00" },
  });
});

test("FIRST-5 the lists of one organization have no row of another, and an unknown one has no totals", async () => {
  const { organizationId, id } = await makeAcceptedWork(app);
  const other = await makeAcceptedWork(app);
  const as = viewer;
  const query = { organizationId };
  await makeInvoice(app.db, { organizationId: other.organizationId });
  const documents = await app.request(listInvoiceableDocuments, { as, query });
  expect(documents.map((row) => row.uniqueDocumentId)).toEqual([id]);
  const lists = [
    await app.request(listManagedDocuments, { as, query }),
    await app.request(listManagedWorkOrders, { as, query }),
    await app.request(listAllInvoices, { as, query }),
  ];
  expect(lists.map((rows) => rows.length)).toEqual([1, 3, 0]);
  const params = { id: "no-such-organization" };
  expect(await app.refusal(getOrganizationTotals, { as, params })).toMatchObject({
    status: 404,
    message: "There is no such organization.",
  });
});
