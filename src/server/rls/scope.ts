import type { Id } from "#domain/id.ts";

/** A session of the company's issuer acts for no organization. */
export const COMPANY_LIMIT = "company";

/** The side of the issuer that made a session, which acts for no other: an organization's id, or COMPANY_LIMIT. */
export type Limit = Id | null;

/** For whom a transaction acts. Policies limit what it sees and changes, whatever its statements ask for. */
export type Scope =
  /** An unknown caller, with their key (a signed link, a token) and the organization they also act for. */
  | { role: "visitor"; organizationId?: Id | null; key?: string }
  | { role: "person"; userProfileId: Id | null; limitedTo?: Limit }
  | { role: "member" | "writer"; userProfileId: Id; organizationId: Id }
  | { role: "admin"; userProfileId: Id }
  | { role: "worker" }
  | { role: "portal" };

/** The settings that the policies read (row-rules.ts); those that a scope lacks are empty. */
export function settingsOf(scope: Scope): Record<string, string> {
  const none = { organizationId: null, userProfileId: null, key: null, limitedTo: null };
  const { organizationId, userProfileId, key, limitedTo } = { ...none, ...scope };
  return {
    organization_id: organizationId ?? "",
    user_profile_id: userProfileId ?? "",
    key: key ?? "",
    limited_to: limitedTo ?? "",
  };
}

/** Jobs and imports wait for a lock without a limit, because no request waits for them. */
export function waitsForLocks({ role }: Scope): boolean {
  return role === "worker" || role === "portal";
}
