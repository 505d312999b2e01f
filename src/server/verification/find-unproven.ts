import { sql } from "drizzle-orm";
import { type AccessKind, accessEventKind } from "#domain/access-records/access-record.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import { invoiceVisibleToClients } from "../schema/documents.ts";
import { EVENT_WORDS } from "./format-difference.ts";

/** Each finds records that lack their evidence, or have a decided status without a decision. */
const UNPROVEN = [
  sql`select 'The access record' as what, access_record_id as id from access_records as one
    where not is_outside_chain
      and not exists (select from evidence_events where subject_id = one.access_record_id
        and kind = 'access.' || one.kind)`,
  sql`select 'The decision on the document' as what, unique_document_id as id from document_decisions as one
    where not exists (select from evidence_events where subject_id = one.unique_document_id
      and kind in ('document.approve', 'document.decline', 'document.bring-in'))`,
  sql`select 'The status of the decided document' as what, unique_document_id as id from unique_documents as one
    where status in ('APPROVED', 'DECLINED')
      and not exists (select from document_decisions where unique_document_id = one.unique_document_id)
      and not exists (select from evidence_events where subject_id = one.unique_document_id
        and kind in ('document.approve', 'document.decline', 'document.bring-in'))`,
  sql`select 'The signature' as what, signed_general_document_id as id from signed_general_documents as one
    where not exists (select from evidence_events where subject_id = one.signed_general_document_id
      and kind in ('agreement.sign', 'agreement.bring-in'))`,
  sql`select 'The PDF of the accepted document with the file' as what, file_id as id from document_snapshots as one
    where not exists (select from evidence_events where subject_id = one.file_id and kind = 'document.snapshot')`,
  sql`select 'The signed copy with the file' as what, file_id as id from signed_general_documents as one
    where file_id is not null
      and not exists (select from evidence_events where subject_id = one.file_id and kind = 'agreement.copy')`,
  sql`select 'The issued invoice' as what, invoice_id as id from invoices as one
    where ${invoiceVisibleToClients({ issuedAt: sql.identifier("issued_at") })}
      and exists (select from evidence_events where kind = 'invoice.issue' and at <= one.issued_at)
      and not exists (select from evidence_events where subject_id = one.invoice_id
        and kind in ('invoice.change', 'invoice.issue'))`,
  sql`select 'The version that a colleague sent, of the document' as what, unique_document_id as id from document_versions as one
    where sent_by_user_profile_id is not null
      and exists (select from evidence_events where kind = 'document.send' and at <= one.sent_at)
      and not exists (select from evidence_events where subject_id = one.unique_document_id and kind = 'document.send'
        and (facts ->> 'number')::integer = one.number)`,
];

/** A sentence for each removal of access while a damaged chain took no events. */
export async function findOutsideChain(reader: DbOrTx): Promise<string[]> {
  const { rows } = await reader.execute<{ kind: AccessKind; id: Id; name: string; at: Date }>(sql`
    select kind, access_record_id as id, coalesce(organization_name, 'the portal') as name, at
    from access_records left join organizations using (organization_id)
    where is_outside_chain order by at, access_record_id limit ${MAX}`);
  return rows.map(
    ({ kind, id, name, at }) =>
      `Outside the chain of ${name}: ${EVENT_WORDS[accessEventKind(kind)]} ${id} at ${new Date(at).toISOString()} was ` +
      "recorded without an event, because the end of the chain was damaged then. It only took access away.",
  );
}

/** The limit for each kind, because the first few show that evidence was removed. */
const MAX = 1000;

export async function findUnproven(reader: DbOrTx): Promise<string[]> {
  const messages: string[] = [];
  for (const unproven of UNPROVEN) {
    const { rows } = await reader.execute<{ what: string; id: Id }>(sql`${unproven} limit ${MAX}`);
    const format = ({ what, id }: (typeof rows)[number]) =>
      `${what} ${id} has no evidence: it didn't come about through the portal.`;
    messages.push(...rows.map(format));
  }
  return messages;
}
