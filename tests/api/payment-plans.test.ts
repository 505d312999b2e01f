import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getHome } from "#contract/admin/home.ts";
import {
  getManagedInvoice,
  invoiceDocument,
  listAllInvoices,
  listInvoiceableDocuments,
  markInvoice,
} from "#contract/admin/invoices.ts";
import { getOrganizationTotals } from "#contract/admin/organizations.ts";
import { getPaymentPlan, preparePlanPart } from "#contract/admin/payment-plans.ts";
import { moveWorkOrders } from "#contract/admin/work-orders.ts";
import { listInvoices } from "#contract/invoices.ts";
import { listNotifications } from "#contract/notifications.ts";
import { sumOf } from "#domain/decimal.ts";
import { preparePlanInvoices } from "#server/payment-plans/prepare-plan-invoices.job.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { paymentPlanParts } from "#server/schema/payment-plans.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { acceptWithPlan, THREE_PARTS } from "#tests/support/accept-plan.ts";
import { acceptElsewhere, openInvoicing } from "#tests/support/accepted-work.ts";
import { makeDocument, makeInvoice, makeQuote } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const company = await openInvoicing(app);
const { editor: as } = company;

const acceptPlan = async (parts: object[] = THREE_PARTS) => {
  const accepted = await acceptWithPlan(app, { ownerId: as.userProfileId, parts });
  const plan = () => app.request(getPaymentPlan, { as, params: { id: accepted.id } });
  // The acceptance itself stores them.
  expect(await plan()).toHaveLength(parts.length);
  return { ...accepted, plan };
};

const isPrepared = (part?: { invoice: object | null }) => part?.invoice != null;
const run = (at?: string) =>
  preparePlanInvoices.run({ ...app.deps, ...(at !== undefined && { clock: () => new Date(at) }) }, {});
const invoicesOf = async (organizationId: string) =>
  (await app.request(listAllInvoices, { as, query: { organizationId } })).toReversed();
const move = (ids: readonly string[], workOrderStatus: "DONE" | "ARCHIVED" = "DONE") =>
  app.request(moveWorkOrders, {
    as,
    body: {
      workOrderStatus,
      workOrders: ids.map((workOrderId) => ({ workOrderId, expectedStatus: "OPEN" as const })),
    },
  });

const messagesAbout = async (id: string) =>
  (
    await app.request(listNotifications, {
      as,
      body: { startDate: "2020-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" },
    })
  ).flatMap(({ link, message }) => (link === `/admin/documents/${id}` ? [message] : []));

test("FIRST-9 an accepted plan prepares each draft once, on acceptance, on its day and when all work is done, to the cent", async () => {
  const { id, organizationId, writer, ids, plan } = await acceptPlan();
  await expect
    .poll(async () => (await plan()).map(isPrepared), { interval: 50 })
    .toEqual([true, false, false]);
  const message = expect.stringMatching(
    /^Invoice INV-\d+ is prepared and can be issued: Shop: Deposit \(30%\)$/,
  );
  const notes = await app.request(listNotifications, {
    as,
    body: { startDate: "2020-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" },
  });
  expect(notes).toContainEqual(expect.objectContaining({ message }));

  // Midnight of the company in Sydney is 13:00 of the day before in UTC.
  await run("2027-02-28T12:59:59Z");
  expect((await plan()).map(isPrepared)).toEqual([true, false, false]);
  await Promise.all([run("2027-02-28T13:00:00Z"), run("2027-02-28T13:00:00Z")]);
  expect((await plan()).map(isPrepared)).toEqual([true, true, false]);

  await move(ids.slice(0, 1));
  await run();
  expect((await plan()).map(isPrepared)).toEqual([true, true, false]);
  await move(ids.slice(1));
  await run();
  await run();
  const parts = await plan();
  expect(parts.map(({ name, amount }) => [name, amount])).toEqual([
    ["Deposit", "330.00"],
    ["Half way", "440.00"],
    ["Payment 3", "330.01"],
  ]);
  const invoices = await invoicesOf(organizationId);
  expect(invoices.map(({ total }) => total).toSorted()).toEqual(["330.00", "330.01", "440.00"]);
  expect(sumOf(invoices.map(({ total }) => total ?? "0")).toFixed(2)).toBe("1100.01");
  expect(invoices.map(({ issuedAt, dueDate }) => [issuedAt, dueDate !== null])).toEqual(
    invoices.map(() => [null, true]),
  );
  expect(await app.request(listInvoices, { as: writer })).toEqual([]);
  const first = parts[0]?.invoice?.invoiceId ?? "";
  const { part } = await app.request(getManagedInvoice, { as, params: { id: first } });
  expect(part).toMatchObject({ uniqueDocumentId: id, percent: 30 });
});

test("FIRST-9 an invoice by hand asks for nothing that the plan still invoices", async () => {
  const { id } = await acceptPlan();
  expect(await app.request(listInvoiceableDocuments, { as, query: { uniqueDocumentId: id } })).toEqual([]);
  const refused = await app.refusal(invoiceDocument, company.invoicing(id, 1));
  expect(refused.message).toContain("Its payment plan invoices the rest of this document.");
});

test("FIRST-9 accepted and not invoiced is what no invoice asks for, and what of it the plan invoices by itself", async () => {
  const { id, organizationId, plan } = await acceptPlan();
  await expect.poll(async () => isPrepared((await plan())[0]), { interval: 50 }).toBe(true);
  const notInvoiced = async () => {
    const totals = await app.request(getOrganizationTotals, { as, params: { id: organizationId } });
    const { toInvoice } = await app.request(getHome, { as });
    const onHome = toInvoice.rows.find((row) => row.uniqueDocumentId === id);
    const { openAmount, plannedAmount } = onHome ?? { openAmount: "0.00", plannedAmount: "0.00" };
    expect([totals.notInvoiced.total, totals.planned]).toEqual([openAmount, plannedAmount]);
    return [openAmount, plannedAmount];
  };
  expect(await notInvoiced()).toEqual(["770.01", "770.01"]);

  const { invoiceId = "" } = (await plan())[0]?.invoice ?? {};
  const body = { invoiceStatus: "CANCELLED" as const, expectedStatus: "UNPAID" as const };
  await app.request(markInvoice, { as, params: { id: invoiceId }, body });
  expect(await notInvoiced()).toEqual(["1100.01", "770.01"]);
  await company.invoice(id, 30, false);
  expect(await notInvoiced()).toEqual(["770.01", "770.01"]);
  await run("2027-03-02T00:00:00Z");
  expect(await notInvoiced()).toEqual(["330.01", "330.01"]);
  await app.request(preparePlanPart, { as, params: { id }, body: { position: 2 } });
  expect(await notInvoiced()).toEqual(["0.00", "0.00"]);
});

test("FIRST-9 a part is prepared by hand before its time, once, and again after its invoice was cancelled", async () => {
  const { id, organizationId, plan } = await acceptPlan();
  await expect.poll(async () => isPrepared((await plan())[0]), { interval: 50 }).toBe(true);
  const preparing = (position: number) => ({ as, params: { id }, body: { position } });
  const early = await app.request(preparePlanPart, preparing(1));
  const { invoiceId = "" } = early[1]?.invoice ?? {};
  expect(await app.refusal(preparePlanPart, preparing(1))).toMatchObject({ status: 409 });
  expect(await app.refusal(preparePlanPart, preparing(9))).toMatchObject({ status: 404 });
  const body = { invoiceStatus: "CANCELLED" as const, expectedStatus: "UNPAID" as const };
  await app.request(markInvoice, { as, params: { id: invoiceId }, body });
  await run("2027-03-02T00:00:00Z");
  expect((await plan())[1]?.invoice).toMatchObject({ invoiceId, invoiceStatus: "CANCELLED" });
  const again = await app.request(preparePlanPart, preparing(1));
  expect(again[1]?.invoice?.invoiceId).not.toBe(invoiceId);
  const totals = (await invoicesOf(organizationId)).map(({ total, invoiceStatus }) => [total, invoiceStatus]);
  expect(totals).toEqual([
    ["330.00", "UNPAID"],
    ["440.00", "CANCELLED"],
    ["440.00", "UNPAID"],
  ]);
});

test("FIRST-9 a part that is prepared again leaves the share of the parts that wait", async () => {
  const { id, plan } = await acceptPlan([
    { percent: 50, due: "accepted" },
    { percent: 50, due: "done" },
  ]);
  await expect.poll(async () => isPrepared((await plan())[0]), { interval: 50 }).toBe(true);
  const cancel = (invoiceId = "") =>
    app.request(markInvoice, {
      as,
      params: { id: invoiceId },
      body: { invoiceStatus: "CANCELLED", expectedStatus: "UNPAID" },
    });
  await cancel((await plan())[0]?.invoice?.invoiceId);
  const { invoiceId } = await company.invoice(id, 50, false);
  const again = { as, params: { id }, body: { position: 0 } };
  expect(await app.refusal(preparePlanPart, again)).toMatchObject({ details: { reason: "too-much" } });
  await cancel(invoiceId);
  expect((await app.request(preparePlanPart, again))[0]?.invoice).toMatchObject({ invoiceStatus: "UNPAID" });
});

test("FIRST-9 a part that other invoices leave too little for is not prepared, and its owner is told once", async () => {
  const { id, organizationId, plan } = await acceptPlan([
    { percent: 50, due: "accepted" },
    { percent: 50, due: "date", day: "2027-03-01" },
  ]);
  await expect.poll(async () => isPrepared((await plan())[0]), { interval: 50 }).toBe(true);
  await makeInvoice(app.db, { organizationId, uniqueDocumentId: id, percent: "10" });
  await run("2027-03-02T00:00:00Z");
  await run("2027-03-02T00:00:00Z");
  expect((await plan())[1]).toMatchObject({ isWaiting: false, invoice: null });
  expect(await messagesAbout(id)).toEqual([
    "The invoice of “Payment 2” wasn't prepared, because other invoices leave too little of Shop",
  ]);
});

test("FIRST-9 a part waits for the agreed work alone, wherever it is", async () => {
  const { organizationId, ids, plan } = await acceptPlan([{ percent: 100, due: "done" }]);
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId });
  const [first = ""] = ids;
  await app.db.update(workOrders).set({ uniqueDocumentId }).where(eq(workOrders.workOrderId, first));
  await move(ids.slice(1));
  await run();
  expect((await plan()).map(isPrepared)).toEqual([false]);
  await move([first]);
  await run();
  expect((await plan()).map(isPrepared)).toEqual([true]);
});

test("FIRST-9 a part whose agreed work is all archived waits, and its owner is told once", async () => {
  const { id, ids, plan } = await acceptPlan([{ name: "Rest", percent: 100, due: "done" }]);
  await move(ids, "ARCHIVED");
  await run();
  await run();
  expect((await plan())[0]).toMatchObject({ isWaiting: true, invoice: null });
  expect(await messagesAbout(id)).toEqual([
    "“Rest” of Shop waits for work that is archived or wasn't chosen. Prepare its invoice yourself.",
  ]);
});

test("FIRST-9 where no work was agreed on, the company is told once of a part that waits for it, and prepares it", async () => {
  const { uniqueDocumentId: id, organizationId } = await acceptElsewhere(app, await makeDocument(app.db));
  const part = { position: 0, name: "Rest", percent: "100", due: "done" as const };
  await app.db.insert(paymentPlanParts).values({ uniqueDocumentId: id, organizationId, ...part });
  await run();
  await run();
  expect(await messagesAbout(id)).toEqual([
    expect.stringMatching(/^“Rest” of .* waits for work that is archived or wasn't chosen\./),
  ]);
  const [prepared] = await app.request(preparePlanPart, { as, params: { id }, body: { position: 0 } });
  expect(isPrepared(prepared)).toBe(true);
});

test("FIRST-9 a document that was not accepted prepares nothing", async () => {
  const { id, plan } = await acceptPlan([{ percent: 100, due: "accepted" }]);
  await expect.poll(async () => isPrepared((await plan())[0]), { interval: 50 }).toBe(true);
  const [document] = await app.db
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, id));
  const { document: pending } = await makeQuote(app.db, {
    organizationId: document?.organizationId ?? "",
    document: { puckState: document?.puckState },
  });
  await run("2028-01-01T00:00:00Z");
  expect(await app.request(getPaymentPlan, { as, params: { id: pending.uniqueDocumentId } })).toEqual([]);
});
