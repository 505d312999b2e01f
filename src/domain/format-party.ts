import type { InvoiceBuyer } from "./invoices/invoice.ts";

// Without a schema, so that clients load no rule of the identifiers.

/** "51 824 753 556", as the register writes it. */
export function formatAbn(abn: string): string {
  return abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}

/** The buyer or seller of an invoice as on an envelope, with the ABN. */
export function formatParty({ name, abn, address }: InvoiceBuyer): string {
  return [name, abn && `ABN ${formatAbn(abn)}`, address].filter(Boolean).join("\n");
}
