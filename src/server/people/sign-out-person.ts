import { eq, sql } from "drizzle-orm";
import { change, PORTAL } from "../access/change.ts";
import { userProfiles } from "../account/tables.ts";
import type { Deps } from "../deps.ts";
import { endSessions } from "../identity/end-sessions.ts";
import { authUsers } from "../identity/tables.ts";
import { withScope } from "../wall/scoped-db.ts";

/** Signs a person out everywhere, for whoever operates the server. They keep their account. Returns what to print. */
export async function signOutByEmail(deps: Deps, email: string): Promise<string> {
  return change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, record }) => {
    const [found] = await tx
      .select({ id: userProfiles.userProfileId })
      .from(userProfiles)
      .innerJoin(authUsers, eq(authUsers.id, userProfiles.authUserId))
      .where(eq(authUsers.email, sql`lower(${email})`));
    if (!found) return `Nobody signs in with ${email}. Nothing was changed.`;
    await endSessions(tx, found.id);
    await record({ action: "session.end-all", subjectId: found.id, details: {} });
    return `${email} is signed out everywhere.`;
  });
}
