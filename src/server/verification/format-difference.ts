import type { EvidenceKind } from "#domain/evidence/evidence-event.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";

export const EVENT_WORDS: Record<EvidenceKind, string> = {
  "access.add-issuer": "the added issuer of single sign-on",
  "access.change": "the changed permission",
  "access.change-email": "the changed email",
  "access.grant": "the granted permission",
  "access.invite": "the invitation",
  "access.lift-hold": "the lifted hold of decisions",
  "access.remove": "the removed permission",
  "access.remove-issuer": "the removed issuer of single sign-on",
  "access.request-email": "the requested email change",
  "access.reset-factor": "the reset of a second factor",
  "access.withdraw": "the withdrawn invitation",
  "agreement.bring-in": "the signature that was brought in",
  "agreement.copy": "the signed copy",
  "agreement.sign": "the signature",
  "document.approve": "the acceptance",
  "document.bring-in": "the decision that was brought in",
  "document.decline": "the decline",
  "document.send": "the sending",
  "document.snapshot": "the PDF of the accepted document",
  "invoice.change": "the changed invoice",
  "invoice.issue": "the issued invoice",
  "person.erase": "the erasure of the person in",
};

/** "Event 12 of Ember: the acceptance of “Shop fit-out”, 0198…, differs from its evidence: decidedAt, person." */
export function formatDifference(
  chainName: string,
  row: EvidenceRow,
  differences: readonly string[],
): string {
  return `Event ${row.position} of ${chainName}: ${formatSubject(row)} ${whatDiffers(differences)}`;
}

/** "event 12 of Ember: the acceptance of “Shop fit-out”, 0198…, at 2026-11-22T10:00:00.000Z" */
export function formatEvent(chainName: string, row: EvidenceRow): string {
  return `event ${row.position} of ${chainName}: ${formatSubject(row)} at ${row.at.toISOString()}`;
}

function formatSubject({ kind, subjectId, facts }: EvidenceRow): string {
  return `${EVENT_WORDS[kind]} ${typeof facts.name === "string" ? `of “${facts.name}”, ${subjectId},` : subjectId}`;
}

function whatDiffers(differences: readonly string[]): string {
  if (differences.includes("event")) return "is not the one that the portal signed: its event was changed.";
  if (differences.includes("key")) return "is signed with a key that this portal does not know.";
  if (differences.includes("record")) return "is no longer in the database.";
  return `differs from its evidence: ${differences.join(", ")}.`;
}

export function formatRange(first: number, last: number): string {
  return first === last ? `event ${first} is missing` : `events ${first} to ${last} are missing`;
}
