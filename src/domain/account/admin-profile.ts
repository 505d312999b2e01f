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

/** Whether this person is the company's last owner. */
export function isLastOwner(admins: readonly AdminProfile[], userProfileId: Id): boolean {
  const owners = admins.filter((one) => one.adminRole === "owner");
  return owners.length === 1 && owners[0]?.userProfileId === userProfileId;
}
