import { BLOCKS_CSS } from "#blocks/blocks-css.ts";
import { renderPrintableInvoice } from "#blocks/pages/print-invoice.tsx";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { printFontCss } from "#server/pdf/fonts.ts";

/** The HTML from which the PDF of an invoice with these amounts is made. */
export function printedInvoice(amounts: InvoiceAmounts): string {
  return renderPrintableInvoice({
    externalId: "INV-1",
    name: "Fit-out",
    issuedAt: "2026-11-20T03:00:00.000Z",
    dueDate: "2026-12-01",
    amounts,
    terms: "Please pay within 14 days.",
    reference: null,
    buyer: { name: "Harbour Coffee Roasters", abn: null, address: null },
    seller: {
      companyName: "Ember & Oak",
      logo: null,
      abn: "51824753556",
      address: "1 Street\nSydney",
      bankDetails: "Ember & Oak\nBSB 062-000, account 1234 5678",
      accent: "#0f6b5c",
    },
    css: BLOCKS_CSS,
    fontCss: printFontCss(),
    timeZone: "Australia/Sydney",
  });
}
