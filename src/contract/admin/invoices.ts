import { z } from "zod";
import { Id } from "#domain/id.ts";
import { DueDate, Invoice, InvoiceStatus } from "#domain/invoices/invoice.ts";
import { NewInvoice, TypedLines } from "#domain/invoices/invoice-details.ts";
import {
  InvoiceAsRead,
  InvoiceableDocument,
  InvoiceCard,
  ManagedInvoice,
  PartPercent,
} from "#domain/invoices/managed-invoice.ts";
import { NewPayment } from "#domain/invoices/payment.ts";
import { ADMIN_INVOICE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { RecordVersion } from "#domain/record-fields.ts";
import { defineAdminCall } from "../call.ts";
import { countedPage, listQuery } from "../list-query.ts";
import { ofRead, ofVersion } from "../record-version.ts";

export const listAllInvoices = defineAdminCall("GET", "invoice/admin/list", "viewer", {
  staleAfter: ["invoice"],
  summary: "The invoices of every organization, or of one, newest first",
  query: listQuery(ADMIN_INVOICE_LIST_COLUMNS).safeExtend({
    organizationId: Id.optional(),
    invoiceStatus: InvoiceStatus.optional(),
    drafts: z.literal("only").optional().describe("Answers those that wait to be issued."),
  }),
  reply: z.array(InvoiceCard),
  page: countedPage(InvoiceStatus),
});

export const listInvoiceableDocuments = defineAdminCall("GET", "invoice/admin/list/documents", "viewer", {
  staleAfter: ["invoice"],
  summary: "Accepted documents that are not invoiced wholly yet, the last accepted first, at most 50",
  query: z.strictObject({
    /** What the number, name or organization must contain. */
    q: z.string().max(200).optional(),
    uniqueDocumentId: Id.optional(),
    organizationId: Id.optional(),
  }),
  reply: z.array(InvoiceableDocument),
});

export const getManagedInvoice = defineAdminCall("GET", "invoice/admin/{id}", "viewer", {
  staleAfter: ["invoice"],
  summary: "One invoice of any organization, with its lines and its PDF",
  reply: ManagedInvoice,
});

export const addInvoice = defineAdminCall("POST", "invoice/admin", "editor", {
  summary: "Adds an invoice with the lines that an editor typed and the next number",
  body: NewInvoice,
  reply: ManagedInvoice,
});

export const invoiceDocument = defineAdminCall("POST", "invoice/admin/document/{id}", "editor", {
  summary: "Invoices a part of an accepted document, with the amounts that were accepted and the next number",
  body: z.strictObject({
    /** The part in per cent. The part that makes 100 takes the remaining cents. */
    percent: PartPercent,
    dueDate: DueDate.nullable(),
    xeroLink: Invoice.shape.xeroLink.default(null),
    /** Whether the client sees it at once. */
    isIssued: z.boolean(),
  }),
  reply: ManagedInvoice,
});

export const issueInvoice = defineAdminCall("POST", "invoice/admin/{id}/issue", "editor", {
  summary: "Shows an invoice to its client, tells them by email, and makes its PDF",
  /** The versions of its details and of its lines: it is issued as it was read. */
  body: ofVersion(
    z.strictObject({
      linesVersion: RecordVersion.optional(),
      /** Where the client pays; left out: as it is. */
      xeroLink: Invoice.shape.xeroLink.optional(),
    }),
    InvoiceAsRead,
  ).refine(({ asRead, linesVersion }) => asRead !== undefined || linesVersion !== undefined, {
    path: ["linesVersion"],
    message: "Please send linesVersion as you read it",
  }),
  reply: ManagedInvoice,
});

export const markInvoice = defineAdminCall("PATCH", "invoice/admin/{id}/status", "editor", {
  summary:
    "Marks an invoice as paid, which records the rest as paid today, or as unpaid, which removes the payment that was " +
    "recorded last; or cancels it, which frees the part that it asked for",
  body: ofRead(
    z.strictObject({
      invoiceStatus: InvoiceStatus,
      expectedAmountDue: z.string().optional().meta({ description: "What was left to pay when it was read" }),
    }),
    "expectedStatus",
    InvoiceStatus,
    InvoiceStatus,
  ),
  reply: ManagedInvoice,
});

export const changeInvoiceLines = defineAdminCall("PATCH", "invoice/admin/{id}/lines", "editor", {
  summary: "Changes the lines that an editor typed, until the invoice is issued",
  /** The version is `linesVersion` of the answer. */
  body: ofVersion(z.strictObject({ lines: TypedLines }), InvoiceAsRead.shape.lines),
  reply: ManagedInvoice,
});

export const changeInvoice = defineAdminCall("PATCH", "invoice/admin/{id}", "editor", {
  summary: "Changes an invoice's due date and its link to Xero",
  body: ofVersion(
    z.strictObject({ dueDate: DueDate.nullable(), xeroLink: Invoice.shape.xeroLink }),
    InvoiceAsRead.pick({ dueDate: true, xeroLink: true }),
  ),
  reply: ManagedInvoice,
});

export const recordPayment = defineAdminCall("POST", "invoice/admin/{id}/payment", "editor", {
  summary: "Records that an invoice was paid in full or in part; it is PAID once nothing is left to pay",
  body: NewPayment.extend({
    /** The amount due as the editor read it, so that two people do not record the same payment. */
    expectedAmountDue: z.string(),
    /** Whether the organization's people get a receipt by mail. */
    mailsReceipt: z.boolean(),
  }),
  reply: ManagedInvoice,
});

export const removePayment = defineAdminCall("DELETE", "invoice/admin/{id}/payment/{paymentId}", "editor", {
  summary: "Removes a payment that was recorded by mistake; a PAID invoice is UNPAID again",
  reply: ManagedInvoice,
});
