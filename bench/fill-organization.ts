import type { OwnerConnection } from "#server/db/database.ts";

/** Adds plain documents to the organization of the bench's writer, so that it has so many in all. */
export async function fillOrganization(owner: OwnerConnection, documents: number): Promise<void> {
  await owner.query(
    `with there as (select count(*)::int as count from unique_documents where organization_id = 'org-1')
     insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type, status,
       puck_state, total_cost, shown_total, salt, created_at, updated_at, shown_at)
     select 'more-' || n, 'org-1', 'M-' || n, 'Online store of number ' || n::bigint * 7919 % 1000003, 'more-' || n,
       (array['PROPOSAL', 'SCOPE_OF_WORK', 'LEGAL_DOCUMENT'])[1 + n % 3],
       (array['PENDING', 'DECLINED', 'DECLINED', 'DECLINED', 'DRAFT'])[1 + n / 3 % 5],
       '{"root": {}, "content": []}', n, n, 'salt', at, at, case when n / 3 % 5 < 4 then at end
     from there, generate_series(there.count + 1, $1::int) n,
       lateral (select now() - n * interval '1 minute' as at) moment`,
    [documents],
  );
  await owner.query("vacuum analyze unique_documents").catch(() => owner.query("analyze"));
}
