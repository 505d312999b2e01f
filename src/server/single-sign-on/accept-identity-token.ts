import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { v7 } from "uuid";
import { type Change, change, PORTAL } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps, Identity, TokenSubject, VerifiedIdentity } from "../deps.ts";
import { lockSignIns } from "../identity/confirm-sign-in.ts";
import { consumeOnce } from "../identity/consume-once.ts";
import { clientOf } from "../identity/issuer-session.ts";
import { hasFactor } from "../identity/require-factor.ts";
import { withScope } from "../rls/scoped-db.ts";
import { authSessions, authUsers, issuers, linkedIdentities } from "../schema/identity.ts";
import { IssuerError } from "./issuer-error.ts";
import { orIssuerRefusal } from "./queries.ts";
import { readClaimed } from "./verify-issued-token.ts";

const MAX_CACHED = 2000;

/**
 * Verifies the bearer tokens of calls: ours, and identity tokens of the issuers that are set up. The first use of an
 * issuer's token makes its session, which limits it to the issuer's side and ends it at once.
 */
export function acceptIdentityTokens(
  getDeps: () => Deps,
  { verifyToken }: Pick<Identity, "verifyToken">,
): Identity["verifyToken"] {
  const cache = new Map<string, TokenSubject>();
  const pending = new Map<string, Promise<TokenSubject | null>>();

  async function verifyIssued(token: string): Promise<TokenSubject | null> {
    const deps = getDeps();
    const hash = deps.secrets.hash("issuer token", token);
    // Whether the session goes on is asked of the database in every call (access/read-person.ts).
    const cached = cache.get(hash);
    if (cached) return cached;
    const admitted = pending.get(hash) ?? admitToken(deps, token, hash);
    pending.set(hash, admitted);
    const subject = await admitted.finally(() => pending.delete(hash));
    if (subject) cache.set(hash, subject);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    return subject;
  }

  return async (token) => {
    const claimed = readClaimed(token);
    const isOurs = claimed === null || claimed.issuer === new URL(getDeps().env.publicUrl).origin;
    return isOurs ? verifyToken(token) : verifyIssued(token);
  };
}

/** The session of a token; null if it is not valid, or was ended. Throws AppError if the person needs a second step. */
async function admitToken(deps: Deps, token: string, hash: string): Promise<TokenSubject | null> {
  const known = await findSession(deps.database.db, hash);
  if (known) return known;
  const link = await findLinked(deps, token);
  const identity = link && (await verify(deps, link, token));
  if (!link || !identity) return null;
  const { linkedIdentityId, userId, email, issuer } = link;
  const run = async ({ tx, at }: Change) => {
    await deleteExpired(tx, linkedIdentityId, at);
    if (!(await lockLink(tx, linkedIdentityId, identity))) return null;
    if (await hasFactor(tx, userId)) throw factorNeeded(issuer.name);
    if (!(await consumeOnce(tx, deps, "issuer token", token))) return null;
    const [session] = await tx
      .insert(authSessions)
      .values({
        id: v7(),
        token: hash,
        userId,
        createdAt: at,
        updatedAt: at,
        expiresAt: identity.expiresAt,
        linkedIdentityId,
        issuerSessionId: identity.sessionId,
      })
      .returning({ id: authSessions.id });
    return session?.id ?? null;
  };
  // A factor that is added at the same time comes before, or ends the session.
  const lockFirst = (tx: Tx) => lockSignIns(tx, userId);
  const sessionId = await change(withScope(deps, { role: "portal" }), PORTAL, run, { lockFirst });
  // Another process may have used the token at the same time.
  return sessionId === null ? findSession(deps.database.db, hash) : { authUserId: userId, email, sessionId };
}

async function findSession(reader: Deps["database"]["db"], hash: string): Promise<TokenSubject | null> {
  const [found] = await reader
    .select({ authUserId: authUsers.id, email: authUsers.email, sessionId: authSessions.id })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .where(eq(authSessions.token, hash));
  return found ?? null;
}

/** The link that the token names, before it is verified: one indexed query. Of several issuers the first linked one. */
async function findLinked({ database, clock }: Pick<Deps, "database" | "clock">, token: string) {
  const claimed = readClaimed(token);
  if (!claimed) return null;
  const [found] = await database.db
    .select({ link: linkedIdentities, issuer: issuers, email: authUsers.email })
    .from(linkedIdentities)
    .innerJoin(issuers, eq(issuers.issuerId, linkedIdentities.issuerId))
    .innerJoin(authUsers, eq(authUsers.id, linkedIdentities.userId))
    .where(
      and(
        eq(issuers.issuer, claimed.issuer),
        inArray(issuers.clientId, claimed.audiences.slice(0, 10)),
        eq(linkedIdentities.subject, claimed.subject),
        lte(issuers.effectiveFrom, clock()),
      ),
    )
    .orderBy(asc(linkedIdentities.linkedAt), asc(linkedIdentities.linkedIdentityId))
    .limit(1);
  return found ? { ...found.link, issuer: found.issuer, email: found.email } : null;
}

type Linked = NonNullable<Awaited<ReturnType<typeof findLinked>>>;

async function verify(deps: Deps, { issuer }: Linked, token: string): Promise<VerifiedIdentity | null> {
  try {
    return await deps.issuers.verifyIdToken(clientOf(deps, issuer), token);
  } catch (error) {
    if (error instanceof IssuerError && error.fault !== "unreachable") return null;
    return orIssuerRefusal(deps, Promise.reject(error));
  }
}

/** A program that has only the token cannot pass the second step that the person chose. */
function factorNeeded(name: string): AppError {
  const message = `An identity token of ${name} alone doesn't sign you in, because you have two-step sign-in.`;
  return new AppError("forbidden", message, { reason: "second-factor" });
}

/** Programs make a session an hour. Sessions are locked before their link, as whatever ends them does. */
async function deleteExpired(tx: Tx, linkedIdentityId: string, at: Date): Promise<void> {
  const isOfLink = eq(authSessions.linkedIdentityId, linkedIdentityId);
  await tx.delete(authSessions).where(and(isOfLink, lte(authSessions.expiresAt, at)));
}

/** Whether the identity is still linked, and no session of it was ended since the token was issued. */
async function lockLink(tx: Tx, linkedIdentityId: string, identity: VerifiedIdentity): Promise<boolean> {
  const [link] = await tx
    .select({ tokensFrom: linkedIdentities.tokensFrom })
    .from(linkedIdentities)
    .where(eq(linkedIdentities.linkedIdentityId, linkedIdentityId))
    .for("update");
  return link !== undefined && (link.tokensFrom === null || identity.issuedAt > link.tokensFrom);
}
