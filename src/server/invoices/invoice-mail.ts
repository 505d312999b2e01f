import { formatDollars } from "#domain/format.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { addsGst } from "#domain/invoices/invoice-line.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail, linesOf } from "../mail/compose-mail.ts";
import type { InvoiceRow } from "./queries.ts";

type Issued = Pick<InvoiceRow, "invoiceId" | "externalId" | "name" | "dueDate" | "gst" | "total">;

/** The mail to the members of an organization about an invoice that has been issued. */
export function composeInvoiceMail(
  brand: MailBrand & { bankDetails: string | null },
  publicUrl: string,
  { invoiceId, externalId, name, dueDate, gst, total }: Issued,
): ComposedMail {
  const due = dueDate === null ? "" : `, due on ${formatDay(dueDate)}`;
  const withGst = gst !== null && addsGst({ gst }) ? " including GST" : "";
  const sum = total === null ? [] : [`It comes to ${formatDollars(total)}${withGst}${due}.`];
  const { bankDetails } = brand;
  const payment =
    bankDetails === null ? [] : ["How to pay:", ...linesOf(`${bankDetails}\nReference: ${externalId}`)];
  return composeMail(brand, {
    subject: `Invoice ${externalId} from ${brand.companyName}`,
    heading: `Invoice ${externalId}`,
    paragraphs: [`Here is our invoice for ${name}.`, ...sum, ...payment],
    button: { label: "Open the invoice", href: `${publicUrl}/invoices/${encodeURIComponent(invoiceId)}` },
  });
}
