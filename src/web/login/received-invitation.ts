import type { readInvitation } from "#contract/invitations.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Reply } from "#web/lib/call.ts";
import { PATHS } from "#web/paths.ts";

export type Received = Reply<typeof readInvitation>;

/** The viewer: null without a session. A person without a profile can sign in but has no organization. */
export type Visitor = { profile: UserProfile | null } | null;

/** Reloads the portal after a person joined, because this page loaded its data before. */
export function enter({ isAdmin }: { isAdmin: boolean }): void {
  window.location.replace(isAdmin ? PATHS.admin : PATHS.dashboard);
}
