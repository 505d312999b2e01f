import { z } from "zod";
import { type AdminRole, mayActAs } from "../account/admin-role.ts";
import type { Id } from "../id.ts";
import type { PermissionType } from "../permissions/organization-permission.ts";
import { Timestamp } from "../record-fields.ts";
import { refuseDecision } from "./two-sides.ts";

/**
 * Who may make a call. A former member belongs to an organization that is or was active: they read what it accepted.
 * Each level of clients and of admins has the demands of the one before; a signatory decides.
 */
export const WHO = [
  "public",
  "signed-in",
  "person",
  "former-member",
  "member",
  "writer",
  "signatory",
  "viewer",
  "editor",
  "owner",
] as const;
export type Who = (typeof WHO)[number];

/** Whose records a call reaches: everybody's, the organization's, the caller's, or all organizations' (admins). */
export const REACHES = ["everybody", "organization", "person", "every-organization"] as const;
export type Reach = (typeof REACHES)[number];

/** What the database says about a caller at the moment of the call. */
export type Caller = {
  isSignedIn: boolean;
  /** The company or an organization of theirs requires a second factor, and they have none. */
  lacksFactor: boolean;
  userProfileId: Id | null;
  /** The role of one of the company's own people; null for everybody else. */
  adminRole: AdminRole | null;
  activeOrganizationId: Id | null;
  isOrganizationVerified: boolean;
  /** Whether it was active and the company has made it inactive. */
  isOrganizationDeactivated: boolean;
  permissionType: PermissionType | null;
  /** Null if nothing holds their decisions. Only the confirmation in a change reads it (access/confirm-caller.ts). */
  decisionsHeldUntil: Date | null;
};

const ACCESS_REFUSALS = [
  "unauthenticated",
  "no-profile",
  "factor-required",
  "no-organization",
  "unverified",
  "deactivated",
  "read-only",
  "works-for-company",
  "decisions-held",
  "not-admin",
  "not-editor",
  "not-owner",
] as const;
export type AccessRefusal = (typeof ACCESS_REFUSALS)[number];

type Demand = { refusal: AccessRefusal; isMet: (caller: Caller) => boolean };

const SIGNED_IN: Demand = { refusal: "unauthenticated", isMet: (caller) => caller.isSignedIn };
const PROFILE: Demand = { refusal: "no-profile", isMet: (caller) => caller.userProfileId !== null };
const FACTOR: Demand = { refusal: "factor-required", isMet: (caller) => !caller.lacksFactor };
const MEMBERSHIP: Demand = { refusal: "no-organization", isMet: (caller) => caller.permissionType !== null };
const ACTIVATED: Demand = {
  refusal: "unverified",
  isMet: (caller) => caller.isOrganizationVerified || caller.isOrganizationDeactivated,
};
const ACTIVE: Demand = { refusal: "deactivated", isMet: (caller) => caller.isOrganizationVerified };
const WRITE: Demand = { refusal: "read-only", isMet: (caller) => caller.permissionType === "write" };
const ONE_SIDE: Demand = {
  refusal: "works-for-company",
  isMet: (caller) => refuseDecision(caller) !== "works-for-company",
};
const NOT_BLOCKED: Demand = {
  refusal: "decisions-held",
  isMet: (caller) => refuseDecision(caller) !== "decisions-held",
};
const ADMIN: Demand = { refusal: "not-admin", isMet: (caller) => caller.adminRole !== null };
const EDITOR: Demand = { refusal: "not-editor", isMet: (caller) => mayActAs(caller.adminRole, "editor") };
const OWNER: Demand = { refusal: "not-owner", isMet: (caller) => mayActAs(caller.adminRole, "owner") };

/** The demands of each level in the order of their errors. "signed-in" has no FACTOR: there a factor is switched on. */
const POLICY = {
  public: [],
  "signed-in": [SIGNED_IN],
  person: [SIGNED_IN, PROFILE, FACTOR],
  "former-member": [SIGNED_IN, PROFILE, FACTOR, MEMBERSHIP, ACTIVATED],
  member: [SIGNED_IN, PROFILE, FACTOR, MEMBERSHIP, ACTIVATED, ACTIVE],
  writer: [SIGNED_IN, PROFILE, FACTOR, MEMBERSHIP, ACTIVATED, ACTIVE, WRITE],
  signatory: [SIGNED_IN, PROFILE, FACTOR, MEMBERSHIP, ACTIVATED, ACTIVE, WRITE, ONE_SIDE, NOT_BLOCKED],
  viewer: [SIGNED_IN, PROFILE, FACTOR, ADMIN],
  editor: [SIGNED_IN, PROFILE, FACTOR, ADMIN, EDITOR],
  owner: [SIGNED_IN, PROFILE, FACTOR, ADMIN, OWNER],
} satisfies Record<Who, Demand[]>;

/** The first demand that a caller does not meet, or null if they may make the call. */
export function refuseAccess(who: Who, caller: Caller): AccessRefusal | null {
  return POLICY[who].find((demand) => !demand.isMet(caller))?.refusal ?? null;
}

/** The leave to read as a client's members do. */
export const OpenedView = z.strictObject({
  organizationName: z.string(),
  /** The value of the header `client-view`, for the caller's session only. */
  pass: z.string(),
  expiresAt: Timestamp,
});
