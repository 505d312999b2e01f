import { ORGANIZATION_ID } from "./make-world.ts";
import { withClient } from "./measured-portal.ts";

/** Adds plain documents to the writer's organization until it has `total`. */
export async function addDocuments(connectionString: string | undefined, total: number): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(
      `with existing as (select count(*)::int as count from unique_documents where organization_id = $1)
       insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type,
         status, puck_state, total_cost, shown_total, salt, created_at, updated_at, shown_at)
       select 'more-' || n, $1, 'M-' || n, 'Online store of number ' || n::bigint * 7919 % 1000003, 'more-' || n,
         (array['PROPOSAL', 'SCOPE_OF_WORK', 'LEGAL_DOCUMENT'])[1 + n % 3],
         (array['PENDING', 'DECLINED', 'DECLINED', 'DECLINED', 'DRAFT'])[1 + n / 3 % 5],
         '{"root": {}, "content": []}', n, n, 'salt', at, at, case when n / 3 % 5 < 4 then at end
       from existing, generate_series(existing.count + 1, $2::int) n,
         lateral (select now() - n * interval '1 minute' as at) time`,
      [ORGANIZATION_ID, total],
    );
    await client.query("vacuum analyze unique_documents");
  });
}
