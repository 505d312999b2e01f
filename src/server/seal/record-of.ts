import { canonicalJson } from "#domain/canonical-json.ts";
import type { SealLevel } from "../deps.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";

/** The stored bytes of a sealed PDF. */
export type StoredSeal = { sha256: string; byteLength: number; seal: SealLevel };

/**
 * The record that a sealed PDF carries, as canonical JSON: what its pages show of the person and the total, the zone of
 * its times, and the event of the evidence with its place in the chain. No salts, which would help to guess what the
 * event seals.
 */
export function recordOf(
  event: EvidenceRow | undefined,
  shown: Record<string, string>,
  timeZone: string,
): string {
  if (!event) return canonicalJson({ shown, timeZone, evidence: null });
  const { chain, position, kind, subjectId, at, facts, sealed, previousHead, head, publicKey, signature } =
    event;
  const proven = { chain, position, kind, subjectId, at: at.toISOString(), facts, sealed };
  return canonicalJson({
    shown,
    timeZone,
    evidence: { event: proven, previousHead, head, publicKey, signature },
  });
}
