import type { Id } from "#domain/id.ts";

/** For whom a transaction acts. Policies limit what it sees and changes, whatever its statements ask for. */
export type Scope =
  /** An unknown caller, with their key (a signed link, a token) and the organization they also act for. */
  | { role: "visitor"; organizationId?: Id | null; key?: string }
  | { role: "person"; userProfileId: Id | null }
  | { role: "member" | "writer"; userProfileId: Id; organizationId: Id }
  | { role: "admin"; userProfileId: Id }
  | { role: "worker" }
  | { role: "portal" };

/** The settings that the policies read (row-rules.ts). What a scope has not is empty. */
export function settingsOf(scope: Scope): Record<string, string> {
  const { organizationId, userProfileId, key } = {
    organizationId: null,
    userProfileId: null,
    key: null,
    ...scope,
  };
  return { organization_id: organizationId ?? "", user_profile_id: userProfileId ?? "", key: key ?? "" };
}

/** A request that waits longer for a lock is told to try again, so that it holds no connection for long. */
export const LOCK_WAIT_MS = 4000;

/** Jobs and imports wait as long as a lock takes: no one waits for them. */
export function waitsForLocks({ role }: Scope): boolean {
  return role === "worker" || role === "portal";
}
