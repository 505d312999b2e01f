import { z } from "zod";
import { DECISION_REFUSALS } from "../access/two-sides.ts";
import { Email, lastName, personName, StoredEmail } from "../account/user-profile.ts";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";

export const PERMISSION_TYPES = ["read", "write"] as const;
export const PermissionType = z.enum(PERMISSION_TYPES);
export type PermissionType = z.infer<typeof PermissionType>;

export const OrganizationPermission = z.strictObject({
  organizationPermissionId: Id,
  organizationId: Id,
  /** The userProfileId of the person. */
  userId: Id,
  permissionType: PermissionType,
});
export type OrganizationPermission = z.infer<typeof OrganizationPermission>;

export const ListedPermission = OrganizationPermission.extend({
  /** Why its person cannot decide for the organization although they may write; null for everybody else. */
  decisionRefusal: z
    .strictObject({
      reason: z.enum(DECISION_REFUSALS),
      /** Until when; null: as long as they have both rights. */
      until: Timestamp.nullable(),
    })
    .nullable(),
});
export type ListedPermission = z.infer<typeof ListedPermission>;
export type ListedRefusal = NonNullable<ListedPermission["decisionRefusal"]>;

export const PermissionRequestDetails = z.strictObject({
  email: Email,
  firstName: personName(),
  lastName: lastName(),
});

/** The same as they are stored. Names and emails are as the rules of their day took them. */
const RequestedPerson = z.strictObject({ email: StoredEmail, firstName: z.string(), lastName: z.string() });

export const OrganizationPermissionRequest = z.strictObject({
  organizationPermissionRequestId: Id,
  organizationId: Id,
  userDetails: RequestedPerson,
  permissionType: PermissionType,
});
export type OrganizationPermissionRequest = z.infer<typeof OrganizationPermissionRequest>;

/** Whether these permissions let this person act for this organization (spec 2 section 6). */
export function mayWrite(
  permissions: readonly OrganizationPermission[],
  userId: Id | undefined,
  organizationId: Id | null | undefined,
): boolean {
  return permissions.some(
    (one) => one.userId === userId && one.organizationId === organizationId && one.permissionType === "write",
  );
}

/** The message for a writer who would leave the organization without any writer. */
export const LAST_WRITER_STAYS = "This is the only person with write access. Request another writer first.";

/** Whether this permission is the organization's last write permission. */
export function isLastWriter(
  permissions: readonly OrganizationPermission[],
  organizationPermissionId: Id,
): boolean {
  const writers = permissions.filter((one) => one.permissionType === "write");
  return writers.length === 1 && writers[0]?.organizationPermissionId === organizationPermissionId;
}
