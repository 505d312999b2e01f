import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { InvoiceRow } from "./queries.ts";

/** Tells the company's open pages of a changed invoice, and its client's pages if the client sees it. */
export async function tellOfInvoice(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  { invoiceId, organizationId, issuedAt }: Pick<InvoiceRow, "invoiceId" | "organizationId" | "issuedAt">,
): Promise<void> {
  const event = { kind: "invoice", id: invoiceId } as const;
  await live.publish(tx, { company: true }, event);
  if (issuedAt !== null) await live.publish(tx, { organization: organizationId }, event);
}
