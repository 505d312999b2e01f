import { hash } from "node:crypto";
import { canonicalJson } from "#domain/canonical-json.ts";
import { headText, leafText, sealedText } from "#domain/evidence/evidence-event.ts";
import type { EvidenceKey } from "../deps.ts";
import type { evidenceEvents } from "../schema/evidence.ts";
import type { Commitment } from "./append-evidence.ts";
import { isSignedWith } from "./evidence-key.ts";

export type EvidenceRow = typeof evidenceEvents.$inferSelect;

/** The evidence of a record. */
export type Proof = {
  /** Undefined: the record has no evidence. */
  event: EvidenceRow | undefined;
  /** Those of the people whom the record names, oldest first. */
  erasures?: readonly EvidenceRow[];
};

/**
 * Compares a record with its evidence. Returns the names of what differs: facts, sealed groups, "event" (the event itself
 * was changed, perhaps so that it cannot be read), "key" (another key signed it), or "missing" without an event.
 */
export function findDifferences(key: EvidenceKey, proof: Proof, record: Commitment): string[] {
  const { event, erasures = [] } = proof;
  if (!event) return ["missing"];
  try {
    const faultsOfErasures = erasures.flatMap((erasure) => faultsOfEvent(key, erasure));
    // An erasure seals again what it left of the person.
    const sealed = Object.assign({}, event.sealed, ...erasures.map((erasure) => erasure.sealed));
    const salts = Object.assign({}, event.salts, ...erasures.map((erasure) => erasure.salts));
    return [
      ...differingFacts(event, record),
      ...differingGroups({ sealed, salts }, record),
      ...faultsOfEvent(key, event),
      ...faultsOfErasures,
    ];
  } catch {
    return ["event"];
  }
}

function differingFacts({ facts }: EvidenceRow, record: Commitment): string[] {
  const names = new Set([...Object.keys(facts), ...Object.keys(record.facts)]);
  return [...names].filter((name) => canonicalJson(facts[name]) !== canonicalJson(record.facts[name]));
}

type Seals = Pick<EvidenceRow, "sealed" | "salts">;

function differingGroups({ sealed, salts }: Seals, { hashedFacts }: Commitment): string[] {
  return Object.keys({ ...sealed, ...salts, ...hashedFacts }).filter(
    (name) => sealed[name] !== hash("sha256", sealedText(salts[name] ?? "", hashedFacts[name])),
  );
}

/** What is wrong with an event by itself, without those before it. */
export function faultsOfEvent(key: EvidenceKey, row: EvidenceRow): string[] {
  const { chain, position, kind, subjectId, at, facts, sealed, previousHead, head, publicKey, signature } =
    row;
  const leaf = hash(
    "sha256",
    leafText({ chain, position, kind, subjectId, at: at.toISOString(), facts, sealed }),
  );
  if (head !== hash("sha256", headText(previousHead, leaf))) return ["event"];
  if (!key.isTrusted(publicKey)) return ["key"];
  return isSignedWith(publicKey, { chain, position, head }, signature) ? [] : ["event"];
}
