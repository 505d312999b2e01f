import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { lockSignInsOf } from "../identity/confirm-sign-in.ts";
import { endSessions } from "../identity/end-sessions.ts";
import { withScope } from "../rls/scoped-db.ts";
import { findPersonByEmail } from "./queries.ts";

/** Signs a person out everywhere, for the operator of the server. They keep their account. Returns what to print. */
export async function signOutByEmail(deps: Deps, email: string): Promise<string> {
  return change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, record }) => {
    const found = await findPersonByEmail(tx, email);
    if (!found) return `No person signs in with ${email}. Nothing was changed.`;
    await lockSignInsOf(tx, [found]);
    await endSessions(tx, found);
    await record({ action: "session.end-all", subjectId: found, details: {} });
    return `${email} is signed out everywhere.`;
  });
}
