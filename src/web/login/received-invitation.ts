import type { readInvitation } from "#contract/invitations.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Reply } from "#web/lib/call.ts";
import { PATHS } from "#web/paths.ts";

export type Received = Reply<typeof readInvitation>;

/** The person who looks: null if nobody is signed in. Without a profile they can sign in but belong nowhere. */
export type Visitor = { profile: UserProfile | null } | null;

/** Loads the portal anew after somebody joined: this page read what it knows before. */
export function enter({ isAdmin }: { isAdmin: boolean }): void {
  window.location.replace(isAdmin ? PATHS.admin : PATHS.dashboard);
}
