import { asc, eq } from "drizzle-orm";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test, vi } from "vitest";
import {
  addInvoice,
  changeInvoice,
  changeInvoiceLines,
  getManagedInvoice,
  invoiceDocument,
  issueInvoice,
  listAllInvoices,
  listInvoiceableDocuments,
  markInvoice,
} from "#contract/admin/invoices.ts";
import { findChoices } from "#contract/admin/search.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { getDocument } from "#contract/documents.ts";
import { getInvoice, listInvoices } from "#contract/invoices.ts";
import { listNotifications } from "#contract/notifications.ts";
import { getWorkOrder } from "#contract/work-orders.ts";
import { exact } from "#domain/decimal.ts";
import { invoiceAsRead } from "#domain/invoices/managed-invoice.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { mails } from "#server/schema/mail.ts";
import { products } from "#server/schema/products.ts";
import { workOrders as ordered } from "#server/schema/work-orders.ts";
import { makeAcceptedWork, openInvoicing } from "#tests/support/accepted-work.ts";
import { makeAdmin, makeInvoice, makePerson, makeQuote, type TestPerson } from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const A_LINE = { description: "Work", unit: null, discountPercent: 0, hasGst: true, quantity: 1, rate: 1 };

const app = await startTestApp();
const company = await openInvoicing(app);

const read = (id: string) => app.request(getManagedInvoice, { as: company.editor, params: { id } });
const marking = (
  id: string,
  expectedStatus: "UNPAID" | "PAID",
  invoiceStatus: "UNPAID" | "PAID" | "CANCELLED",
) => ({
  as: company.editor,
  params: { id },
  body: { invoiceStatus, expectedStatus },
});
const namedBy = async (writer: TestPerson, id: string) =>
  (await app.request(getDocument, { as: writer, params: { id } })).invoice;

const namedByWork = (as: TestPerson, workOrders: readonly { workOrderId: string }[]) =>
  Promise.all(
    workOrders.map(async ({ workOrderId }) => {
      const params = { id: workOrderId };
      return (await app.request(getWorkOrder, { as, params, query: {} })).invoice;
    }),
  );

const notesOf = (person: TestPerson) =>
  app.request(listNotifications, {
    as: person,
    body: { startDate: "2020-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" },
  });

async function readPdf(invoiceId: string): Promise<string> {
  const uriOf = async () => (await read(invoiceId)).uri;
  await expect.poll(uriOf, { interval: 50 }).not.toBeNull();
  const response = await app.rawRequest(`GET ${await uriOf()}`);
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text;
}

test("COMPANY-7 accepted work is invoiced in one step with what was accepted, and no later rate changes it", async () => {
  const { organizationId, writer, reader, id, workOrders, productId } = await makeAcceptedWork(app);
  await app.db.update(products).set({ productRate: "9999" }).where(eq(products.productId, productId));
  const made = await company.invoice(id);
  const line = { unit: null, discountPercent: 0, hasGst: true };
  const amounts = {
    lines: [
      {
        ...line,
        description: "Fit-out: Espresso bar",
        quantity: 1,
        rate: 1111.05,
        discountPercent: 10,
        amount: "999.95",
      },
      { ...line, description: "Signs: Painting", quantity: 2, unit: "hour", rate: 30, amount: "60.00" },
    ],
    subtotal: "1059.95",
    gst: "105.99",
    total: "1165.94",
  };
  expect(made).toMatchObject({
    externalId: "INV-0001",
    name: "Shop fit-out",
    invoiceStatus: "UNPAID",
    dueDate: "2026-12-05",
    total: "1165.94",
    part: { uniqueDocumentId: id, percent: 100 },
    amounts,
  });
  const { totalCost } = await app.request(getDocument, { as: writer, params: { id } });
  expect(totalCost).toBe(1165.94);

  const { invoiceId } = made;
  const params = { id: invoiceId };
  expect(await app.request(getInvoice, { as: reader, params })).toMatchObject({
    dueDate: "2026-12-05",
    amounts,
  });
  expect(await namedBy(writer, id)).toBe(invoiceId);
  const named = await namedByWork(reader, workOrders);
  expect(named).toEqual([invoiceId, invoiceId, "NO_INVOICE"]);
  const told = {
    message: "Invoice INV-0001 is here: Shop fit-out",
    link: `/invoices/${invoiceId}`,
  };
  expect(await notesOf(reader)).toContainEqual(expect.objectContaining(told));
  const sent = await app.db
    .select()
    .from(mails)
    .where(eq(mails.event, `invoice.issued:${invoiceId}`));
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([reader.email, writer.email].toSorted());
  expect(sent[0]?.text).toContain("Amount due: $1,165.94 including GST\n\nDue: 5 Dec 2026");
  const audit = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, invoiceId))
    .orderBy(asc(auditEvents.auditEventId));
  expect(audit.slice(0, 2)).toMatchObject([
    { action: "invoice.add", organizationId, userProfileId: company.editor.userProfileId },
    { action: "invoice.issue", details: { total: "1165.940000", dueDate: "2026-12-05" } },
  ]);
});

/** The issuing of an invoice as an editor reads it now. */
async function issuingOf(invoiceId: string) {
  const asRead = invoiceAsRead(await read(invoiceId));
  return { as: company.editor, params: { id: invoiceId }, body: { asRead } };
}

test("COMPANY-7 a client sees nothing of an invoice until it is issued, and follows it from then on", async () => {
  const { organizationId, writer, id } = await makeAcceptedWork(app);
  const live = await openLive(app, { as: writer });
  const { invoiceId } = await company.invoice(id, 30, false);
  const params = { id: invoiceId };
  const choosing = { as: company.editor, params: { of: "invoice" as const }, query: { organizationId } };
  expect(await app.request(listInvoices, { as: writer })).toEqual([]);
  expect((await app.refusal(getInvoice, { as: writer, params })).status).toBe(404);
  expect(await namedBy(writer, id)).toBeNull();
  expect(await app.request(findChoices, choosing)).toEqual([]);
  expect(await notesOf(writer)).not.toContainEqual(
    expect.objectContaining({ link: `/invoices/${invoiceId}` }),
  );
  const unpaid = await app.refusal(markInvoice, marking(invoiceId, "UNPAID", "PAID"));
  expect(unpaid).toMatchObject({ status: 409, details: { reason: "not-issued" } });

  const issuing = await issuingOf(invoiceId);
  const issued = await app.request(issueInvoice, issuing);
  expect(issued.issuedAt).not.toBeNull();
  expect(await app.request(issueInvoice, issuing)).toMatchObject({ issuedAt: issued.issuedAt });
  expect(await app.request(listInvoices, { as: writer })).toMatchObject([{ invoiceId }]);
  expect(await app.request(findChoices, choosing)).toMatchObject([{ id: invoiceId }]);
  await vi.waitFor(() => expect(live.events).toContainEqual({ kind: "invoice", id: invoiceId }));
  const before = live.events.length;
  await app.request(markInvoice, marking(invoiceId, "UNPAID", "PAID"));
  await vi.waitFor(() => expect(live.events.length).toBeGreaterThan(before));
  expect(await app.request(getInvoice, { as: writer, params })).toMatchObject({ invoiceStatus: "PAID" });
  live.close();
});

const openPartOf = async (uniqueDocumentId: string) =>
  (await app.request(listInvoiceableDocuments, { as: company.editor, query: { uniqueDocumentId } }))[0];

test("COMPANY-7 invoicing accepted work names the other invoices that contain it", async () => {
  const { organizationId, id, workOrders } = await makeAcceptedWork(app);
  await company.invoice(id, 30);
  expect((await openPartOf(id))?.otherInvoices).toEqual([]);
  const { invoiceId, externalId } = await makeInvoice(app.db, { organizationId });
  const isFirst = eq(ordered.workOrderId, workOrders[0]?.workOrderId ?? "");
  await app.db.update(ordered).set({ invoiceId }).where(isFirst);
  expect((await openPartOf(id))?.otherInvoices).toEqual([externalId]);
});

test("COMPANY-7 a deposit and the rest are what was accepted, never more, and a cancelled part is free again", async () => {
  const { writer, id, workOrders } = await makeAcceptedWork(app);
  const openOf = async () => (await openPartOf(id))?.openPercent ?? 0;
  const deposit = await company.invoice(id, 33.33);
  expect(deposit).toMatchObject({ total: "388.61", name: "Shop fit-out (33.33%)" });
  expect(await openOf()).toBe(66.67);
  const refused = await app.refusal(invoiceDocument, company.invoicing(id, 66.68));
  expect(refused).toMatchObject({
    status: 409,
    details: { reason: "too-much", openPercent: 66.67 },
  });
  const second = await company.invoice(id, 33.33);
  const isNamed = async () => {
    expect(await namedBy(writer, id)).toBe(second.invoiceId);
    const { invoiceId } = second;
    expect(await namedByWork(writer, workOrders)).toEqual([invoiceId, invoiceId, "NO_INVOICE"]);
  };
  await isNamed();

  const answers = await Promise.allSettled([1, 2].map(() => company.invoice(id, 33.34)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await openOf()).toBe(0);
  const { data } = await app.requestPage(listAllInvoices, { as: company.editor, query: { limit: 3 } });
  const sum = data.reduce((all, { total }) => all.plus(exact(total)), exact(0));
  expect(sum.toFixed(2)).toBe("1165.94");

  const last = data.find(({ invoiceId }) => ![deposit, second].some((one) => one.invoiceId === invoiceId));
  await app.request(markInvoice, marking(last?.invoiceId ?? "", "UNPAID", "CANCELLED"));
  expect(await openOf()).toBe(33.34);
  await isNamed();
  const again = await company.invoice(id, 33.34);
  expect(again.total).toBe(last?.total);
  const [told] = (await notesOf(writer)).filter(({ message }) => message.includes("cancelled"));
  expect(told?.message).toBe(`Invoice ${last?.externalId} was cancelled: Shop fit-out (33.34%)`);
});

test("COMPANY-7 only what was accepted for more than nothing is invoiced", async () => {
  const { document } = await makeQuote(app.db);
  const pending = await app.refusal(invoiceDocument, company.invoicing(document.uniqueDocumentId));
  expect(pending).toMatchObject({ status: 409, details: { reason: "not-accepted" } });
  expect((await app.refusal(invoiceDocument, company.invoicing("no-such-document"))).status).toBe(404);
  for (const percent of [0, -5, 100.5]) {
    const refused = await app.refusal(invoiceDocument, company.invoicing(document.uniqueDocumentId, percent));
    expect(refused.status).toBe(400);
  }
});

test("COMPANY-7 when two people mark an invoice, the second gets a conflict, and a cancelled one stays cancelled", async () => {
  const { id } = await makeAcceptedWork(app);
  const { invoiceId } = await company.invoice(id);
  await app.request(markInvoice, marking(invoiceId, "UNPAID", "PAID"));
  const late = await app.refusal(markInvoice, marking(invoiceId, "UNPAID", "CANCELLED"));
  expect(late.message).toBe(
    "Someone else has changed this invoice to Paid in the meantime. Nothing was changed.",
  );
  const paid = await app.refusal(markInvoice, marking(invoiceId, "PAID", "CANCELLED"));
  expect(paid.details).toMatchObject({ reason: "paid" });
  await app.request(markInvoice, marking(invoiceId, "PAID", "UNPAID"));
  await app.request(markInvoice, marking(invoiceId, "UNPAID", "CANCELLED"));
  const body = { invoiceStatus: "UNPAID" as const, asRead: "CANCELLED" as const };
  const stays = await app.refusal(markInvoice, { as: company.editor, params: { id: invoiceId }, body });
  expect(stays.details).toMatchObject({ reason: "cancelled" });
  const audit = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, invoiceId));
  const marked = audit.filter(({ action }) => action === "invoice.mark").map(({ details }) => details);
  expect(marked).toContainEqual(expect.objectContaining({ from: "UNPAID", to: "PAID", amount: "1165.94" }));
  expect(marked).toHaveLength(3);
});

test("COMPANY-7 the PDF is a tax invoice with the ABN, and is made again for another due date", async () => {
  const { id } = await makeAcceptedWork(app);
  const plain = await readPdf((await company.invoice(id, 50)).invoiceId);
  expect(plain).not.toContain("Tax invoice");
  const owner = await makeAdmin(app.db, "owner");
  const asRead = await app.request(getSettings, { as: owner });
  const settings = { ...asRead, abn: "51824753556", address: "1 Wharf Road\nHobart" };
  await app.request(updateSettings, { as: owner, body: { settings, asRead } });

  const { invoiceId, externalId } = await company.invoice(id, 50);
  const text = await readPdf(invoiceId);
  const issued = new Intl.DateTimeFormat("en-AU", { dateStyle: "medium", timeZone: settings.timeZone });
  for (const word of [
    "Tax invoice",
    externalId,
    settings.companyName,
    "ABN 51 824 753 556",
    "1 Wharf Road",
    "Harbour Coffee Roasters",
    issued.format(new Date()),
    "5 Dec 2026",
    "50% of Shop fit-out (P-1042)",
    "$52.99",
    "$582.97",
  ]) {
    expect(text).toContain(word);
  }
  const was = { dueDate: "2026-12-05", xeroLink: null };
  const body = { dueDate: "2026-12-24", xeroLink: "https://go.xero.com/1", asRead: was };
  const changing = { as: company.editor, params: { id: invoiceId }, body };
  expect(await app.request(changeInvoice, changing)).toMatchObject({
    xeroLink: "https://go.xero.com/1",
    uri: null,
  });
  expect(await readPdf(invoiceId)).toContain("24 Dec 2026");
  const late = { ...changing, body: { ...body, dueDate: null } };
  expect((await app.refusal(changeInvoice, late)).details).toMatchObject({ reason: "changed-meanwhile" });
  const script = { ...changing, body: { ...body, xeroLink: "http://go.xero.com/1" } };
  expect((await app.refusal(changeInvoice, script)).status).toBe(400);
});

test("COMPANY-7 an imported invoice stays visible and shows no lines", async () => {
  const person = await makePerson(app.db);
  const { invoiceId } = await makeInvoice(app.db, { organizationId: person.organizationId });
  const told = await app.request(getInvoice, { as: person, params: { id: invoiceId } });
  expect(told).toMatchObject({ amounts: null, dueDate: null, uri: null });
  expect(await read(invoiceId)).toMatchObject({ total: null, part: null, amounts: null });
});

test("FORM-3 an editor types an invoice whose client sees its lines, due date and link once it is issued", async () => {
  const reader = await makePerson(app.db, { permission: "read" });
  const { organizationId } = reader;
  const typed = {
    organizationId,
    invoiceStatus: "UNPAID" as const,
    name: "Coffee of November",
    dueDate: "2026-12-05",
    xeroLink: "https://go.xero.com/7",
    isIssued: false,
    lines: [
      { description: "Beans", quantity: 2.5, unit: "kg", rate: 40.1, discountPercent: 10, hasGst: false },
      { description: "Training", quantity: 3, unit: "hour", rate: 120, discountPercent: 0, hasGst: true },
    ],
  };
  const { invoiceId, externalId } = await app.request(addInvoice, { as: company.editor, body: typed });
  const params = { id: invoiceId };
  expect((await app.refusal(getInvoice, { as: reader, params })).status).toBe(404);
  const { lines, isIssued: _, ...facts } = typed;
  // Until then the lines are changed, and the second of two editors is told.
  const change = (wanted: typeof lines, asRead: typeof lines) => ({
    as: company.editor,
    params,
    body: { lines: wanted, asRead },
  });
  const page = await openLive(app, { as: company.editor });
  const [beans] = lines;
  const fewer = await app.request(changeInvoiceLines, change(beans ? [beans] : [], lines));
  expect(fewer.amounts).toMatchObject({ lines: [{ amount: "90.23" }], gst: "0.00", total: "90.23" });
  await expect.poll(() => page.events).toContainEqual({ kind: "invoice", id: invoiceId });
  page.close();
  const late = await app.refusal(changeInvoiceLines, change([], lines));
  expect(late).toMatchObject({ status: 409, details: { reason: "changed-meanwhile" } });
  expect(
    (await app.request(changeInvoiceLines, change([], fewer.amounts ? [...lines].slice(0, 1) : []))).amounts,
  ).toBeNull();
  const withoutLines = await issuingOf(invoiceId);
  await app.request(changeInvoiceLines, change(lines, []));
  // An invoice can be issued only as the caller has read it.
  const { dueDate, xeroLink } = facts;
  const withLines = await issuingOf(invoiceId);
  const otherLink = { xeroLink: null, dueDate };
  await app.request(changeInvoice, {
    as: company.editor,
    params,
    body: { ...otherLink, asRead: { dueDate, xeroLink } },
  });
  for (const stale of [withoutLines, withLines]) {
    expect(await app.refusal(issueInvoice, stale)).toMatchObject({
      status: 409,
      details: { reason: "changed-meanwhile" },
    });
  }
  await app.request(changeInvoice, {
    as: company.editor,
    params,
    body: { dueDate, xeroLink, asRead: otherLink },
  });
  await app.request(issueInvoice, withLines);
  expect(await app.refusal(changeInvoiceLines, change([], lines))).toMatchObject({
    status: 409,
    details: { reason: "issued" },
  });
  const audit = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, invoiceId));
  expect(
    audit.filter(({ action }) => action === "invoice.change").map(({ details }) => details),
  ).toContainEqual({ externalId, fields: ["lines"], before: { total: "90.23" }, after: { total: null } });
  expect(await app.request(getInvoice, { as: reader, params })).toMatchObject({
    ...facts,
    externalId,
    amounts: {
      lines: lines.map((line, at) => ({ ...line, amount: ["90.23", "360.00"][at] })),
      subtotal: "450.23",
      gst: "36.00",
      total: "486.23",
    },
  });
  expect(await readPdf(invoiceId)).toContain("$486.23");
  const elsewhere = { ...typed, name: null, lines: [], invoiceStatus: "PAID" as const, isIssued: true };
  const linked = await app.request(addInvoice, { as: company.editor, body: elsewhere });
  expect(linked).toMatchObject({
    name: `Invoice ${linked.externalId}`,
    invoiceStatus: "PAID",
    amounts: null,
    issuedAt: expect.any(String),
  });
  const listed = await app.request(listInvoices, { as: reader });
  expect(listed.map((one) => [one.name, one.dueDate])).toEqual([
    [linked.name, "2026-12-05"],
    [typed.name, "2026-12-05"],
  ]);
});

test.each([
  ["without an organization", { organizationId: undefined }, "Please choose an organization"],
  ["of an organization that is not there", { organizationId: "unknown" }, 'no organization "unknown"'],
  ["without a status", { invoiceStatus: undefined }, "Please choose a status"],
  ["that is paid and not issued", { invoiceStatus: "PAID" }, "issue it now"],
  ["of a trillion", { lines: [{ ...A_LINE, quantity: 999_999_999_999, rate: 99 }] }, "a trillion dollars"],
  ["with a line of nothing", { lines: [{ ...A_LINE, quantity: 0 }] }, "at least 0.001"],
])("FORM-3 API-1 an invoice %s is refused in words, and nothing is kept", async (_what, given, told) => {
  const { organizationId } = await makePerson(app.db);
  const plain = { name: null, dueDate: null, xeroLink: null, lines: [], isIssued: false };
  const body = { organizationId, invoiceStatus: "UNPAID", ...plain, ...given } as never;
  const refused = await app.refusal(addInvoice, { as: company.editor, body });
  expect(refused.status).toBe(400);
  expect(`${refused.message} ${JSON.stringify(refused.details)}`).toContain(told);
  const query = { organizationId };
  expect(await app.request(listAllInvoices, { as: company.editor, query })).toEqual([]);
});
