import { z } from "zod";
import { Id } from "../id.ts";
import { PendingInvitation } from "../invitations/invitation.ts";
import { PermissionType } from "../permissions/organization-permission.ts";
import { Timestamp } from "../record-fields.ts";
import { AdminRole } from "./admin-role.ts";
import { StoredEmail, UserProfile } from "./user-profile.ts";

const Membership = z.strictObject({
  organizationId: Id,
  organizationName: z.string(),
  permissionType: PermissionType,
});

/** A person of any organization or of the company, as the company's people see them. */
export const ListedPerson = UserProfile.omit({ activeOrganizationId: true }).extend({
  memberships: z.array(Membership),
  hasSignIn: z.boolean(),
  /** Null if they have not signed in since the portal keeps this moment. */
  lastSignedInAt: Timestamp.nullable(),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

export const ManagedPerson = ListedPerson.extend({
  createdAt: Timestamp,
  /** A new email that its owner has not confirmed. */
  emailChange: z.strictObject({ newEmail: StoredEmail, expiresAt: Timestamp }).nullable(),
  invitations: z.array(PendingInvitation),
});
export type ManagedPerson = z.infer<typeof ManagedPerson>;

export const EMAIL_CHANGE_DAYS = 3;

export const EMAIL_IS_TAKEN = "Another person uses this email already. Nothing was changed.";

/** No one can be mailed at ".invalid". */
export function removedPerson(userProfileId: Id): Pick<UserProfile, "firstName" | "lastName" | "email"> {
  return { firstName: "Removed", lastName: "person", email: `removed-${userProfileId}@removed.invalid` };
}

export const AdminProfile = UserProfile.omit({ activeOrganizationId: true }).extend({ adminRole: AdminRole });
export type AdminProfile = z.infer<typeof AdminProfile>;

export const LAST_OWNER_STAYS =
  "This is the last owner. Make another person an owner first; no role was changed.";

/** Whether this person is the last of the owners who can sign in. */
export function isLastOwner(actingOwners: readonly Id[], userProfileId: Id): boolean {
  return actingOwners.length === 1 && actingOwners[0] === userProfileId;
}
