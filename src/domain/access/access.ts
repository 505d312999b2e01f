import { z } from "zod";
import { type AdminRole, mayActAs } from "../account/admin-role.ts";
import type { Id } from "../id.ts";
import type { PermissionType } from "../permissions/organization-permission.ts";
import { Timestamp } from "../record-fields.ts";
import { refuseDecision } from "./two-sides.ts";

/**
 * Who may make a call: anybody, clients from "signed-in" to "signatory", admins from "viewer" to "owner". Each level of
 * clients and of admins includes the demands of the level before it. A signatory decides for the organization.
 */
export const WHO = [
  "public",
  "signed-in",
  "person",
  "member",
  "writer",
  "signatory",
  "viewer",
  "editor",
  "owner",
] as const;
export type Who = (typeof WHO)[number];

/**
 * Whose records a call reaches: those of everybody, of the caller's organization, of the caller, or, for admins only,
 * of every organization.
 */
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
  permissionType: PermissionType | null;
  /**
   * Until when they cannot decide for the organization (two-sides.ts). Only the confirmation inside the change that
   * decides reads it (access/confirm-caller.ts); null before, and if nothing holds their decisions.
   */
  decisionsHeldUntil: Date | null;
};

const ACCESS_REFUSALS = [
  "unauthenticated",
  "no-profile",
  "factor-required",
  "no-organization",
  "unverified",
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
const VERIFIED: Demand = { refusal: "unverified", isMet: (caller) => caller.isOrganizationVerified };
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

/**
 * The demands of each level, in the order in which a caller learns of them. Calls of "signed-in" are those of the
 * account itself, so anyone who must switch a second factor on can.
 */
const POLICY = {
  public: [],
  "signed-in": [SIGNED_IN],
  person: [SIGNED_IN, PROFILE, FACTOR],
  member: [SIGNED_IN, PROFILE, FACTOR, MEMBERSHIP, VERIFIED],
  writer: [SIGNED_IN, PROFILE, FACTOR, MEMBERSHIP, VERIFIED, WRITE],
  signatory: [SIGNED_IN, PROFILE, FACTOR, MEMBERSHIP, VERIFIED, WRITE, ONE_SIDE, NOT_BLOCKED],
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
