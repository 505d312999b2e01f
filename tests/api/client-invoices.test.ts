import { expect, test } from "vitest";
import { getInvoice, listInvoices } from "#contract/invoices.ts";
import { addDays } from "#domain/documents/validity.ts";
import { dayIn } from "#domain/invoices/invoice.ts";
import { loadWorld } from "#server/world/load-world.ts";
import { makeOrganization, makePerson, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const organization = await makeOrganization(app.db, {});
const reader = await makePerson(app.db, { organization, permission: "read" });
const { organizationId } = organization;
const today = dayIn(app.deps.settings.now().timeZone, new Date());

const load = (invoices: object[]) => loadWorld(app.deps, JSON.stringify({ worldVersion: 1, invoices }));

function invoice(changes: object = {}) {
  const lines = [{ description: "Design", quantity: 4, unit: "hour", rate: 250 }];
  return {
    organizationId,
    invoiceId: unique("inv"),
    externalId: unique("I"),
    name: "Menus",
    invoiceStatus: "UNPAID",
    lines,
    ...changes,
  };
}

test("FIRST-8 a world file brings lines, due dates, terms and payments, and the client's list sums what is due", async () => {
  const payments = [{ paidOn: "-1d", amount: 100.5, reference: "Bank 7" }];
  const partPaid = invoice({ dueDate: "-2d", terms: "14 days", reference: "HC 7", payments });
  const paid = invoice({
    invoiceStatus: "PAID",
    gstPercent: 0,
    payments: [{ paidOn: "2026-01-05", amount: 1000 }],
  });
  const elsewhere = invoice({ lines: [], dueDate: "+14d" });
  const dueLater = invoice({ dueDate: "+1d", lines: [{ description: "Signs", rate: 10, hasGst: false }] });
  const free = invoice({ dueDate: "-3d", lines: [{ description: "Warranty", rate: 0 }] });
  await load([partPaid, paid, elsewhere, dueLater, free, invoice({ invoiceStatus: "CANCELLED" })]);

  const detail = await app.request(getInvoice, { as: reader, params: { id: partPaid.invoiceId } });
  expect(detail).toMatchObject({
    dueDate: addDays(today, -2),
    total: "1100.00",
    amountPaid: "100.50",
    amountDue: "999.50",
    terms: "14 days",
    reference: "HC 7",
    payments: [{ paidOn: addDays(today, -1), amount: "100.50", reference: "Bank 7" }],
    amounts: { gst: "100.00", lines: [{ description: "Design", amount: "1000.00" }] },
    uri: null,
  });
  expect(await app.request(getInvoice, { as: reader, params: { id: paid.invoiceId } })).toMatchObject({
    total: "1000.00",
    amountDue: "0.00",
    reference: paid.externalId,
  });
  const query = { limit: 1, invoiceStatus: "UNPAID" as const };
  const { page } = await app.requestPage(listInvoices, { as: reader, query });
  expect(page).toMatchObject({ total: 4, amountDue: "1009.50", overdue: 1 });
  const byDue = await app.request(listInvoices, { as: reader, query: { sort: "-dueDate" } });
  expect(byDue.map((row) => row.dueDate)).toEqual([
    addDays(today, 14),
    addDays(today, 1),
    addDays(today, -2),
    addDays(today, -3),
    null,
    null,
  ]);
});

const oneOf = (amount: number, paidOn = "-1d") => ({ payments: [{ paidOn, amount }] });

test.each<[string, object, string]>([
  ["of more than the invoice", oneOf(1100.01), "payments: The payments come to $1,100.01 of $1,100.00"],
  ["in the future", oneOf(10, "+1d"), "payments[0].paidOn: This day is in the future"],
  ["of nothing", oneOf(0), "payments[0].amount: Expected dollars and whole cents above 0"],
  ["of half a cent", oneOf(1.005), "payments[0].amount: Expected dollars and whole cents above 0"],
  ["below nothing", oneOf(-5), "payments[0].amount"],
  ["without an amount to pay", { ...oneOf(10), lines: [] }, "payments: An invoice without lines"],
  ["of a cancelled invoice", { ...oneOf(10), invoiceStatus: "CANCELLED" }, "payments: A cancelled invoice"],
  ["of all of an unpaid invoice", oneOf(1100), "invoiceStatus: The payments come to $1,100.00 of $1,100.00"],
  ["of a part of a paid one", { ...oneOf(10), invoiceStatus: "PAID" }, "so it is UNPAID"],
])("FIRST-8 a world file with a payment %s is refused at its place", async (_what, changes, message) => {
  const refusal = await load([invoice(changes)]).catch((error: unknown) => error);
  expect(String((refusal as Error).message)).toContain(message);
});
