import { BLOCKS_CSS } from "#blocks/blocks-css.ts";
import { renderPrintableInvoice } from "#blocks/pages/print-invoice.tsx";
import type { InvoiceBuyer } from "#domain/invoices/invoice.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import type { Deps } from "../deps.ts";
import { printFontCss } from "../pdf/fonts.ts";
import type { InvoiceRow } from "./queries.ts";

/** An issued invoice as HTML for the PDF. */
export function printInvoice(
  { settings }: Pick<Deps, "settings">,
  logo: string | null,
  invoice: Pick<InvoiceRow, "externalId" | "name" | "dueDate" | "terms" | "reference"> & { issuedAt: Date },
  amounts: InvoiceAmounts,
  buyer: InvoiceBuyer,
): string {
  const { companyName, abn, address, bankDetails, accent, timeZone } = settings.now();
  const { externalId, name, dueDate, terms, reference, issuedAt } = invoice;
  return renderPrintableInvoice({
    externalId,
    name,
    dueDate,
    amounts,
    terms,
    reference,
    buyer,
    timeZone,
    issuedAt: issuedAt.toISOString(),
    seller: { companyName, logo, abn, address, bankDetails, accent },
    css: BLOCKS_CSS,
    fontCss: printFontCss(),
  });
}
