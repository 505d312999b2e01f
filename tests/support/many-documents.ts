import { sql } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";

/**
 * Adds many documents to an organization in one statement. Their ids end in their number; many share name, type,
 * status, time or signer.
 */
export async function addManyDocuments(db: Db, organizationId: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type, status,
      puck_state, total_cost, shown_total, salt, created_at, updated_at, shown_at)
    select ${organizationId} || '-' || n, ${organizationId}, 'P-' || n,
      (array['Website', 'Café fit-out', 'Online store', 'online Store 2', 'online store 10'])[1 + n % 5],
      ${organizationId} || '-' || n, (array['PROPOSAL', 'SCOPE_OF_WORK', 'LEGAL_DOCUMENT'])[1 + n % 3],
      (array['PENDING', 'APPROVED', 'DECLINED', 'DRAFT', 'APPROVED'])[1 + (n / 7) % 5],
      '{"content": [], "root": {"props": {}}}', (n % 1000) + 0.45, (n % 1000) + 0.45, 'salt',
      timestamptz '2026-11-21 10:00Z' - (n % 400) * interval '1 day',
      timestamptz '2026-11-21 10:00Z' - (n % 70) * interval '1 day',
      timestamptz '2026-11-21 10:00Z' - (n % 400) * interval '1 day'
    from generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    insert into document_decisions (document_decision_id, unique_document_id, organization_id, decision, decided_at, user_name, user_email,
      organization_name, content_hash, page)
    select 'decision-' || unique_document_id, unique_document_id, organization_id, status, updated_at + interval '1 hour',
      (array['Ada Byron', 'Grace Hopper', 'Zoë Ålund'])[1 + total_cost::int % 3], 'signer@example.test', 'Client',
      repeat('0', 64), puck_state
    from unique_documents where organization_id = ${organizationId} and status in ('APPROVED', 'DECLINED')`);
}
