import { and, asc, eq, lte, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { type Change, change, PORTAL } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps, Identity, IssuerClient, TokenSubject, VerifiedIdentity } from "../deps.ts";
import { lockSignIns } from "../identity/confirm-sign-in.ts";
import { consumeOnce } from "../identity/consume-once.ts";
import { hasFactor } from "../identity/require-factor.ts";
import { withScope } from "../rls/scoped-db.ts";
import { authSessions, authUsers, issuers, linkedIdentities } from "../schema/identity.ts";
import { hasEnded, lockIssuerSession } from "./ended-sessions.ts";
import { IssuerError } from "./issuer-error.ts";
import { orIssuerRefusal } from "./queries.ts";
import { createTimedCache } from "./timed-cache.ts";
import { CLOCK_TOLERANCE_SECONDS, readClaimed, withoutSignature } from "./verify-issued-token.ts";

const MAX_CACHED = 2000;
/** A token that is sent again and again is verified once in this time. */
const REFUSAL_LIFETIME_MS = 10_000;

/**
 * Verifies the bearer tokens of calls: ours, and identity tokens of the issuers that are set up. The first use of an
 * issuer's token makes its session, which limits it to the issuer's side and ends it at once.
 */
export function acceptIdentityTokens(
  getDeps: () => Deps,
  { verifyToken }: Pick<Identity, "verifyToken">,
): Identity["verifyToken"] {
  const findClients = cacheClients(getDeps);
  const admitted = new Map<string, TokenSubject>();
  const refusedUntil = new Map<string, number>();
  const pending = new Map<string, Promise<TokenSubject | null>>();

  async function verifyIssued(token: string): Promise<TokenSubject | null> {
    const deps = getDeps();
    // With the signature, because these are not verified again.
    const hash = deps.secrets.hash("issuer token", token);
    // Whether the session goes on is asked of the database in every call (access/read-person.ts).
    const known = admitted.get(hash);
    if (known) return known;
    const now = deps.clock().getTime();
    const refusedMs = (refusedUntil.get(hash) ?? 0) - now;
    if (refusedMs > 0 && refusedMs <= REFUSAL_LIFETIME_MS) return null;
    const admitting = pending.get(hash) ?? admitToken(deps, findClients, token);
    pending.set(hash, admitting);
    const subject = await admitting.finally(() => pending.delete(hash));
    if (subject) remember(admitted, hash, subject);
    else remember(refusedUntil, hash, now + REFUSAL_LIFETIME_MS);
    return subject;
  }

  return async (token) => {
    const claimed = readClaimed(token);
    const isOurs = claimed === null || claimed.issuer === new URL(getDeps().env.publicUrl).origin;
    return isOurs ? verifyToken(token) : verifyIssued(token);
  };
}

function remember<Value>(cache: Map<string, Value>, hash: string, value: Value): void {
  cache.delete(hash);
  cache.set(hash, value);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}

/**
 * The session of a token; null if it is not valid, or was ended. Anyone can send tokens, so the database is asked only
 * about those with a right signature. Throws AppError if the person needs a second step.
 */
async function admitToken(deps: Deps, findClients: FindClients, token: string): Promise<TokenSubject | null> {
  const verified = await verify(deps, await findClients(token), token);
  if (!verified) return null;
  const signed = withoutSignature(token);
  const hash = deps.secrets.hash("issuer token", signed);
  const known = await findSession(deps.database.db, hash);
  if (known) return known;
  const { identity } = verified;
  const link = await findLinked(deps, verified);
  if (!link) return null;
  const { linkedIdentityId, userId, email, issuer } = link;
  const { sessionId: name } = identity;
  const session = name === null ? null : { issuer: identity.issuer, sessionId: name };
  const run = async ({ tx, at }: Change) => {
    await deleteExpired(tx, linkedIdentityId, at);
    if (!(await lockLink(tx, linkedIdentityId, identity))) return null;
    if (session && (await hasEnded(tx, deps, session))) return null;
    if (await hasFactor(tx, userId)) throw factorNeeded(issuer.name);
    if (!(await consumeOnce(tx, deps, "issuer token", signed))) return null;
    const [made] = await tx
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
    return made?.id ?? null;
  };
  // A factor that is added at the same time comes before, or ends the session.
  const lockFirst = async (tx: Tx) => {
    if (session) await lockIssuerSession(tx, session);
    await lockSignIns(tx, userId);
  };
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

/** The portal as a client of an issuer, which several organizations may have set up alike. */
type KnownClient = Omit<IssuerClient, "clientSecret">;
type FindClients = (token: string) => Promise<KnownClient[]>;

const CLIENTS_LIFETIME_MS = 5000;
const MAX_AUDIENCES = 10;

/** Finds the clients that a token may be for. All of them are read at most once in five seconds. */
function cacheClients(getDeps: () => Deps): FindClients {
  const cache = createTimedCache<KnownClient[]>(() => getDeps().clock(), CLIENTS_LIFETIME_MS);
  return async (token) => {
    const claimed = readClaimed(token);
    if (!claimed) return [];
    const audiences = claimed.audiences.slice(0, MAX_AUDIENCES);
    const clients = await cache.get("all", () => readClients(getDeps().database.db));
    return clients.filter(
      ({ issuer, clientId }) => issuer === claimed.issuer && audiences.includes(clientId),
    );
  };
}

async function readClients(reader: Deps["database"]["db"]): Promise<KnownClient[]> {
  const { issuer, clientId, organizationId } = issuers;
  const rows = await reader
    .select({ issuer, clientId, isInternal: sql<boolean>`bool_or(${organizationId} is null)` })
    .from(issuers)
    .groupBy(issuer, clientId);
  return rows.map(({ isInternal, ...client }) => ({
    ...client,
    network: isInternal ? "internal" : "public",
  }));
}

type Verified = { client: KnownClient; identity: VerifiedIdentity };

/** Null: the token is for none of these clients. Throws AppError if the issuer cannot be reached. */
async function verify(deps: Deps, clients: readonly KnownClient[], token: string): Promise<Verified | null> {
  for (const client of clients) {
    try {
      return { client, identity: await deps.issuers.verifyIdToken(client, token) };
    } catch (error) {
      const isFalse = error instanceof IssuerError && error.fault !== "unreachable";
      if (!isFalse) return orIssuerRefusal(deps, Promise.reject(error));
    }
  }
  return null;
}

/** The link of a verified identity. Of several issuers with the same client the first linked one. */
async function findLinked(
  { database, clock }: Pick<Deps, "database" | "clock">,
  { client, identity }: Verified,
) {
  const [found] = await database.db
    .select({ link: linkedIdentities, issuer: issuers, email: authUsers.email })
    .from(linkedIdentities)
    .innerJoin(issuers, eq(issuers.issuerId, linkedIdentities.issuerId))
    .innerJoin(authUsers, eq(authUsers.id, linkedIdentities.userId))
    .where(
      and(
        eq(issuers.issuer, client.issuer),
        eq(issuers.clientId, client.clientId),
        eq(linkedIdentities.subject, identity.subject),
        lte(issuers.effectiveFrom, clock()),
      ),
    )
    .orderBy(asc(linkedIdentities.linkedAt), asc(linkedIdentities.linkedIdentityId))
    .limit(1);
  return found ? { ...found.link, issuer: found.issuer, email: found.email } : null;
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
  if (!link?.tokensFrom) return link !== undefined;
  // The issuer's clock may be ahead of ours.
  return identity.issuedAt.getTime() > link.tokensFrom.getTime() + CLOCK_TOLERANCE_SECONDS * 1000;
}
