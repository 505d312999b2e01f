import { and, asc, eq, sql } from "drizzle-orm";
import { writeAnchor } from "#domain/evidence/anchor.ts";
import { ERASURE, type EvidenceKind, NO_HEAD } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { evidenceEvents } from "../schema/evidence.ts";
import type { EvidenceRow, Proof } from "./check-evidence.ts";

/** The evidence of a subject, oldest first. */
export async function findEvidence(
  reader: DbOrTx,
  subjectId: Id,
  kinds: readonly EvidenceKind[],
): Promise<EvidenceRow[]> {
  return reader
    .select()
    .from(evidenceEvents)
    .where(and(eq(evidenceEvents.subjectId, subjectId), isAnyOf(evidenceEvents.kind, kinds)))
    .orderBy(asc(evidenceEvents.position));
}

/** The first event of one of the kinds, and the erasures of its people. */
export async function findProof(
  reader: DbOrTx,
  subjectId: Id,
  kinds: readonly EvidenceKind[],
): Promise<Proof> {
  const found = await findEvidence(reader, subjectId, [...kinds, ERASURE]);
  return {
    event: found.find(({ kind }) => kind !== ERASURE),
    erasures: found.filter(({ kind }) => kind === ERASURE),
  };
}

/** The anchor of the event of a decision or signature; null if there is no event. */
export async function findAnchor(
  reader: DbOrTx,
  subjectId: Id,
  kinds: readonly EvidenceKind[],
): Promise<string | null> {
  const [event] = await findEvidence(reader, subjectId, kinds);
  return event ? writeAnchor(event) : null;
}

/** Whether events were removed from a chain. Counts the whole chain, so call it only where a record has no event. */
export async function lacksEvents(reader: DbOrTx, chain: Id): Promise<boolean> {
  const lacks = sql`select counterpart_lacks_evidence(${chain}) as lacks`;
  const { rows } = await reader.execute<{ lacks: boolean }>(lacks);
  return rows[0]?.lacks ?? false;
}

/** The chains whose last event is not at their end. One statement reads both, because one change adds both. */
export async function findDamagedChains(reader: DbOrTx, chains: readonly Id[]): Promise<ReadonlySet<Id>> {
  const { rows } = await reader.execute<{ chain: Id }>(sql`
    select chain from unnest(${sql.param([...chains])}::text[]) as requested (chain)
    left join evidence_heads as held using (chain)
    left join counterpart_last_evidence(${sql.param([...chains])}::text[]) as last using (chain)
    where coalesce(held.position, 0) <> coalesce(last.position, 0)
      or coalesce(held.head, ${NO_HEAD}) <> coalesce(last.head, ${NO_HEAD})`);
  return new Set(rows.map(({ chain }) => chain));
}
