import { sql } from "drizzle-orm";
import { NO_HEAD } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";

/**
 * The chains whose last event is not at their end, so that no event can be added to them. One statement reads events and
 * ends, because a simultaneous change adds both.
 */
export async function findDamagedChains(reader: Reader, chains: readonly Id[]): Promise<ReadonlySet<Id>> {
  const { rows } = await reader.execute<{ chain: Id }>(sql`
    select chain from unnest(${sql.param([...chains])}::text[]) as asked (chain)
    left join evidence_heads as held using (chain)
    left join counterpart_last_evidence(${sql.param([...chains])}::text[]) as last using (chain)
    where coalesce(held.position, 0) <> coalesce(last.position, 0)
      or coalesce(held.head, ${NO_HEAD}) <> coalesce(last.head, ${NO_HEAD})`);
  return new Set(rows.map(({ chain }) => chain));
}
