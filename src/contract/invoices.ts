import { z } from "zod";
import { Invoice } from "#domain/invoices/invoice.ts";
import { defineCall } from "./call.ts";
import { IdParams } from "./id-params.ts";

export const getInvoice = defineCall({
  method: "GET",
  path: "invoice/user/{id}",
  who: "member",
  reach: "organization",
  summary: "One invoice of the active organization",
  params: IdParams,
  reply: Invoice,
});

export const listInvoices = defineCall({
  method: "GET",
  path: "invoice/user/list",
  who: "member",
  reach: "organization",
  summary: "The invoices of the active organization, newest first",
  reply: z.array(Invoice),
});
