import { formatDollars } from "#domain/format.ts";
import { amountsPaid, formatDay } from "#domain/invoices/invoice.ts";
import type { NewPayment } from "#domain/invoices/payment.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { linkTo } from "./invoice-mail.ts";
import type { InvoiceRow } from "./queries.ts";

type Paid = Pick<
  InvoiceRow,
  "invoiceId" | "externalId" | "name" | "dueDate" | "total" | "amountPaid" | "invoiceStatus"
>;

/** The receipt for a payment to the members of an organization. */
export function composeReceiptMail(
  brand: MailBrand,
  publicUrl: string,
  invoice: Paid,
  { amount, paidOn, reference }: NewPayment,
): ComposedMail {
  const { externalId, name, dueDate } = invoice;
  const amountDue = amountsPaid(invoice).amountDue ?? "0.00";
  const quoted = reference === null ? "" : ` (reference: ${reference})`;
  const due = dueDate === null ? "" : `, due on ${formatDay(dueDate)}`;
  const left =
    invoice.invoiceStatus === "PAID"
      ? "This invoice is now paid in full."
      : `${formatDollars(amountDue)} is left to pay${due}.`;
  return composeMail(brand, {
    subject: `Payment received for invoice ${externalId}`,
    heading: "Thank you for your payment",
    paragraphs: [
      `We received ${formatDollars(String(amount))} on ${formatDay(paidOn)} for invoice ${externalId}: ${name}${quoted}.`,
      left,
    ],
    button: { label: "Open the invoice", href: linkTo(publicUrl, invoice) },
  });
}
