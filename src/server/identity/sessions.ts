import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { SignInSession } from "#domain/account/sign-in.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { SignedIn } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { withScope } from "../rls/scoped-db.ts";
import { authSessions } from "../schema/identity.ts";
import { lockSignIns } from "./confirm-sign-in.ts";
import { isWithin } from "./issuer-session.ts";
import { nameBrowser } from "./known-devices.ts";
import { confirmSelf } from "./prove-self.ts";

// People reach no table of the sign-in, so the portal reads and ends the sessions of the caller for them.

const { linkedIdentityId } = authSessions;

/** Where the caller is signed in, the last used first. A session of an issuer reads only those of its own side. */
export async function findSessions(
  deps: Deps,
  { authUserId, sessionId, limitedTo }: SignedIn,
): Promise<SignInSession[]> {
  const isCurrent = gt(authSessions.expiresAt, deps.clock());
  const rows = await withScope(deps, { role: "portal" })
    .db.select()
    .from(authSessions)
    .where(and(eq(authSessions.userId, authUserId), isCurrent, isWithin(linkedIdentityId, limitedTo)))
    .orderBy(desc(authSessions.updatedAt), desc(authSessions.id));
  return rows.map((row) => ({
    sessionId: row.id,
    isCurrent: row.id === sessionId,
    browser: nameBrowser(row.userAgent),
    ipAddress: row.ipAddress || null,
    startedAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
  }));
}

/**
 * Ends one session or all others, after re-authentication. A session of an issuer ends only those of its own side;
 * another side's, like another person's, answers like a missing one.
 */
export async function endSessions(
  deps: Deps,
  caller: SignedIn,
  { only, proof }: { only?: Id | undefined; proof: string | null },
): Promise<{ ended: number }> {
  const { authUserId, limitedTo } = caller;
  const matching = only === undefined ? ne(authSessions.id, caller.sessionId) : eq(authSessions.id, only);
  const run = async ({ tx, record }: Change) => {
    const rows = await tx
      .delete(authSessions)
      .where(and(eq(authSessions.userId, authUserId), matching, isWithin(linkedIdentityId, limitedTo)))
      .returning({ userAgent: authSessions.userAgent });
    if (rows.length > 0) {
      const browsers = rows.map(({ userAgent }) => nameBrowser(userAgent));
      const subjectId = caller.userProfileId ?? authUserId;
      await record({ action: "session.end", subjectId, details: { browsers } });
    }
    return { ended: rows.length };
  };
  return change(withScope(deps, { role: "portal" }), caller, run, {
    prepare: () => confirmSelf(deps, caller, proof),
    lockFirst: (tx) => lockSignIns(tx, authUserId),
  });
}
