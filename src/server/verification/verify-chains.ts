import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { ERASURE, NAMES_PERSON, NO_HEAD, OF_FILE, PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { EvidenceKey } from "../deps.ts";
import { type EvidenceRow, findDifferences } from "../evidence/check-evidence.ts";
import { evidenceEvents, evidenceHeads } from "../schema/evidence.ts";
import { organizations } from "../schema/organizations.ts";
import { findProven } from "./find-proven.ts";
import { formatDifference, formatRange } from "./format-difference.ts";

const BATCH_SIZE = 200;

/** The end of a chain, by its row and by its events at the same moment. */
export type End = {
  chain: Id;
  name: string;
  position: number | null;
  head: string | null;
  last: number | null;
};

export async function findEnds(reader: DbOrTx): Promise<End[]> {
  const { rows } = await reader.execute<End>(sql`
    select chain, coalesce(organization_name, case chain when ${PORTAL_CHAIN} then 'the portal' else chain end) as name,
      held.position, held.head, counted.last
    from ${evidenceHeads} as held
    full join (select chain, max(position)::integer as last from ${evidenceEvents} group by chain) as counted using (chain)
    left join ${organizations} on organization_id = chain
    order by chain`);
  return rows;
}

type ChainDeps = { db: DbOrTx; evidence: EvidenceKey };

/** Computes every event of a chain again and compares it with its record. Returns a sentence for each difference. */
export async function verifyChain(
  deps: ChainDeps,
  end: End,
  count: (events: number) => void,
): Promise<string[]> {
  const { chain, name } = end;
  const upTo = Math.max(end.position ?? 0, end.last ?? 0);
  const messages: string[] = [];
  let [position, head] = [0, NO_HEAD];
  for (;;) {
    const events = await readEvents(deps.db, chain, position, upTo);
    const differing = await findSettled(deps, events);
    for (const event of events) {
      if (event.position > position + 1)
        messages.push(`The chain of ${name} has a hole: ${formatRange(position + 1, event.position - 1)}.`);
      else if (event.previousHead !== head)
        messages.push(
          `Event ${event.position} of ${name} doesn't follow the event before it: the chain is broken there.`,
        );
      const differences = differing.get(event.position);
      if (differences) messages.push(formatDifference(name, event, differences));
      ({ position, head } = event);
    }
    count(events.length);
    if (events.length < BATCH_SIZE) break;
  }
  return [...messages, ...differencesAtEnd(end, position, head)];
}

/** What differs, by the positions of the events. */
type Differing = Map<number, string[]>;

/** An erasure between the reads looks like a difference, so what differs is read a second time. */
async function findSettled(deps: ChainDeps, events: readonly EvidenceRow[]): Promise<Differing> {
  const differing = await findDiffering(deps, events);
  const [first] = events;
  if (!first || differing.size === 0) return differing;
  const { chain, position } = evidenceEvents;
  const isDiffering = and(eq(chain, first.chain), inArray(position, [...differing.keys()]));
  const again = await deps.db.select().from(evidenceEvents).where(isDiffering);
  return again.length === differing.size ? findDiffering(deps, again) : differing;
}

async function findDiffering(deps: ChainDeps, events: readonly EvidenceRow[]): Promise<Differing> {
  const records = await findProven(deps.db, events);
  const erasures = await findErasures(deps.db, events);
  const differing: Differing = new Map();
  for (const event of events) {
    const record = records.get(event);
    const ofEvent = (NAMES_PERSON.includes(event.kind) && erasures.get(event.subjectId)) || [];
    const proof = { event, erasures: ofEvent };
    const differences = findDifferences(deps.evidence, proof, record ?? { facts: {}, hashedFacts: {} });
    const isGone = !record && !(ofEvent.length > 0 && isOfFile(event));
    const all = record
      ? [...differences, ...record.alsoDiffering]
      : [...faultsOf(differences), ...(isGone ? ["record"] : [])];
    if (all.length > 0) differing.set(event.position, all);
  }
  return differing;
}

const isOfFile = ({ kind }: EvidenceRow) => OF_FILE.some((one) => one === kind);

/** The erasures of these events' subjects, oldest first. */
async function findErasures(reader: DbOrTx, events: readonly EvidenceRow[]): Promise<Map<Id, EvidenceRow[]>> {
  const { kind, subjectId, position } = evidenceEvents;
  const subjects = events.map((event) => event.subjectId);
  const rows = await reader
    .select()
    .from(evidenceEvents)
    .where(and(eq(kind, ERASURE), isAnyOf(subjectId, subjects)))
    .orderBy(asc(position));
  return Map.groupBy(rows, (row) => row.subjectId);
}

/** What is wrong with the event by itself, when there is no record to compare it with. */
function faultsOf(differences: readonly string[]): string[] {
  return differences.filter((one) => one === "event" || one === "key");
}

function readEvents(reader: DbOrTx, chain: Id, after: number, upTo: number): Promise<EvidenceRow[]> {
  const { position } = evidenceEvents;
  return reader
    .select()
    .from(evidenceEvents)
    .where(and(eq(evidenceEvents.chain, chain), gt(position, after), lte(position, upTo)))
    .orderBy(asc(position))
    .limit(BATCH_SIZE);
}

function differencesAtEnd(end: End, position: number, head: string): string[] {
  const { name } = end;
  if (end.position === null) return [`The chain of ${name} has events, but the row of its end is gone.`];
  if (end.position > position)
    return [`The end of the chain of ${name} is cut off: ${formatRange(position + 1, end.position)}.`];
  if (end.position < position)
    return [`The chain of ${name} ends at event ${end.position}, but there are events up to ${position}.`];
  return end.head === head ? [] : [`The end of the chain of ${name} isn't its last event.`];
}
