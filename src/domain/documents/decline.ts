import type { Id } from "../id.ts";
import {
  CLOSED_REFUSALS,
  type ClosedBecause,
  type ClosedRefusal,
  type DocumentStatus,
} from "./unique-document.ts";

/** About as much as a person types into a dialog. */
export const DECLINE_REASON_LIMIT = 2000;

/** Comes before the name of the person who declined, where lists show who decided. */
export const DECLINED_BY = "Declined by ";

export type DeclineRefusal = "still-draft" | ClosedRefusal | "already-decided";

type Declinable = {
  status: DocumentStatus;
  closedBecause: ClosedBecause | null;
  decidedBy: { userProfileId: Id; reason: string | null } | null;
};

type Decliner = { userProfileId: Id; reason: string | null };

type DeclineOutcome =
  | { outcome: "decline" | "same-receipt" }
  | { outcome: "refuse"; refusal: DeclineRefusal };

/** A repeated decline is the first one. Another reason is refused, because no one would read it. */
export function evaluateDecline(
  { status, closedBecause, decidedBy }: Declinable,
  by: Decliner,
): DeclineOutcome {
  if (closedBecause !== null) return { outcome: "refuse", refusal: CLOSED_REFUSALS[closedBecause] };
  if (status === "PENDING") return { outcome: "decline" };
  if (status === "DRAFT") return { outcome: "refuse", refusal: "still-draft" };
  const isTheirs = status === "DECLINED" && decidedBy?.userProfileId === by.userProfileId;
  const isRepeat = isTheirs && (by.reason === null || by.reason === decidedBy.reason);
  return isRepeat ? { outcome: "same-receipt" } : { outcome: "refuse", refusal: "already-decided" };
}
