import { eq } from "drizzle-orm";
import * as adminCalls from "#contract/admin/invoices.ts";
import * as calls from "#contract/invoices.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { inCents } from "../db/cents-sql.ts";
import { conditionText } from "../db/columns.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { HitLoader } from "../deps.ts";
import { byId, listRoute, type Route, route } from "../http/route.ts";
import { MEMBERS, PROPOSAL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { NAME_AND_NUMBER, type WordSource } from "../rls/find-functions.ts";
import { COMPANY, change, EVERY_ROW, MEMBER_ROLES, OF_ORGANIZATION, partOf, see } from "../rls/row-rules.ts";
import { invoices, invoiceVisibleToClients } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { addInvoice, invoiceDocument } from "./add-invoice.ts";
import { findInvoiceable, getManagedInvoice } from "./admin-queries.ts";
import { changeInvoice, changeInvoiceLines, markInvoice } from "./change-invoice.ts";
import { composeInvoiceMail, type MailedInvoice } from "./invoice-mail.ts";
import { issueInvoice } from "./issue-invoice.ts";
import { listAllInvoices, listInvoices } from "./list-invoices.ts";
import { composeOverdueMail } from "./overdue-mail.ts";
import { getInvoice } from "./queries.ts";
import { composeReceiptMail } from "./receipt-mail.ts";
import { recordPayment } from "./record-payment.ts";
import { remindOverdue } from "./remind-overdue.job.ts";
import { removePayment } from "./remove-payment.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.job.ts";
import { reprintUnpaid } from "./reprint-unpaid.job.ts";

const BANK_DETAILS = "Ember & Oak Digital\nBSB 062-000\nAccount 1234 5678";

const SAMPLE: MailedInvoice = {
  invoiceId: "sample",
  externalId: "INV-0434",
  name: PROPOSAL.name,
  dueDate: "2026-12-05",
  gst: "1964.38",
  total: "21608.13",
  amountPaid: "0",
  invoiceStatus: "UNPAID",
  xeroLink: null,
  terms: "Please pay within 14 days.",
  reference: null,
};

const SAMPLE_PAYMENT = { paidOn: "2026-11-28", amount: 10_000, reference: "Harbour Coffee 0434" };

const MAILS: readonly MailSample[] = [
  {
    order: 220,
    mailKind: "invoice-issued",
    name: "An invoice was issued",
    when: "The company issues an invoice",
    to: MEMBERS,
    again: "Never: an invoice is issued once",
    compose: (brand, publicUrl) =>
      composeInvoiceMail({ ...brand, bankDetails: BANK_DETAILS }, publicUrl, SAMPLE),
  },
  {
    order: 221,
    mailKind: "invoice-paid",
    name: "A payment was recorded",
    when: "The company records a payment of an invoice and ticks the receipt",
    to: MEMBERS,
    again: "Once for each payment",
    compose: (brand, publicUrl) =>
      composeReceiptMail(brand, publicUrl, { ...SAMPLE, amountPaid: "10000" }, SAMPLE_PAYMENT),
  },
  {
    order: 222,
    mailKind: "invoice-overdue",
    name: "An invoice is overdue",
    when: "An invoice is not paid some days after its due date; the settings have up to three of these days",
    to: MEMBERS,
    again: "Once for each of these days, and again if the due date changes",
    compose: (brand, publicUrl) =>
      composeOverdueMail({ ...brand, bankDetails: BANK_DETAILS }, publicUrl, {
        ...SAMPLE,
        dueDate: "2026-12-05",
      }),
  },
];

const ACTIONS: Actions = {
  invoices: {
    "invoice.add": "added an invoice",
    "invoice.change": "changed an invoice",
    "invoice.issue": "issued an invoice",
    "invoice.mark": "changed an invoice's status",
    "invoice.pay": "recorded a payment",
    "invoice.remind": "reminded of an overdue invoice",
    "invoice.remove-payment": "removed a payment",
    "invoice.print": "made the PDF of an invoice",
  },
};

const INVOICE_VISIBLE = conditionText(invoices, invoiceVisibleToClients);

const nameInvoices: HitLoader = async (reader, ids) => {
  const { invoiceId, externalId, name, invoiceStatus: status, createdAt: at, total } = invoices;
  const { organizationName } = organizations;
  const rows = await reader
    .select({ id: invoiceId, number: externalId, name, organizationName, status, at, total: inCents(total) })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.organizationId, invoices.organizationId))
    .where(isAnyOf(invoiceId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row, at: row.at.toISOString() }));
};

/** A client sees the records of one organization, so its name is not repeated with each. */
const nameShownInvoices: HitLoader = async (reader, ids) =>
  (await nameInvoices(reader, ids)).map((one) => ({ ...one, organizationName: null }));

const SOURCE: WordSource = {
  table: "invoices",
  id: "invoice_id",
  text: NAME_AND_NUMBER,
  words: "words",
  touchedAt: "created_at",
  isOrdered: true,
  where: "true",
  isOfOrganization: true,
};

const COUNTED_COLUMNS = { table: "invoices", status: "invoice_status" };

export const noun: Noun = {
  actions: ACTIONS,
  jobs: [renderInvoicePdf, reprintUnpaid, remindOverdue],
  mails: MAILS,
  rows: {
    invoices: [
      see(MEMBER_ROLES, `${INVOICE_VISIBLE} and ${OF_ORGANIZATION}`),
      change(["worker"], EVERY_ROW, ["file_id"]),
      ...COMPANY,
    ],
    invoice_lines: [
      see(MEMBER_ROLES, partOf("invoices", "invoice_id", "invoice_lines.invoice_id")),
      ...COMPANY,
    ],
    invoice_payments: [
      see(MEMBER_ROLES, partOf("invoices", "invoice_id", "invoice_payments.invoice_id")),
      ...COMPANY,
    ],
  },
  search: {
    kind: "invoice",
    ofOrganization: { source: { ...SOURCE, where: INVOICE_VISIBLE }, name: nameShownInvoices },
    ofCompany: { source: SOURCE, name: nameInvoices },
  },
  countedLists: {
    invoices: { ...COUNTED_COLUMNS, rows: "true" },
    "shown invoices": { ...COUNTED_COLUMNS, rows: INVOICE_VISIBLE, amount: "total - amount_paid" },
  },
};

export const routes: Route[] = [
  listRoute(calls.listInvoices, ({ deps, caller, query }) =>
    listInvoices(deps, caller.organizationId, query),
  ),
  route(calls.getInvoice, ({ deps, caller, params }) =>
    getInvoice(deps.db, deps, caller.organizationId, params.id),
  ),
  listRoute(adminCalls.listAllInvoices, ({ deps, query }) => listAllInvoices(deps, query)),
  route(adminCalls.listInvoiceableDocuments, ({ deps, query }) => findInvoiceable(deps.db, query)),
  route(adminCalls.getManagedInvoice, ({ deps, params }) => getManagedInvoice(deps.db, deps, params.id)),
  route(adminCalls.addInvoice, ({ deps, caller, body }) => addInvoice(deps, caller, body)),
  route(adminCalls.invoiceDocument, byId(invoiceDocument)),
  route(adminCalls.issueInvoice, byId(issueInvoice)),
  route(adminCalls.markInvoice, byId(markInvoice)),
  route(adminCalls.recordPayment, byId(recordPayment)),
  route(adminCalls.removePayment, ({ deps, caller, params }) =>
    removePayment(deps, caller, params.id, params.paymentId),
  ),
  route(adminCalls.changeInvoiceLines, byId(changeInvoiceLines)),
  route(adminCalls.changeInvoice, byId(changeInvoice)),
];
