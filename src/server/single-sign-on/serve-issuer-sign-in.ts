import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import { FactorCode } from "#domain/account/sign-in.ts";
import { formatDateTime } from "#domain/format.ts";
import { Id } from "#domain/id.ts";
import { ReturnPath } from "#domain/single-sign-on/issuer.ts";
import { AppError } from "../app-error.ts";
import { codeOf, hasCause } from "../causes.ts";
import type { Deps, VerifiedIdentity } from "../deps.ts";
import { consumeAttempt, limitsOfNetworks, refundAttempt } from "../http/rate-limit.ts";
import { confirmSignIn, readCredentials } from "../identity/confirm-sign-in.ts";
import { consumeOnce } from "../identity/consume-once.ts";
import { SIGN_IN_BASE } from "../identity/create-identity.ts";
import { clientOf, findIssuerOfSession, makeIssuerProof } from "../identity/issuer-session.ts";
import { rememberDevice, requesterOf } from "../identity/known-devices.ts";
import { type Account, notifyNewBrowsers, readOwner, recordFailure } from "../identity/notify-account.ts";
import { requireOwnOrigin } from "../identity/refuse-foreign-origin.ts";
import { FACTOR_NEEDED, PASSKEY_NEEDED, requireFactor, WRONG_FACTOR } from "../identity/require-factor.ts";
import { endFormerSession, headersFor, type SignInDeps } from "../identity/serve-sign-in.ts";
import { SIGNED_OUT } from "../identity/sign-in-failure.ts";
import { COMPANY_LIMIT } from "../rls/scope.ts";
import { withScope } from "../rls/scoped-db.ts";
import { type Admitted, admitIdentity, findAccountOf, notLinked } from "./admit-identity.ts";
import { endIfSignedOut } from "./ended-sessions.ts";
import { type Arrived, type Begun, FLOW_OVER, FLOW_SIGNED_OUT, flowCookie, readFlow } from "./flow-cookie.ts";
import { findIssuerRow, type IssuerRow, orIssuerRefusal } from "./queries.ts";
import { withoutSignature } from "./verify-issued-token.ts";

const Begin = z.object({
  issuerId: Id.optional().describe("Left out, the issuer of the session that is to be confirmed"),
  returnTo: ReturnPath.optional().describe("Where the browser goes after the sign-in"),
});
const Finish = z.object({
  callback: z
    .string()
    .max(8000)
    .regex(/^\?/)
    .describe("The query with which the issuer led the browser back"),
  code: FactorCode.optional().describe("Of the authenticator app, or a backup code"),
  timeZone: z.string().max(100).optional(),
});
const Finished = z.union([
  z.object({ outcome: z.literal("signed-in"), returnTo: z.string().nullable() }),
  z.object({ outcome: z.literal("confirmed"), proof: z.string(), returnTo: z.string().nullable() }),
]);

type IssuerDeps = Deps & SignInDeps;

/** Attempts from one network: an office of forty people is one. Right ones are given back. */
const ATTEMPTS = { key: "issuer sign-in", max: 200, windowSeconds: 600 };

/** Serves the two steps of a sign-in at an issuer: on the way there, and back. */
export async function serveIssuerSignIn(app: FastifyInstance, deps: IssuerDeps): Promise<void> {
  const serve = <Body>(
    path: string,
    { summary, body, reply }: { summary: string; body: z.ZodType<Body>; reply: z.ZodType },
    answer: (request: FastifyRequest, body: Body, reply: FastifyReply) => Promise<object>,
  ) =>
    app.route({
      method: "POST",
      url: SIGN_IN_BASE + path,
      schema: { summary, tags: ["sign-in"], security: [], body, response: { 200: reply } } as FastifySchema,
      onRequest: async (request) => requireOwnOrigin(deps, request),
      handler: async (request, response) => {
        void response.header("cache-control", "no-store");
        const limits = limitsOfNetworks(request.ip, ATTEMPTS);
        await consumeAttempt(deps, limits);
        const answered = await answer(request, request.body as Body, response);
        await refundAttempt(deps, limits);
        return response.send(answered);
      },
    });
  serve(
    "/issuer/begin",
    {
      summary: "Begins a sign-in at an issuer. The browser goes to the answered address",
      body: Begin,
      reply: z.object({ url: z.string() }),
    },
    (request, body, reply) => begin(deps, request, body, reply),
  );
  serve(
    "/issuer/finish",
    {
      summary:
        "Ends a sign-in at an issuer, in the browser that began it: with a session in its cookie, or with a value for the header `step-up`",
      body: Finish,
      reply: Finished,
    },
    (request, body, reply) => finish(deps, request, body, reply),
  );
}

async function begin(
  deps: IssuerDeps,
  { headers }: FastifyRequest,
  { issuerId, returnTo }: z.output<typeof Begin>,
  reply: FastifyReply,
): Promise<{ url: string }> {
  const { db } = withScope(deps, { role: "portal" });
  const confirmed = issuerId === undefined ? await findConfirmed(deps, headers.cookie) : null;
  const issuer = confirmed?.issuer ?? (await findIssuerRow(db, issuerId ?? ""));
  requireEffective(deps, issuer);
  const startedAt = deps.clock().getTime();
  const { url, ...secrets } = await orIssuerRefusal(
    deps,
    deps.issuers.begin(clientOf(deps, issuer), {
      redirectUri: redirectUriOf(deps),
      isFresh: confirmed !== null,
    }),
    { signsIn: confirmed ? null : issuer },
  );
  const flow: Begun = {
    step: "begun",
    issuerId: issuer.issuerId,
    ...secrets,
    returnTo: returnTo ?? null,
    startedAt,
    confirms: confirmed?.session ?? null,
  };
  void reply.header("set-cookie", flowCookie(deps, flow));
  return { url };
}

/** The session of a browser, which a fresh sign-in at its issuer confirms. Throws AppError "unauthenticated" without one. */
async function findConfirmed(deps: IssuerDeps, cookie: string | undefined) {
  const session = cookie === undefined ? null : await deps.identity.readSession(cookie);
  const found = session && (await findIssuerOfSession(deps.database.db, session.sessionId));
  if (!session || !found) throw SIGNED_OUT;
  const { authUserId, sessionId } = session;
  return { ...found, session: { authUserId, sessionId } };
}

function requireEffective(deps: IssuerDeps, { effectiveFrom, name }: IssuerRow): void {
  if (effectiveFrom <= deps.clock()) return;
  const iso = effectiveFrom.toISOString();
  const message = `${name} signs people in from ${formatDateTime(iso, deps.settings.now().timeZone)} on. Until then, sign in with your password or passkey.`;
  throw new AppError("conflict", message, { reason: "not-effective", effectiveFrom: iso });
}

function redirectUriOf({ env }: Pick<Deps, "env">): string {
  return `${env.publicUrl}/sign-in/callback`;
}

async function finish(
  deps: IssuerDeps,
  request: FastifyRequest,
  body: z.output<typeof Finish>,
  reply: FastifyReply,
): Promise<z.input<typeof Finished>> {
  const flow = readFlow(deps, request.headers.cookie);
  if (flow.step === "arrived") return signIn(deps, request, { ...body, arrived: flow, idToken: null }, reply);
  // Another window has begun a sign-in since, which can still be ended.
  if (new URLSearchParams(body.callback).get("state") !== flow.state) throw FLOW_OVER;
  const { db } = withScope(deps, { role: "portal" });
  if (!(await consumeOnce(db, deps, "issuer flow", flow.state))) throw FLOW_OVER;
  const issuer = await findIssuerRow(db, flow.issuerId);
  const identity = await orIssuerRefusal(
    deps,
    deps.issuers.finish(clientOf(deps, issuer), {
      callback: new URL(redirectUriOf(deps) + body.callback),
      redirectUri: redirectUriOf(deps),
      state: flow.state,
      nonce: flow.nonce,
      codeVerifier: flow.codeVerifier,
      isFresh: flow.confirms !== null,
      startedAt: new Date(flow.startedAt),
    }),
    { signsIn: flow.confirms ? null : issuer },
  );
  // An issuer's sign-out leads through the browser with this token, which is no key to the API.
  await consumeOnce(db, deps, "issuer token", withoutSignature(identity.idToken));
  if (flow.confirms) return confirm(deps, request, { flow, confirms: flow.confirms, identity }, reply);
  const { subject, email, isEmailVerified, firstName, lastName, sessionId, idToken } = identity;
  const { issuerId, returnTo, startedAt } = flow;
  const arrived: Arrived = {
    step: "arrived",
    id: randomUUID(),
    issuerId,
    subject,
    email,
    isEmailVerified,
    firstName,
    lastName,
    issuerSessionId: sessionId,
    returnTo,
    startedAt,
  };
  return signIn(deps, request, { ...body, arrived, idToken }, reply);
}

/** A fresh sign-in of the same person in the same browser. */
async function confirm(
  deps: IssuerDeps,
  { headers }: FastifyRequest,
  { flow, confirms, identity }: { flow: Begun; confirms: Held; identity: VerifiedIdentity },
  reply: FastifyReply,
): Promise<z.input<typeof Finished>> {
  const now = await findConfirmed(deps, headers.cookie);
  const isSame = now.session.sessionId === confirms.sessionId && now.subject === identity.subject;
  if (!isSame || now.issuer.issuerId !== flow.issuerId) throw OTHER_PERSON;
  void reply.header("set-cookie", flowCookie(deps, null));
  const proof = makeIssuerProof(deps, confirms, randomUUID());
  return { outcome: "confirmed", proof, returnTo: flow.returnTo };
}

type Held = { authUserId: string; sessionId: string };

const OTHER_PERSON = new AppError(
  "forbidden",
  "You signed in there as another person than here. Nothing was confirmed. Please try again.",
  { reason: "other-person" },
);

type Arrival = {
  arrived: Arrived;
  idToken: string | null;
  code?: string | undefined;
  timeZone?: string | undefined;
};

/** PostgreSQL's code for a row that refers to a missing one. */
const NO_LONGER_THERE = "23503";

/** Someone may unlink the identity, or remove the issuer or the person, while the sign-in is under way. */
async function orNotLinked<Result>(issuer: IssuerRow, request: Promise<Result>): Promise<Result> {
  return request.catch((error: unknown) => {
    throw hasCause(error, (cause) => codeOf(cause) === NO_LONGER_THERE) ? notLinked(issuer) : error;
  });
}

/** Asks for the second factor, admits the person, and makes the session, like any sign-in of the portal. */
async function signIn(
  deps: IssuerDeps,
  request: FastifyRequest,
  { arrived, idToken, code, timeZone }: Arrival,
  reply: FastifyReply,
): Promise<z.input<typeof Finished>> {
  const { db } = withScope(deps, { role: "portal" });
  const issuer = await findIssuerRow(db, arrived.issuerId);
  requireEffective(deps, issuer);
  const before = await readAccount(db, await findAccountOf(db, issuer, arrived, deps.clock()));
  const expected = before?.authUserId ?? null;
  const factor = await proveFactor(deps, request, { issuer, arrived, before, code }, reply);
  if (!(await consumeOnce(db, deps, "issuer flow", arrived.id))) throw FLOW_OVER;
  const origin = { ipAddress: request.ip, userAgent: request.headers["user-agent"]?.slice(0, 500) ?? null };
  const admitting = admitIdentity(deps, arrived.issuerId, arrived, { origin, expected });
  const admitted = await orNotLinked(issuer, admitting);
  const { email } = before ?? (await readOwner(db, admitted.authUserId));
  const isUnknownBrowser = before?.hasSignedIn === true && !isKnownBrowser(deps, request, admitted, email);
  const sealedIdToken = idToken === null ? null : deps.secrets.seal(idToken);
  const call = deps.identity.callApi(
    {
      email,
      isUnknownBrowser,
      timeZone,
      issuer: { ...admitted, factor, issuerSessionId: arrived.issuerSessionId, sealedIdToken },
    },
    (api) => api.signInByIssuer({ headers: headersFor(request), returnHeaders: true }),
  );
  const made = await orNotLinked(issuer, call);
  const { token } = made.response;
  if (before) await confirmSignIn(deps, email, { before: before.credentials, token });
  const session = { issuer: issuer.issuer, sessionId: arrived.issuerSessionId };
  if (await endIfSignedOut(deps, token, { session, startedAt: arrived.startedAt })) throw FLOW_SIGNED_OUT;
  await endFormerSession(deps, request);
  if (isUnknownBrowser) await notifyNewBrowsers(deps, admitted.authUserId);
  request.log.info({ way: "issuer", issuerId: issuer.issuerId }, "A sign-in call succeeded");
  const isHttps = deps.env.publicUrl.startsWith("https:");
  const names = [deviceNameOf(admitted), ...(factor === "code" ? [email] : [])];
  const cookies = [
    ...(made.headers?.getSetCookie() ?? []),
    rememberDevice(deps.secrets, request, names, isHttps),
    flowCookie(deps, null),
  ];
  void reply.header("set-cookie", cookies);
  return { outcome: "signed-in", returnTo: arrived.returnTo };
}

/** An account before a sign-in, with what signs in to it. */
async function readAccount(db: Deps["db"], authUserId: string | null) {
  if (authUserId === null) return null;
  const account = await readOwner(db, authUserId);
  return { ...account, credentials: await readCredentials(db, account.email) };
}

/** A browser's name for the account while it signs in by an issuer, which may sign in anyone: it tries no more passwords. */
function deviceNameOf({ linkedIdentityId }: Admitted): string {
  return `issuer ${linkedIdentityId}`;
}

function isKnownBrowser(
  { secrets, env }: Pick<Deps, "secrets" | "env">,
  request: FastifyRequest,
  admitted: Admitted,
  email: string,
): boolean {
  return [email, deviceNameOf(admitted)].some(
    (name) => requesterOf(secrets, request, name, env.publicUrl.startsWith("https:")).kind === "device",
  );
}

/** An issuer's sign-in is the first factor. While ours is missing or wrong, the browser remembers whom the issuer named. */
async function proveFactor(
  deps: IssuerDeps,
  { headers }: FastifyRequest,
  {
    issuer,
    arrived,
    before,
    code,
  }: { issuer: IssuerRow; arrived: Arrived; before: Account | null; code?: string | undefined },
  reply: FastifyReply,
): Promise<"none" | "code"> {
  if (before === null) return "none";
  try {
    return await requireFactor(deps, before.authUserId, code ?? null, issuer.organizationId ?? COMPANY_LIMIT);
  } catch (error) {
    if (error === PASSKEY_NEEDED) throw passkeyNeeded(issuer);
    if (error === FACTOR_NEEDED || error === WRONG_FACTOR)
      void reply.header("set-cookie", flowCookie(deps, arrived));
    if (error === WRONG_FACTOR) await recordFailure(deps, "sign-in.fail-code", before, headers["user-agent"]);
    throw error;
  }
}

function passkeyNeeded({ name, requiredSince }: IssuerRow): AppError {
  const wayOn =
    requiredSince === null
      ? "Please use your passkey on the sign-in page."
      : "You have a passkey, but no authenticator app. Please ask an owner of the portal to reset your two-step sign-in.";
  const message = `${name} alone doesn't sign you in. ${wayOn}`;
  return new AppError("forbidden", message, { reason: "passkey-needed" });
}
