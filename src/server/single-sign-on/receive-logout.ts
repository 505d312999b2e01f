import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { type Change, change, PORTAL } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps, LogoutNotice } from "../deps.ts";
import { consumeAttempt, limitsOfNetworks, refundAttempt } from "../http/rate-limit.ts";
import { consumeOnce } from "../identity/consume-once.ts";
import { SIGN_IN_BASE } from "../identity/create-identity.ts";
import { publicClientOf } from "../identity/issuer-session.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { authSessions, authUsers, issuers, linkedIdentities } from "../schema/identity.ts";
import { lockIssuerSession, markEnded } from "./ended-sessions.ts";
import { IssuerError } from "./issuer-error.ts";
import { type IssuerRow, orIssuerRefusal } from "./queries.ts";
import { readClaimed } from "./verify-issued-token.ts";

const MAX_BODY_BYTES = 64 * 1024;
/** Attempts from one network. Valid ones are given back. */
const ATTEMPTS = { key: "issuer logout", max: 100, windowSeconds: 600 };

const INVALID = new AppError(
  "invalid",
  "This isn't a valid sign-out notice of an issuer that is set up here.",
);

/** Receives the back-channel logouts of issuers: they end the sessions that they made. */
export async function receiveLogouts(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MAX_BODY_BYTES },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );
    scope.post(`${SIGN_IN_BASE}/issuer/logout`, {
      schema: { hide: true },
      bodyLimit: MAX_BODY_BYTES,
      handler: async (request, reply) => {
        const limits = limitsOfNetworks(request.ip, ATTEMPTS);
        await consumeAttempt(deps, limits);
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        await endSessions(deps, form.get("logout_token") ?? "");
        await refundAttempt(deps, limits);
        return reply.header("cache-control", "no-store").send({});
      },
    });
  });
}

/** Several organizations may have set up the same client of an issuer: it ends the sessions of all. */
async function endSessions(deps: Deps, token: string): Promise<void> {
  const claimed = readClaimed(token);
  if (!claimed) throw INVALID;
  const rows = await deps.database.db
    .select()
    .from(issuers)
    .where(
      and(eq(issuers.issuer, claimed.issuer), inArray(issuers.clientId, claimed.audiences.slice(0, 10))),
    );
  const [first] = rows;
  if (!first) throw INVALID;
  const notice = await verify(deps, first, token);
  const { issuer } = claimed;
  const { sessionId, tokenId } = notice;
  const session = sessionId === null ? null : { issuer, sessionId };
  const run = async (opened: Change) => {
    const { tx } = opened;
    if (!(await consumeOnce(tx, deps, "issuer token", `logout ${issuer} ${tokenId}`))) throw INVALID;
    if (session) await markEnded(tx, deps, session);
    await endNamed(opened, rows, notice);
  };
  await change(withScope(deps, { role: "portal" }), PORTAL, run, {
    lockFirst: async (tx) => session && lockIssuerSession(tx, session),
  });
}

async function verify(deps: Deps, row: IssuerRow, token: string): Promise<LogoutNotice> {
  try {
    return await deps.issuers.verifyLogoutToken(publicClientOf(row), token);
  } catch (error) {
    if (error instanceof IssuerError && error.fault !== "unreachable") throw INVALID;
    return orIssuerRefusal(deps, Promise.reject(error));
  }
}

/** Ends the named session and those without a name, or all of the subject, and the subject's identity tokens of before. */
async function endNamed(
  { tx, at, record }: Change,
  rows: readonly IssuerRow[],
  { subject, sessionId }: LogoutNotice,
): Promise<void> {
  const ofIssuers = inArray(
    linkedIdentities.issuerId,
    rows.map(({ issuerId }) => issuerId),
  );
  const ofSubject = subject === null ? undefined : eq(linkedIdentities.subject, subject);
  const links = tx
    .select({ linkedIdentityId: linkedIdentities.linkedIdentityId })
    .from(linkedIdentities)
    .where(and(ofIssuers, ofSubject));
  const { issuerSessionId, linkedIdentityId, userId } = authSessions;
  const ofSession =
    sessionId === null
      ? undefined
      : or(eq(issuerSessionId, sessionId), subject === null ? undefined : isNull(issuerSessionId));
  if (subject !== null) await lockPeople(tx, and(ofIssuers, ofSubject));
  // Sessions are locked before their link, as by everything that ends one (rls/session-trigger.ts).
  const ended = await tx
    .delete(authSessions)
    .where(and(inArray(linkedIdentityId, links), ofSession))
    .returning({ userId });
  if (subject !== null)
    await tx.update(linkedIdentities).set({ tokensFrom: at }).where(and(ofIssuers, ofSubject));
  const people =
    ended.length === 0
      ? []
      : await tx
          .select({ userProfileId: userProfiles.userProfileId })
          .from(userProfiles)
          .where(
            inArray(
              userProfiles.authUserId,
              ended.map((one) => one.userId),
            ),
          );
  for (const { userProfileId } of people)
    await record({
      action: "identity.sign-out",
      subjectId: userProfileId,
      organizationId: null,
      details: {},
    });
}

/** Until the transaction ends, no session of these identities is made. */
async function lockPeople(tx: Tx, ofLinks: SQL | undefined): Promise<void> {
  const people = tx.select({ id: linkedIdentities.userId }).from(linkedIdentities).where(ofLinks);
  await tx
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(inArray(authUsers.id, people))
    .orderBy(authUsers.id)
    .for("update");
}
