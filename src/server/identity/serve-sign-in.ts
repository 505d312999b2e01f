import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import { isLongCode } from "#domain/account/sign-in.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, limitsOfNetworks, type RateLimit, refundAttempt } from "../http/rate-limit.ts";
import { withScope } from "../rls/scoped-db.ts";
import { authSessions } from "../schema/identity.ts";
import { limitMailedCodes, limitTypedCodes } from "./code-limits.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { confirmSignIn, readCredentials, renewHash } from "./confirm-sign-in.ts";
import { SIGN_IN_BASE, type SignIn } from "./create-identity.ts";
import { type Requester, rememberDevice, requesterOf } from "./known-devices.ts";
import { libraryEmail } from "./library-call.ts";
import {
  type Account,
  type FailedSignIn,
  findAccount,
  notifyNewBrowsers,
  notifyNewPassword,
  recordFailure,
} from "./notify-account.ts";
import { requireOwnOrigin } from "./refuse-foreign-origin.ts";
import { FACTOR_NEEDED, PASSKEY_NEEDED, WRONG_FACTOR } from "./require-factor.ts";
import { SINGLE_SIGN_ON_ONLY } from "./required-issuer.ts";
import { emailOfPasskey } from "./sign-in-by-passkey.ts";
import { SIGN_IN_CALLS, type SignInAnswer, type SignInCall, TokenQuery } from "./sign-in-calls.ts";
import { SIGNED_OUT, WRONG_CREDENTIALS } from "./sign-in-failure.ts";
import { WRONG_PASSKEY } from "./verify-passkey.ts";

const EVEN_TIME_MS = 300;

/** What only the sign-in calls need: the library. */
export type SignInDeps = { identity: SignIn };

/** Serves the sign-in calls in front of the library, with limits per account and per network address. */
export async function serveSignIn(app: FastifyInstance, deps: Deps & SignInDeps): Promise<void> {
  for (const call of SIGN_IN_CALLS) {
    app.route({
      method: call.method,
      url: SIGN_IN_BASE + call.path,
      schema: schemaOf(call),
      onRequest: async (request) => requireOwnOrigin(deps, request),
      handler: async (request, reply) => {
        const answered = answer(deps, call, request);
        if (call.isEvenlyTimed) await Promise.allSettled([answered, wait(EVEN_TIME_MS)]);
        const outcome = await answered;
        void reply.header("cache-control", "no-store");
        for (const cookie of outcome?.headers?.getSetCookie() ?? []) void reply.header("set-cookie", cookie);
        if (outcome === null) return reply.status(204).send();
        const { response } = outcome;
        // Browsers send an Origin with every POST, programs none.
        const isOfPage = request.headers.origin !== undefined;
        return reply.send(call.startsSession && isOfPage ? withoutToken(response) : response);
      },
    });
  }
}

function schemaOf({ summary, query, body, reply, needsSession }: SignInCall): FastifySchema {
  return {
    summary,
    tags: ["sign-in"],
    security: needsSession ? [{ sessionToken: [] }] : [],
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: reply },
  } as FastifySchema;
}

/** An attempt to sign in, or to use a code, that is within its limits. */
type Attempt = {
  email: string;
  requester: Requester;
  limits: Limits;
  /** The email's account before the call; null: there is none, or the call notifies no one. */
  account: Account | null;
  /** The account has signed in before, but never in this browser. */
  isUnknownBrowser: boolean;
  /** What signs in to the account before the password is checked. */
  credentials: string | null;
};

async function answer(
  deps: Deps & SignInDeps,
  call: SignInCall,
  request: FastifyRequest,
): Promise<SignInAnswer | null> {
  const attempt = await admit(deps, call, request);
  const outcome = await runLibraryCall(deps, call, attempt, request).catch((error: unknown) =>
    recordRefusal(deps, attempt, request, error),
  );
  if (outcome === null) return null;
  await confirm(deps, attempt, outcome, request);
  await noteSuccess(deps, call, attempt, request);
  if (!call.knowsDevice) return outcome;
  const isHttps = deps.env.publicUrl.startsWith("https:");
  const headers = new Headers(outcome.headers ?? {});
  headers.append("set-cookie", rememberDevice(deps.secrets, request, [attempt.email], isHttps));
  return { ...outcome, headers };
}

/** Counts the attempt, and finds out on whose account it is. */
async function admit(deps: Deps, call: SignInCall, request: FastifyRequest): Promise<Attempt> {
  const { id, password = "", email = id ? await emailOfPasskey(deps.database.db, id) : "" } = bodyOf(request);
  if (call.setsPassword) refuseCommonPassword(deps, password);
  const requester = requesterOf(deps.secrets, request, email, deps.env.publicUrl.startsWith("https:"));
  const limits = limitsOf(call, requester, request.ip, email);
  await consumeAttempt(deps, limits.ofRequester);
  // Attempts that were refused do not count for the account: no network uses up alone what all have together.
  await consumeAttempt(deps, limits.ofAccount);
  const account = call.notifies ? await findAccount(deps, email) : null;
  const credentials = call.notifies === "new-browser" ? await readCredentials(deps.database.db, email) : null;
  // The first browser of all is its owner's.
  const isUnknownBrowser = requester.kind === "network" && account?.hasSignedIn === true;
  return { email, requester, limits, account, isUnknownBrowser, credentials };
}

/** Makes the call of the library, within the limits of mailed codes. A known browser has only its own limits. */
async function runLibraryCall(
  deps: Deps & SignInDeps,
  call: SignInCall,
  { email, requester, isUnknownBrowser }: Attempt,
  request: FastifyRequest,
): Promise<SignInAnswer> {
  const { code = null, otp = "", timeZone, ...body } = bodyOf(request);
  const forwarded = { ...body, ...(otp && { otp }), ...(body.email && { email: libraryEmail(body.email) }) };
  const send = (longCode: string | null) => {
    const known = {
      email,
      requester: `${requester.kind} ${requester.name}`,
      isUnknownBrowser,
      code,
      timeZone,
    };
    return deps.identity.callApi(
      { ...known, longCode: longCode ?? (isLongCode(otp) ? otp : null) },
      async (api) => call.run({ api, deps, body: forwarded, headers: headersFor(request) }),
    );
  };
  if (call.mailedCode === undefined || requester.kind === "device") return send(null);
  if (call.mailedCode === "use") return limitTypedCodes(deps, { email, otp }, () => send(null));
  return limitMailedCodes(deps, { email, log: request.log }, send);
}

/** The audit action of a refusal. */
const RECORDED = new Map<unknown, FailedSignIn>([
  [WRONG_CREDENTIALS, "sign-in.fail"],
  [WRONG_FACTOR, "sign-in.fail-code"],
  [WRONG_PASSKEY, "sign-in.fail-passkey"],
]);

/** Throws the error again. Returns null for a page that may request a token without a session. */
async function recordRefusal(
  deps: Deps,
  { limits, account }: Attempt,
  request: FastifyRequest,
  error: unknown,
): Promise<null> {
  // The password was right: its attempt does not count. Wrong codes have a limit of their own.
  const isRight =
    error === FACTOR_NEEDED ||
    error === PASSKEY_NEEDED ||
    error === WRONG_FACTOR ||
    (error instanceof AppError && error.details?.reason === SINGLE_SIGN_ON_ONLY);
  if (isRight) await refundLimits(deps, limits);
  const action = RECORDED.get(error);
  if (action) await recordFailure(deps, action, account, request.headers["user-agent"]);
  if (error === SIGNED_OUT && TokenQuery.safeParse(request.query).data?.optional === "1") return null;
  throw error;
}

/** Throws if what someone signed in with has been changed in the meantime. */
async function confirm(
  deps: Deps,
  { email, credentials }: Attempt,
  { response }: SignInAnswer,
  request: FastifyRequest,
): Promise<void> {
  if (credentials === null) return;
  const { token } = response as { token: string };
  await confirmSignIn(deps, email, { before: credentials, token });
  const { password } = bodyOf(request);
  // Anyone who has signed in has, whatever becomes of their hash.
  if (password)
    await renewHash(deps, email, password).catch((error: unknown) =>
      request.log.error(error, "A password could not be rehashed"),
    );
}

/** Logs the sign-in, notifies the account's owner, ends the browser's former session and refunds the attempt. */
async function noteSuccess(
  deps: Deps,
  call: SignInCall,
  { account, isUnknownBrowser, limits }: Attempt,
  request: FastifyRequest,
): Promise<void> {
  const hasCode = bodyOf(request).code !== undefined;
  if (call.method === "POST")
    request.log.info(
      { way: call.path, account: account?.subjectId ?? null, hasCode },
      "A sign-in call succeeded",
    );
  if (call.startsSession) await endFormerSession(deps, request);
  if (account && call.notifies === "new-password") await notifyNewPassword(deps, account.authUserId);
  else if (account && isUnknownBrowser) await notifyNewBrowsers(deps, account.authUserId);
  if (call.attempts?.counts === "failed") await refundLimits(deps, limits);
}

function refundLimits(deps: Deps, { ofRequester, ofAccount }: Limits): Promise<void> {
  return refundAttempt(deps, [...ofRequester, ...ofAccount]);
}

/** A page has its session in a cookie that no script reads, so no script of a page gets the token in another way. */
function withoutToken({ token: _token, ...responseBody }: { token?: unknown }): object {
  return responseBody;
}

/** Ends the session that the browser had until now: its cookie is replaced, so no one could sign out of it. */
export async function endFormerSession(deps: Deps, { headers }: FastifyRequest): Promise<void> {
  const former = headers.cookie === undefined ? null : await deps.identity.readSession(headers.cookie);
  if (!former) return;
  const { db } = withScope(deps, { role: "portal" });
  await db.delete(authSessions).where(eq(authSessions.id, former.sessionId));
}

/** `id` is a passkey's. */
type Body = {
  email?: string;
  password?: string;
  code?: string;
  otp?: string;
  id?: string;
  timeZone?: string;
};

function bodyOf({ body }: FastifyRequest): Body {
  return (body ?? {}) as Body;
}

type Limits = { ofRequester: RateLimit[]; ofAccount: RateLimit[] };

function limitsOf(
  { attempts }: SignInCall,
  { kind, name: requester }: Requester,
  ip: string,
  email: string,
): Limits {
  if (!attempts) return { ofRequester: [], ofAccount: [] };
  const { name, perRequester, perNetwork, perAccountAnHour, windowSeconds } = attempts;
  const own = { key: `${name} ${kind} ${requester} on ${email}`, max: perRequester, windowSeconds };
  if (kind === "device") return { ofRequester: [own], ofAccount: [] };
  const networks = limitsOfNetworks(ip, { key: `${name} address`, max: perNetwork, windowSeconds });
  const account = { key: `${name} account ${email}`, max: perAccountAnHour ?? 0, windowSeconds: 3600 };
  return { ofRequester: [own, ...networks], ofAccount: perAccountAnHour === undefined ? [] : [account] };
}

/** No other header of the caller reaches the library. */
export function headersFor({ headers, ip }: FastifyRequest): Headers {
  const { authorization, cookie, "user-agent": userAgent } = headers;
  const shown = { authorization, cookie, "user-agent": userAgent, "x-forwarded-for": ip };
  return new Headers(
    Object.entries(shown).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
