import { canonicalJson } from "../canonical-json.ts";
import type { Id } from "../id.ts";

/** One of these is the evidence of an access record. */
export const OF_ACCESS = [
  "access.add-issuer",
  "access.change",
  "access.change-email",
  "access.grant",
  "access.invite",
  "access.lift-hold",
  "access.remove",
  "access.remove-issuer",
  "access.request-email",
  "access.reset-factor",
  "access.withdraw",
] as const;

/** A "bring-in" is a decision or signature that was made elsewhere, or before the portal recorded evidence. */
export const EVIDENCE_KINDS = [
  ...OF_ACCESS,
  "agreement.bring-in",
  "agreement.copy",
  "agreement.sign",
  "document.approve",
  "document.bring-in",
  "document.decline",
  "document.send",
  "document.snapshot",
  "invoice.change",
  "invoice.issue",
  "person.erase",
] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One of these is the evidence of a decision on a document. */
export const OF_DECISION = ["document.approve", "document.bring-in", "document.decline"] as const;
/** One of these is the evidence of a file. */
export const OF_FILE = ["agreement.copy", "document.snapshot"] as const;
/** One of these is the evidence of a signature under a general document. */
export const OF_SIGNATURE = ["agreement.bring-in", "agreement.sign"] as const;

/** The newest of these is the evidence of an invoice that its client sees. */
export const OF_INVOICE = ["invoice.change", "invoice.issue"] as const;

/** Someone was erased from a record. This event commits to what is left of the person, in place of the first one. */
export const ERASURE = "person.erase";
export const NAMES_PERSON: readonly EvidenceKind[] = [
  ...OF_ACCESS,
  ...OF_DECISION,
  ...OF_FILE,
  ...OF_SIGNATURE,
];

/** Evidence without an organization, such as the signature of a visitor, is in the portal's own chain. */
export const PORTAL_CHAIN = "portal";

export type Fact = string | number | boolean | null;

/** One link in the chain of an organization's evidence. */
export type EvidenceEvent = {
  chain: Id;
  /** 1 for the first of the chain. */
  position: number;
  kind: EvidenceKind;
  subjectId: Id;
  /** ISO 8601, in UTC. */
  at: string;
  /** What everybody may read who may see the subject. */
  facts: Record<string, Fact>;
  /**
   * SHA-256 (hex) of each group of facts that not everybody may read, with the salt of the group. The seal of a PDF is
   * something else: a signature over its bytes.
   */
  sealed: Record<string, string>;
};

/** The head before the first event of a chain. */
export const NO_HEAD = "0".repeat(64);

/** What an event contributes to its chain: SHA-256 of this text is its leaf, as in a hash tree. */
export function leafText(event: EvidenceEvent): string {
  return canonicalJson(event);
}

/** SHA-256 of this text is the head after the event: one hash that commits to it and to all events before it. */
export function headText(previous: string, leaf: string): string {
  return `${previous}${leaf}`;
}

/** SHA-256 of this text is the sealed form of a group of facts. */
export function sealedText(salt: string, group: unknown): string {
  return canonicalJson({ group, salt });
}

/** The portal signs this text after each event. */
export function anchorText({ chain, position, head }: { chain: Id; position: number; head: string }): string {
  return canonicalJson({ chain, head, position, statement: "Counterpart evidence" });
}
