import { hash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { writeAnchor } from "#domain/evidence/anchor.ts";
import {
  type EvidenceEvent,
  type EvidenceKind,
  type Fact,
  headText,
  leafText,
  NO_HEAD,
  PORTAL_CHAIN,
  sealedText,
} from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { insertMany } from "../db/many-rows.ts";
import type { EvidenceKey } from "../deps.ts";
import { evidenceEvents, evidenceHeads } from "../schema/evidence.ts";
import type { files } from "../schema/files.ts";

/** What an event commits to: open facts, and groups of facts of which it has only the salted hash (its key `sealed`). */
export type Commitment = { facts: Record<string, Fact>; hashedFacts: Record<string, unknown> };

/** Something that happened and must stay provable. */
export type Attested = Commitment & { chain: Id; kind: EvidenceKind; subjectId: Id };

const SALT_BYTES = 16;

/**
 * Adds events to the ends of their chains, in four statements. Locks the ends until the transaction ends, so it comes
 * last in a change. Throws AppError "conflict" if the end of a chain was changed past the portal.
 */
export async function appendEvidence(
  tx: Tx,
  key: EvidenceKey,
  at: Date,
  attested: readonly Attested[],
): Promise<string[]> {
  if (attested.length === 0) return [];
  const ends = await lockEnds(tx, new Set(attested.map(({ chain }) => chain)));
  const rows = attested.map((one) => {
    const end = ends.get(one.chain);
    if (!end) throw new Error(`The end of the chain ${one.chain} cannot be locked.`);
    const row = eventAfter(key, end, at, one);
    ends.set(one.chain, { chain: one.chain, position: row.position, head: row.head });
    return row;
  });
  const moved = tx.execute(sql`
    update ${evidenceHeads} as held set position = next.position, head = next.head
    from jsonb_to_recordset(${JSON.stringify([...ends.values()])}::jsonb)
      as next (chain text, position integer, head text)
    where held.chain = next.chain`);
  await Promise.all([insertMany(tx, evidenceEvents, rows), moved]);
  return rows.map(writeAnchor);
}

type End = typeof evidenceHeads.$inferSelect;

/**
 * Locks the ends in a fixed order. Throws for a chain whose last event is not at its end: a new event must not hide that
 * events before it were removed.
 */
async function lockEnds(tx: Tx, chains: ReadonlySet<Id>): Promise<Map<Id, End>> {
  const sorted = [...chains].toSorted();
  const ends = await tx.execute<End>(sql`
    insert into ${evidenceHeads} as held (chain, position, head)
    select chain, 0, ${NO_HEAD} from unnest(${sql.param(sorted)}::text[]) with ordinality as requested (chain, place)
    order by place
    on conflict (chain) do update set position = held.position
    returning held.chain, held.position, held.head`);
  // A statement of its own: only with the lock does it see the events of a change that just ended.
  const last = await tx.execute<End>(
    sql`select chain, position, head from counterpart_last_evidence(${sql.param(sorted)}::text[])`,
  );
  requireWhole(ends.rows, last.rows);
  return new Map(ends.rows.map((end) => [end.chain, end]));
}

function requireWhole(ends: readonly End[], events: readonly End[]): void {
  const last = new Map(events.map((one) => [one.chain, one]));
  for (const { chain, position, head } of ends) {
    const { position: found, head: foundHead } = last.get(chain) ?? { position: 0, head: NO_HEAD };
    if (found === position && foundHead === head) continue;
    const cause = new Error(
      `The end of the chain ${chain}, event ${position}, is not its last event, ${found}: it was changed past the portal. ` +
        "Nothing is added to it until it is restored. `counterpart verify` tells what differs.",
    );
    throw new AppError("conflict", DAMAGED, { reason: "evidence-damaged" }, { cause });
  }
}

const DAMAGED =
  "The evidence kept here doesn't match its records, so nothing can be added to it until it is restored. Nothing was " +
  "changed. The operator of the portal sees what differs with “counterpart verify”.";

function eventAfter(key: EvidenceKey, end: End, at: Date, attested: Attested) {
  const { chain, kind, subjectId, facts, hashedFacts } = attested;
  const salts: Record<string, string> = {};
  const sealed: Record<string, string> = {};
  for (const [name, group] of Object.entries(hashedFacts)) {
    salts[name] = randomBytes(SALT_BYTES).toString("hex");
    sealed[name] = hash("sha256", sealedText(salts[name], group));
  }
  const position = end.position + 1;
  const event: EvidenceEvent = { chain, position, kind, subjectId, at: at.toISOString(), facts, sealed };
  const head = hash("sha256", headText(end.head, hash("sha256", leafText(event))));
  const signature = key.sign({ chain, position, head });
  return { ...event, at, salts, previousHead: end.head, head, publicKey: key.publicKey, signature };
}

type FileRow = Omit<typeof files.$inferSelect, "createdAt">;

/** What proves a file that is evidence itself, such as the PDF of an accepted document. `ofId` is its record. */
export function fileEvidence(kind: EvidenceKind, ofId: Id, file: FileRow): Attested {
  const { fileId, organizationId, sha256, byteLength, contentType } = file;
  return {
    chain: organizationId ?? PORTAL_CHAIN,
    kind,
    subjectId: fileId,
    facts: { fileId, organizationId, sha256, byteLength, contentType, ofId },
    hashedFacts: {},
  };
}
