import type { Actions } from "#domain/activity/say-action.ts";
import { conditionText } from "../db/condition-text.ts";
import { MEMBERS, PROPOSAL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { invoices, invoiceVisibleToClients } from "../schema/documents.ts";
import { COMPANY, change, EVERY_ROW, MEMBER_ROLES, OF_ORGANIZATION, partOf, see } from "../wall/row-rules.ts";
import { composeInvoiceMail } from "./invoice-mail.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.job.ts";

const MAILS: readonly MailSample[] = [
  {
    place: 220,
    mailKind: "invoice-issued",
    name: "An invoice was issued",
    when: "The company issues an invoice",
    to: MEMBERS,
    again: "Never: an invoice is issued once",
    compose: (brand, publicUrl) =>
      composeInvoiceMail(brand, publicUrl, {
        ...{ invoiceId: "sample", externalId: "INV-0434", name: PROPOSAL.name },
        ...{ dueDate: "2026-12-05", gst: "1964.38", total: "21608.13" },
      }),
  },
];

const ACTIONS: Actions = {
  invoices: {
    "invoice.add": "added an invoice",
    "invoice.change": "changed an invoice",
    "invoice.issue": "issued an invoice",
    "invoice.mark": "changed an invoice's status",
    "invoice.print": "made the PDF of an invoice",
  },
};

const INVOICE_VISIBLE = conditionText(invoices, invoiceVisibleToClients);

export const noun: Noun = {
  actions: ACTIONS,
  jobs: [renderInvoicePdf],
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
  },
};
