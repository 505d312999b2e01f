import type { AdminRole } from "../account/admin-role.ts";

/** Why a person who may write cannot decide for an organization: accept, decline, choose optional work, or sign for it. */
export const DECISION_REFUSALS = ["works-for-company", "decisions-held"] as const;
export type DecisionRefusal = (typeof DECISION_REFUSALS)[number];

/** A change of a person's sign-in by the company holds their decisions for so long, unless a colleague lifts the hold. */
export const HOLD_HOURS = 24;

/** Why this person cannot decide for an organization that they may write for, or null. */
export function refuseDecision({
  adminRole,
  decisionsHeldUntil,
}: {
  adminRole: AdminRole | null;
  /** Null if nothing holds their decisions for the organization. */
  decisionsHeldUntil: Date | null;
}): DecisionRefusal | null {
  if (adminRole !== null) return "works-for-company";
  return decisionsHeldUntil === null ? null : "decisions-held";
}
