import { formatDollars } from "#domain/format.ts";
import { amountsPaid, formatDay } from "#domain/invoices/invoice.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { howToPay, type MailedInvoice, payButton } from "./invoice-mail.ts";

/** The reminder of an overdue invoice, to the members of an organization. */
export function composeOverdueMail(
  brand: MailBrand & { bankDetails: string | null },
  publicUrl: string,
  invoice: MailedInvoice & { dueDate: string },
): ComposedMail {
  const { externalId, name, dueDate } = invoice;
  const { amountDue } = amountsPaid(invoice);
  const left = amountDue === null ? "" : ` ${formatDollars(amountDue)} is left to pay.`;
  return composeMail(brand, {
    subject: `Reminder: invoice ${externalId} is overdue`,
    heading: `Invoice ${externalId} is overdue`,
    paragraphs: [
      `Our invoice for ${name} was due on ${formatDay(dueDate)}.${left}`,
      "If you've paid in the last few days, please ignore this email.",
      ...howToPay(brand, publicUrl, invoice),
    ],
    button: payButton(publicUrl, invoice),
  });
}
