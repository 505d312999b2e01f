import type { AdminRole } from "../account/admin-role.ts";

/** The two sides of every contract here: the company, and its clients' organizations. */
export type Side = "company" | "client";

/** Why a person gets no right on one side: they have one on the other. */
export type SideRefusal = "works-for-company" | "belongs-to-client";

/** Why a person gets no new right on a side, or null: no one may decide for both sides of a contract. */
export function refuseSide(
  side: Side,
  roles: { adminRole: AdminRole | null; isMember: boolean },
): SideRefusal | null {
  if (side === "client") return roles.adminRole === null ? null : "works-for-company";
  return roles.isMember ? "belongs-to-client" : null;
}

/** The error for an owner or operator who gives the right, and for the person themselves who accepts it. */
export const NOT_BOTH_SIDES: Record<SideRefusal, { given: string; accepted: string }> = {
  "works-for-company": {
    given:
      "This person works for the company, and one person can't act for both sides. To give them access to a client's organization, remove their role first, or use another email. Nothing was changed.",
    accepted:
      "You work for the company, and one person can't act for both sides. To join a client's organization, ask an owner to remove your role, or to invite another email. Nothing was changed.",
  },
  "belongs-to-client": {
    given:
      "This person belongs to a client's organization, and one person can't act for both sides. To give them a role in the company, remove them from the organization first, or use another email. Nothing was changed.",
    accepted:
      "You belong to a client's organization, and one person can't act for both sides. To work for the company, ask to be removed from the organization, or to be invited with another email. Nothing was changed.",
  },
};

/** Why a writer cannot accept, decline, choose optional work or sign for an organization. */
export const DECISION_REFUSALS = ["works-for-company", "decisions-held"] as const;
export type DecisionRefusal = (typeof DECISION_REFUSALS)[number];

/** How long a change of their sign-in by the company holds a person's decisions, unless a colleague lifts the hold. */
export const BLOCK_HOURS = 24;

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
