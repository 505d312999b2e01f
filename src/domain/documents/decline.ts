import type { Id } from "../id.ts";
import type { DocumentStatus } from "./unique-document.ts";

/** As much as a person writes into a dialog; a longer answer is a conversation. */
export const DECLINE_REASON_LIMIT = 2000;

export type DeclineRefusal = "still-draft" | "already-decided";

/** What declining asks of the document: who has decided already and why, if anybody. */
export type Declinable = {
  status: DocumentStatus;
  decidedBy: { userProfileId: Id; reason: string | null } | null;
};

/** Whose decline this is, and the reason they give, if any. */
export type Decliner = { userProfileId: Id; reason: string | null };

export type DeclineOutcome =
  | { outcome: "decline" | "same-receipt" }
  | { outcome: "refuse"; refusal: DeclineRefusal };

/**
 * Whether this person may decline the document now. Nothing is agreed to, so it need not be the version they read;
 * declined again by the same person, it stays as they declined it first. Another reason than the first is refused:
 * nobody would ever read it.
 */
export function judgeDecline({ status, decidedBy }: Declinable, by: Decliner): DeclineOutcome {
  if (status === "PENDING") return { outcome: "decline" };
  if (status === "DRAFT") return { outcome: "refuse", refusal: "still-draft" };
  const isTheirs = status === "DECLINED" && decidedBy?.userProfileId === by.userProfileId;
  const isRepeat = isTheirs && (by.reason === null || by.reason === decidedBy.reason);
  return isRepeat ? { outcome: "same-receipt" } : { outcome: "refuse", refusal: "already-decided" };
}
