import { z } from "zod";
import { Id } from "../id.ts";
import { trimEdges } from "../typed-text.ts";
import { AdminRole } from "./admin-role.ts";
import { canonicalEmail, findAccountEmailFault, findEmailFault } from "./email-address.ts";
import { findNameFault } from "./person-name-fault.ts";

/** The schema of an address, as people type it and as it is stored (canonicalEmail). */
export function emailAddress(message?: string, findFault = findEmailFault) {
  return z
    .string({ error: message })
    .overwrite(canonicalEmail)
    .superRefine((email, context) => {
      const fault = findFault(email, message);
      if (fault !== null) context.addIssue({ code: "custom", message: fault });
    })
    .meta({ format: "email" });
}

export const Email = emailAddress();

/** The email by which someone names an account, which may be older than the rule for new ones. */
export const AccountEmail = emailAddress(undefined, findAccountEmailFault);

/** An email in an answer. What is stored was taken by the rule of its day, and is never refused. */
export const StoredEmail = z.string().meta({ format: "email" });

export const UserProfile = z.strictObject({
  userProfileId: Id,
  firstName: z.string().max(100),
  lastName: z.string().max(100),
  email: StoredEmail,
  activeOrganizationId: Id.nullable(),
  /** The role of one of the company's own people; null for everybody else. */
  adminRole: AdminRole.nullable(),
});
export type UserProfile = z.infer<typeof UserProfile>;

/** "First Last", or the only name of a person who has one. */
export function fullName({ firstName, lastName }: Pick<UserProfile, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

export function displayName(person: Pick<UserProfile, "firstName" | "lastName" | "email">): string {
  return fullName(person) || person.email;
}

/** The schema of a first or last name. `message` is the error for an empty one. */
export function personName(message = "Expected a name") {
  return named(message, (name) => findNameFault(name, message));
}

/** The schema of the last name, which is empty for people with one name. Forms ask whether it is. */
export function lastName(message = "Expected a name") {
  return named(message, (name) => (name === "" ? null : findNameFault(name, message)));
}

function named(message: string, findFault: (name: string) => string | null) {
  return z
    .string({ error: message })
    .overwrite(trimEdges)
    .superRefine((name, context) => {
      const fault = findFault(name);
      if (fault !== null) context.addIssue({ code: "custom", message: fault });
    });
}
