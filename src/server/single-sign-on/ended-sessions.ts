import { eq, sql } from "drizzle-orm";
import { change, PORTAL } from "../access/change.ts";
import { ADVISORY_LOCKS, type Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { consumeOnce, isConsumed } from "../identity/consume-once.ts";
import { withScope } from "../rls/scoped-db.ts";
import { authSessions, linkedIdentities } from "../schema/identity.ts";

// A logout may name a session of the issuer and no person, and the session's identity tokens may be unused until then.

/** A session as its issuer names it. */
type IssuerSession = { issuer: string; sessionId: string };

const nameOf = ({ issuer, sessionId }: IssuerSession) => `${issuer} ${sessionId}`;

/** Until the transaction ends, the session neither ends nor gets a token's first use. Call it before all other locks. */
export async function lockIssuerSession(tx: Tx, session: IssuerSession): Promise<void> {
  const { issuerSession } = ADVISORY_LOCKS;
  await tx.execute(
    sql`select pg_advisory_xact_lock(${issuerSession}::integer, hashtext(${nameOf(session)}::text))`,
  );
}

/** Stores that the session has ended, for longer than identity tokens of it are valid. */
export async function markEnded(
  tx: Tx,
  deps: Pick<Deps, "secrets" | "clock">,
  session: IssuerSession,
): Promise<void> {
  await consumeOnce(tx, deps, "issuer session", nameOf(session));
}

export function hasEnded(tx: Tx, deps: Pick<Deps, "secrets">, session: IssuerSession): Promise<boolean> {
  return isConsumed(tx, deps, "issuer session", nameOf(session));
}

type Sent = { session: { issuer: string; sessionId: string | null }; startedAt: number };

/**
 * Ends a new session whose person was signed out since this sign-in began, which may be minutes ago. Logouts that come
 * later find the session.
 */
export async function endIfSignedOut(
  deps: Deps,
  token: string,
  { session: { issuer, sessionId }, startedAt }: Sent,
): Promise<boolean> {
  const session = sessionId === null ? null : { issuer, sessionId };
  const isNew = eq(authSessions.token, deps.secrets.hash("session", token));
  return change(
    withScope(deps, { role: "portal" }),
    PORTAL,
    async ({ tx }) => {
      const [linked] = await tx
        .select({ tokensFrom: linkedIdentities.tokensFrom, linkedAt: linkedIdentities.linkedAt })
        .from(authSessions)
        .innerJoin(linkedIdentities, eq(linkedIdentities.linkedIdentityId, authSessions.linkedIdentityId))
        .where(isNew);
      // tokensFrom of a link that this sign-in made is the time of its making.
      const since = Math.max(startedAt, linked?.linkedAt.getTime() ?? 0);
      const isSignedOut = (linked?.tokensFrom?.getTime() ?? 0) > since;
      const hasSessionEnded = session !== null && (await hasEnded(tx, deps, session));
      if (linked && !isSignedOut && !hasSessionEnded) return false;
      await tx.delete(authSessions).where(isNew);
      return true;
    },
    { lockFirst: async (tx) => session && lockIssuerSession(tx, session) },
  );
}
