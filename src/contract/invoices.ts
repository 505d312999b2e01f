import { z } from "zod";
import { DetailedInvoice, InvoiceStatus, ListedInvoice } from "#domain/invoices/invoice.ts";
import { INVOICE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { defineCall } from "./call.ts";
import { countedPage, listQuery } from "./list-query.ts";

export const getInvoice = defineCall("GET", "invoice/user/{id}", "former-member", {
  reach: "organization",
  staleAfter: ["invoice"],
  summary: "One invoice of the active organization, with its lines and its PDF",
  reply: DetailedInvoice,
});

export const listInvoices = defineCall("GET", "invoice/user/list", "former-member", {
  reach: "organization",
  staleAfter: ["invoice"],
  summary: "The invoices of the active organization, newest first",
  query: listQuery(INVOICE_LIST_COLUMNS).safeExtend({ invoiceStatus: InvoiceStatus.optional() }),
  reply: z.array(ListedInvoice),
  page: countedPage(InvoiceStatus).extend({
    /** What is left to pay of all unpaid invoices; null: the portal knows no amounts of them. */
    amountDue: z.string().nullable(),
    /** How many unpaid invoices are past their due date. */
    overdue: z.int().min(0),
  }),
});
