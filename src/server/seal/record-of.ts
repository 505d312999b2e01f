import { canonicalJson } from "#domain/canonical-json.ts";
import type { EvidenceKind } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { findEvidence } from "../evidence/read-evidence.ts";
import type { SealLevel } from "./create-seal.ts";

/** The stored bytes of a sealed PDF. */
export type StoredSeal = { sha256: string; byteLength: number; seal: SealLevel };

/**
 * The record that a sealed PDF carries, as canonical JSON: what its pages show of the person, and the event of the
 * evidence with its place in the chain. No salts, which would help to guess what the event seals.
 */
export async function recordOf(
  reader: Reader,
  subjectId: Id,
  kinds: readonly EvidenceKind[],
  shown: Record<string, string>,
): Promise<string> {
  const [row] = await findEvidence(reader, subjectId, kinds);
  if (!row) return canonicalJson({ shown, evidence: null });
  const { chain, position, kind, at, facts, sealed, previousHead, head, publicKey, signature } = row;
  const event = { chain, position, kind, subjectId, at: at.toISOString(), facts, sealed };
  return canonicalJson({ shown, evidence: { event, previousHead, head, publicKey, signature } });
}
