import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import {
  type EvidenceEvent,
  type EvidenceKind,
  type Fact,
  headText,
  leafText,
  NO_HEAD,
  sealedText,
} from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { insertMany } from "../db/insert-many.ts";
import { sha256 } from "../hash-text.ts";
import type { EvidenceKey } from "./evidence-key.ts";
import { evidenceEvents, evidenceHeads } from "./tables.ts";

/** What an event binds: facts in the open, and groups of facts that are sealed by salted hashes. */
export type Binding = { facts: Record<string, Fact>; secrets: Record<string, unknown> };

/** Something that happened and must stay provable. */
export type Attested = Binding & { chain: Id; kind: EvidenceKind; subjectId: Id };

const SALT_BYTES = 16;

/**
 * Adds events to the ends of their chains. The rows of the ends are locked until the transaction ends, so this is the
 * last step of a change.
 */
export async function appendEvidence(
  tx: Tx,
  key: EvidenceKey,
  at: Date,
  attested: readonly Attested[],
): Promise<void> {
  const byChain = [...Map.groupBy(attested, ({ chain }) => chain)];
  // Two changes that add to the same chains lock them in the same order.
  for (const [chain, ofChain] of byChain.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    let end = await lockEnd(tx, chain);
    const rows: (typeof evidenceEvents.$inferInsert)[] = [];
    for (const one of ofChain) {
      const row = eventAfter(key, end, at, one);
      rows.push(row);
      end = { chain, position: row.position, head: row.head };
    }
    await insertMany(tx, evidenceEvents, rows);
    const { position, head } = end;
    await tx.update(evidenceHeads).set({ position, head }).where(eq(evidenceHeads.chain, chain));
  }
}

type End = typeof evidenceHeads.$inferSelect;

async function lockEnd(tx: Tx, chain: Id): Promise<End> {
  const [end] = await tx
    .insert(evidenceHeads)
    .values({ chain, position: 0, head: NO_HEAD })
    .onConflictDoUpdate({ target: evidenceHeads.chain, set: { position: sql`${evidenceHeads.position}` } })
    .returning();
  if (!end) throw new Error(`The end of the chain ${chain} cannot be locked.`);
  return end;
}

function eventAfter(
  key: EvidenceKey,
  end: End,
  at: Date,
  { chain, kind, subjectId, facts, secrets }: Attested,
) {
  const salts: Record<string, string> = {};
  const sealed: Record<string, string> = {};
  for (const [name, group] of Object.entries(secrets)) {
    salts[name] = randomBytes(SALT_BYTES).toString("hex");
    sealed[name] = sha256(sealedText(salts[name], group));
  }
  const position = end.position + 1;
  const event: EvidenceEvent = { chain, position, kind, subjectId, at: at.toISOString(), facts, sealed };
  const head = sha256(headText(end.head, sha256(leafText(event))));
  const signature = key.sign({ chain, position, head });
  return { ...event, at, salts, previousHead: end.head, head, publicKey: key.publicKey, signature };
}
