import { sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import { invoiceVisibleToClients } from "../schema/documents.ts";

type Difference = { invoiceId: Id; externalId: string; what: string };

const MAX_REPORTED = 1000;

/**
 * Compares invoices from before invoices had evidence with their lines and with what was accepted. Nothing binds their
 * number, name and dates. Returns a sentence for each difference.
 */
export async function verifyOlderInvoices(reader: DbOrTx): Promise<string[]> {
  const { rows } = await reader.execute<Difference>(sql`
    with older as (
      select one.*, document.organization_id as document_organization, decision.total_cost as accepted,
        (select sum(amount) from invoice_lines where invoice_id = one.invoice_id) as of_lines
      from invoices as one
      left join unique_documents as document on document.unique_document_id = one.unique_document_id
      left join document_decisions as decision on decision.unique_document_id = one.unique_document_id
      where ${invoiceVisibleToClients({ issuedAt: sql.identifier("issued_at") })} and not exists (select from evidence_events
        where subject_id = one.invoice_id and kind in ('invoice.change', 'invoice.issue'))
    )
    select invoice_id as "invoiceId", external_id as "externalId", what from older
    cross join lateral (values
      ('its lines', of_lines <> subtotal),
      ('its total', subtotal + gst <> total),
      ('the organization of its document', document_organization <> organization_id),
      ('what was accepted', percent = 100 and total <> accepted
        or abs(total - accepted * percent / 100) > 1)
    ) as compared (what, differs)
    where differs
    order by 1, 3 limit ${MAX_REPORTED}`);
  return rows.map(
    ({ invoiceId, externalId, what }) => `The invoice ${externalId}, ${invoiceId}, differs from ${what}.`,
  );
}
