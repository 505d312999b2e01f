import { createAuthEndpoint } from "@better-auth/core/api";
import type { BetterAuthPlugin } from "better-auth";
import { setSessionCookie } from "better-auth/cookies";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { AppError, conflict } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps, IssuerClient } from "../deps.ts";
import { COMPANY_LIMIT, type Limit } from "../rls/scope.ts";
import { authSessions, issuers, linkedIdentities } from "../schema/identity.ts";
import { consumeOnce } from "./consume-once.ts";
import { currentCall } from "./library-call.ts";
import { SIGNED_OUT } from "./sign-in-failure.ts";

/** Signs in the person whom an issuer named (single-sign-on/serve-issuer-sign-in.ts): no request reaches it directly. */
export function signInByIssuer() {
  return {
    id: "issuer-sign-in",
    endpoints: {
      signInByIssuer: createAuthEndpoint("/sign-in/issuer", { method: "POST" }, async (call) => {
        const { authUserId } = currentCall().issuer ?? {};
        const user =
          authUserId === undefined ? null : await call.context.internalAdapter.findUserById(authUserId);
        if (!user) throw SIGNED_OUT;
        const session = await call.context.internalAdapter.createSession(user.id);
        await setSessionCookie(call, { session, user });
        return call.json({ token: session.token });
      }),
    },
  } satisfies BetterAuthPlugin;
}

type IssuerRow = typeof issuers.$inferSelect;

/** The portal as a client of an issuer. Only the company's own may be within its network. */
export function clientOf({ secrets }: Pick<Deps, "secrets">, row: IssuerRow): IssuerClient {
  return { ...publicClientOf(row), clientSecret: openSecret(secrets, row) };
}

/** clientOf without the secret, which checks no signature: a lost one ends no session less. */
export function publicClientOf({
  issuer,
  clientId,
  organizationId,
}: IssuerRow): Omit<IssuerClient, "clientSecret"> {
  return { issuer, clientId, network: organizationId === null ? "internal" : "public" };
}

function openSecret(secrets: Deps["secrets"], { sealedClientSecret }: IssuerRow): string {
  try {
    return secrets.open(sealedClientSecret);
  } catch {
    throw conflict(
      "secret-lost",
      "This single sign-on doesn't work, because its secret can no longer be read. Please sign in another way, and ask the owners of this portal to enter the secret again.",
    );
  }
}

/** The issuer that made a session, and the person's name there; null: none did, or the session has ended. */
export async function findIssuerOfSession(reader: Pick<DbOrTx, "select">, sessionId: string) {
  const { linkedIdentityId } = linkedIdentities;
  const [found] = await reader
    .select({ issuer: issuers, subject: linkedIdentities.subject, session: authSessions })
    .from(authSessions)
    .innerJoin(linkedIdentities, eq(linkedIdentityId, authSessions.linkedIdentityId))
    .innerJoin(issuers, eq(issuers.issuerId, linkedIdentities.issuerId))
    .where(eq(authSessions.id, sessionId));
  return found ?? null;
}

/** Whether a sign-in at an issuer is of the side that a session acts for; undefined: the session acts for all sides. */
export function isWithin(linkedIdentityId: AnyPgColumn, limitedTo: Limit): SQL | undefined {
  if (limitedTo === null) return undefined;
  return sql`${linkedIdentityId} in (select ${linkedIdentities.linkedIdentityId} from ${linkedIdentities}
    inner join ${issuers} on ${issuers.issuerId} = ${linkedIdentities.issuerId}
    where coalesce(${issuers.organizationId}, ${COMPANY_LIMIT}) = ${limitedTo})`;
}

type EndDeps = Pick<Deps, "identity" | "issuers" | "secrets" | "env" | "log"> & {
  database: Pick<Deps["database"], "db">;
};

/** Ends a session by `signOut`, and returns where its issuer ends its own; null if the issuer offers that not. */
export async function endWithIssuer<Answer>(
  deps: EndDeps,
  cookie: string | null,
  signOut: () => Promise<Answer>,
): Promise<{ answer: Answer; endSessionUrl: string | null }> {
  const session = cookie === null ? null : await deps.identity.readSession(cookie);
  const found = session && (await findIssuerOfSession(deps.database.db, session.sessionId));
  const answer = await signOut();
  if (!found) return { answer, endSessionUrl: null };
  const { sealedIdToken, linkedIdentityId, issuerSessionId } = found.session;
  // Identity tokens of the same session at the issuer made sessions of their own. Not all issuers name their sessions.
  if (linkedIdentityId !== null) {
    const isSameSession =
      issuerSessionId === null
        ? isNull(authSessions.issuerSessionId)
        : eq(authSessions.issuerSessionId, issuerSessionId);
    await deps.database.db
      .delete(authSessions)
      .where(and(eq(authSessions.linkedIdentityId, linkedIdentityId), isSameSession));
  }
  try {
    const idToken = sealedIdToken === null ? null : deps.secrets.open(sealedIdToken);
    const options = { idToken, returnTo: deps.env.publicUrl };
    return { answer, endSessionUrl: await deps.issuers.endSessionUrl(clientOf(deps, found.issuer), options) };
  } catch (error) {
    deps.log.warn(error, "An issuer could not be asked to end its session");
    return { answer, endSessionUrl: null };
  }
}

const PREFIX = "issuer.";
const PROOF_LIFETIME_MS = 5 * 60_000;

const Fresh = z.strictObject({
  kind: z.literal("fresh sign-in"),
  authUserId: z.string(),
  sessionId: z.string(),
  id: z.string(),
  madeAt: z.number(),
});

type Held = { authUserId: string; sessionId: string };

/** What a browser sends as its step-up after a fresh sign-in at the issuer of its session. */
export function makeIssuerProof(
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  { authUserId, sessionId }: Held,
  id: string,
): string {
  const fresh = { kind: "fresh sign-in", authUserId, sessionId, id, madeAt: clock().getTime() };
  return PREFIX + secrets.seal(JSON.stringify(fresh));
}

const USED = new AppError(
  "forbidden",
  "This confirmation was used before, or is too old. Please sign in again.",
  {
    reason: "step-up",
    way: "single-sign-on",
  },
);

type FreshProof = {
  way: "single-sign-on";
  consume(tx: Pick<Tx, "insert" | "delete">): Promise<void>;
};

/** The proof of a fresh sign-in, for its session only; null: it is a proof of another kind. Throws for an old one. */
export function readIssuerProof(
  deps: Pick<Deps, "secrets" | "clock">,
  held: Held,
  proof: string,
): FreshProof | null {
  if (!proof.startsWith(PREFIX)) return null;
  const fresh = Fresh.safeParse(open(deps.secrets, proof.slice(PREFIX.length))).data;
  const age = deps.clock().getTime() - (fresh?.madeAt ?? 0);
  const isTheirs = fresh?.authUserId === held.authUserId && fresh.sessionId === held.sessionId;
  if (!isTheirs || age < 0 || age > PROOF_LIFETIME_MS) throw USED;
  return {
    way: "single-sign-on",
    consume: async (tx) => {
      if (!(await consumeOnce(tx, deps, "issuer flow", `proof ${fresh.id}`))) throw USED;
    },
  };
}

function open(secrets: Deps["secrets"], sealed: string): unknown {
  try {
    return JSON.parse(secrets.open(sealed));
  } catch {
    return null;
  }
}
