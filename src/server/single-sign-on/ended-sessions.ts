import { sql } from "drizzle-orm";
import { ADVISORY_LOCKS, type Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { consumeOnce, isConsumed } from "../identity/consume-once.ts";

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
