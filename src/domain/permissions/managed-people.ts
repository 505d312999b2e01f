import { z } from "zod";
import { StoredEmail } from "../account/user-profile.ts";
import { PendingInvitation } from "../invitations/invitation.ts";
import { Timestamp } from "../record-fields.ts";
import {
  ListedPermission,
  OrganizationPermissionRequest,
  type PermissionType,
} from "./organization-permission.ts";

export const ManagedMember = ListedPermission.extend({
  firstName: z.string(),
  lastName: z.string(),
  email: StoredEmail,
  memberSince: Timestamp,
});
export type ManagedMember = z.infer<typeof ManagedMember>;

export const ManagedRequest = OrganizationPermissionRequest.extend({
  organizationName: z.string(),
  /** Null if the person who asked has been removed, or an import made the request. */
  requestedByName: z.string().nullable(),
  requestedAt: Timestamp,
  expiresAt: Timestamp,
  /** Whether the request was granted, and the person has not joined yet. */
  isGranted: z.boolean(),
});
export type ManagedRequest = z.infer<typeof ManagedRequest>;

/** Everybody who belongs to an organization or is on the way to it. */
export const PeopleOfOrganization = z.strictObject({
  members: z.array(ManagedMember),
  requests: z.array(ManagedRequest),
  invitations: z.array(PendingInvitation),
});
export type PeopleOfOrganization = z.infer<typeof PeopleOfOrganization>;

/** A request that no one has granted is deleted after this time. */
export const REQUEST_DAYS = 60;

export const PERMISSION_LABELS: Record<PermissionType, string> = {
  read: "Can read",
  write: "Can read and accept",
};

/** Why a request is refused. The person who asked reads it. */
export const RefusalReason = z.string().trim().max(300, "Please use at most 300 characters");
