import type { Id } from "../id.ts";
import type { PermissionType } from "../permissions/organization-permission.ts";

/** Who may make a call. Each level asks all that the one before it asks; staff are persons, of no organization. */
export const WHO = ["public", "signed-in", "person", "member", "writer", "staff"] as const;
export type Who = (typeof WHO)[number];

/**
 * Whose records a call reaches: what belongs to everybody alike, those of the caller's organization, the caller's own,
 * or, for staff alone, those of every organization.
 */
export const REACHES = ["everybody", "organization", "person", "every-organization"] as const;
export type Reach = (typeof REACHES)[number];

/** What is known of a caller at the moment of the call; read afresh from the database each time. */
export type Caller = {
  isSignedIn: boolean;
  userProfileId: Id | null;
  /** One of the company's own people. */
  isStaff: boolean;
  activeOrganizationId: Id | null;
  isOrganizationVerified: boolean;
  permissionType: PermissionType | null;
};

const ACCESS_REFUSALS = [
  "unauthenticated",
  "no-profile",
  "no-organization",
  "unverified",
  "read-only",
  "not-staff",
] as const;
export type AccessRefusal = (typeof ACCESS_REFUSALS)[number];

type Demand = { refusal: AccessRefusal; isMet: (caller: Caller) => boolean };

const SIGNED_IN: Demand = { refusal: "unauthenticated", isMet: (caller) => caller.isSignedIn };
const PROFILE: Demand = { refusal: "no-profile", isMet: (caller) => caller.userProfileId !== null };
const MEMBERSHIP: Demand = { refusal: "no-organization", isMet: (caller) => caller.permissionType !== null };
const VERIFIED: Demand = { refusal: "unverified", isMet: (caller) => caller.isOrganizationVerified };
const WRITE: Demand = { refusal: "read-only", isMet: (caller) => caller.permissionType === "write" };
const STAFF: Demand = { refusal: "not-staff", isMet: (caller) => caller.isStaff };

/** The one policy: what each level of call demands, in the order in which it is told. */
const POLICY = {
  public: [],
  "signed-in": [SIGNED_IN],
  person: [SIGNED_IN, PROFILE],
  member: [SIGNED_IN, PROFILE, MEMBERSHIP, VERIFIED],
  writer: [SIGNED_IN, PROFILE, MEMBERSHIP, VERIFIED, WRITE],
  staff: [SIGNED_IN, PROFILE, STAFF],
} satisfies Record<Who, Demand[]>;

/** The first demand that a caller does not meet, or null when the call may go on. */
export function refuseAccess(who: Who, caller: Caller): AccessRefusal | null {
  return POLICY[who].find((demand) => !demand.isMet(caller))?.refusal ?? null;
}
