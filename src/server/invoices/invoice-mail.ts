import { formatDollars } from "#domain/format.ts";
import { amountsPaid, formatDay } from "#domain/invoices/invoice.ts";
import { addsGst } from "#domain/invoices/invoice-line.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail, linesOf } from "../mail/compose-mail.ts";
import type { InvoiceRow } from "./queries.ts";

/** What mails about an invoice that waits for payment name. */
export type MailedInvoice = Pick<
  InvoiceRow,
  | "invoiceId"
  | "externalId"
  | "name"
  | "dueDate"
  | "gst"
  | "total"
  | "amountPaid"
  | "invoiceStatus"
  | "xeroLink"
  | "terms"
  | "reference"
>;

type Brand = MailBrand & { bankDetails: string | null };

/** The mail to the members of an organization about an invoice that has been issued. */
export function composeInvoiceMail(brand: Brand, publicUrl: string, invoice: MailedInvoice): ComposedMail {
  const { externalId, name, dueDate, gst } = invoice;
  const { amountDue } = amountsPaid(invoice);
  const withGst = gst !== null && addsGst({ gst }) ? " including GST" : "";
  const sum = amountDue === null ? [] : [`Amount due: ${formatDollars(amountDue)}${withGst}`];
  const due = dueDate === null ? [] : [`Due: ${formatDay(dueDate)}`];
  return composeMail(brand, {
    subject: `Invoice ${externalId} from ${brand.companyName}`,
    heading: `Invoice ${externalId}`,
    paragraphs: [
      `Here is our invoice for ${name}.`,
      ...linesOf([...sum, ...due].join("\n")),
      ...howToPay(brand, publicUrl, invoice),
    ],
    button: payButton(publicUrl, invoice),
  });
}

/** The paragraphs of a mail that lead to a payment. */
export function howToPay(
  { bankDetails }: Pick<Brand, "bankDetails">,
  publicUrl: string,
  invoice: MailedInvoice,
): string[] {
  const { externalId, xeroLink, terms, reference } = invoice;
  const quoted = `Reference: ${reference ?? externalId}`;
  return [
    ...(bankDetails === null ? [] : ["How to pay:", ...linesOf(`${bankDetails}\n${quoted}`)]),
    ...(terms === null ? [] : linesOf(terms)),
    ...(xeroLink === null ? [] : [`The invoice and its PDF: ${linkTo(publicUrl, invoice)}`]),
  ];
}

/** The button of a mail that asks for a payment: to Xero where the invoice can be paid there. */
export function payButton(publicUrl: string, invoice: MailedInvoice): { label: string; href: string } {
  const { xeroLink } = invoice;
  return xeroLink === null
    ? { label: "Open the invoice", href: linkTo(publicUrl, invoice) }
    : { label: "Pay in Xero", href: xeroLink };
}

export function linkTo(publicUrl: string, { invoiceId }: Pick<InvoiceRow, "invoiceId">): string {
  return `${publicUrl}/invoices/${encodeURIComponent(invoiceId)}`;
}
