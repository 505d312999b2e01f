import { z } from "zod";
import { Id } from "../id.ts";
import { AdminRole } from "./admin-role.ts";

export const Email = z.email().max(254);

export const UserProfile = z.strictObject({
  userProfileId: Id,
  firstName: z.string().max(100),
  lastName: z.string().max(100),
  email: Email,
  activeOrganizationId: Id.nullable(),
  /** The role of one of the company's own people; null for everybody else. */
  adminRole: AdminRole.nullable(),
});
export type UserProfile = z.infer<typeof UserProfile>;

/** "First Last", or the email if no name is known. */
export function displayName(person: Pick<UserProfile, "firstName" | "lastName" | "email">): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email;
}
