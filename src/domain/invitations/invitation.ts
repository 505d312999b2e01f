import { z } from "zod";
import { NOT_BOTH_SIDES, type SideRefusal } from "../access/two-sides.ts";
import { AdminRole } from "../account/admin-role.ts";
import { StoredEmail } from "../account/user-profile.ts";
import { Id } from "../id.ts";
import { PermissionType } from "../permissions/organization-permission.ts";
import { Timestamp } from "../record-fields.ts";

export const INVITATION_DAYS = 7;

/** How many people are invited together, and how many of them are mailed in an hour. */
export const MAX_INVITED = 2000;
export const INVITED_AN_HOUR = 250;

/** The right that an invitation gives: a role in the company, or a permission in a client's organization. */
export type InvitedRight = { adminRole: AdminRole } | { organizationId: Id; permissionType: PermissionType };

/** An open or expired invitation, as the company's people see it. */
export const PendingInvitation = z.strictObject({
  invitationId: Id,
  /** Null for a link that anyone who holds it may use. */
  email: StoredEmail.nullable(),
  /** As its sender wrote it; empty for a colleague. */
  name: z.string(),
  adminRole: AdminRole.nullable(),
  organizationId: Id.nullable(),
  permissionType: PermissionType.nullable(),
  /** The person who sent it; null for the portal itself. */
  invitedByName: z.string().nullable(),
  sentAt: Timestamp,
  expiresAt: Timestamp,
  /** Whether its mail waits for its turn, because many people were invited together. */
  isMailDue: z.boolean(),
});
export type PendingInvitation = z.infer<typeof PendingInvitation>;

export const INVITATION_STATES = [
  "open",
  "expired",
  "used",
  "ended",
  "already-in",
  "works-for-company",
  "belongs-to-client",
  "inactive-organization",
] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export const ReceivedInvitation = z.strictObject({
  state: z.enum(INVITATION_STATES),
  email: StoredEmail.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  adminRole: AdminRole.nullable(),
  organizationName: z.string().nullable(),
  permissionType: PermissionType.nullable(),
  invitedByName: z.string().nullable(),
  expiresAt: Timestamp,
  /** Whether the invited person signs in with a password here already. */
  hasAccount: z.boolean(),
  /** Whether joining needs a code that is mailed to the invited email: another browser opened the link first. */
  needsCode: z.boolean(),
  /** The single sign-on that alone accepts it, because the company's people sign in only with that; null for others. */
  requiredIssuer: z.strictObject({ issuerId: Id, name: z.string() }).nullable(),
});
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>;

type Facts = {
  usedAt: Date | null;
  endedAt: Date | null;
  expiresAt: Date;
  isAlreadyIn: boolean;
  /** Why the invited person cannot accept: they have a right on the other side. */
  otherSide: SideRefusal | null;
  /** Whether it is the link of a document whose organization is not active. */
  isInactive: boolean;
};

/** What its holder did themselves comes first. */
export function stateOfInvitation(
  { usedAt, endedAt, expiresAt, isAlreadyIn, otherSide, isInactive }: Facts,
  now: Date,
): InvitationState {
  if (usedAt !== null) return "used";
  if (isAlreadyIn) return "already-in";
  if (endedAt !== null) return "ended";
  if (isInactive) return "inactive-organization";
  if (expiresAt <= now) return "expired";
  return otherSide ?? "open";
}

/** The error for an invitation that cannot be accepted. Nothing was changed. */
export const NOT_ACCEPTED: Record<Exclude<InvitationState, "open">, string> = {
  expired: "This invitation has expired. Please ask the person who invited you for a new one.",
  used: "This invitation has been used. If that was you, please sign in.",
  ended: "This invitation was withdrawn. Please ask the person who invited you.",
  "already-in": "You already have access. Please sign in.",
  "works-for-company": NOT_BOTH_SIDES["works-for-company"].accepted,
  "belongs-to-client": NOT_BOTH_SIDES["belongs-to-client"].accepted,
  "inactive-organization":
    "This organization is no longer active here, so no one can join it. Please ask the person who sent you the document.",
};
