import type { z } from "zod";
import type { Id } from "../id.ts";
import { AdminRole } from "./admin-role.ts";
import { UserProfile } from "./user-profile.ts";

/** One of the company's own people, as the others see them. */
export const AdminProfile = UserProfile.omit({ activeOrganizationId: true }).extend({ adminRole: AdminRole });
export type AdminProfile = z.infer<typeof AdminProfile>;

/** The error if the company would have no owner left. */
export const LAST_OWNER_STAYS =
  "This is the last owner. Make somebody else an owner first; no role was changed.";

/** Whether this person is the last of the owners who can sign in. */
export function isLastOwner(actingOwners: readonly Id[], userProfileId: Id): boolean {
  return actingOwners.length === 1 && actingOwners[0] === userProfileId;
}
