import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import type { Deps } from "../deps.ts";
import { giveBackAttempt, limitsOfNetworks, type RateLimit, spendAttempt } from "../http/rate-limit.ts";
import { authSessions } from "../schema/identity.ts";
import { withScope } from "../wall/scoped-db.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { confirmSignIn, readWaysIn, renewHash } from "./confirm-sign-in.ts";
import {
  ASKER_HEADER,
  FACTOR_HEADER,
  LONG_CODE_HEADER,
  SIGN_IN_BASE,
  UNKNOWN_BROWSER_HEADER,
} from "./create-identity.ts";
import { type Asker, askerOf, knowDevice } from "./known-devices.ts";
import { libraryEmail } from "./library-email.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";
import { FACTOR_NEEDED, PASSKEY_NEEDED, WRONG_FACTOR } from "./require-factor.ts";
import { serveCode } from "./serve-code.ts";
import { emailOfPasskey } from "./sign-in-by-passkey.ts";
import { SIGN_IN_CALLS, type SignInCall, TokenQuery } from "./sign-in-calls.ts";
import { readFailure } from "./sign-in-failure.ts";
import {
  type Account,
  findAccount,
  recordWrongCode,
  recordWrongPasskey,
  recordWrongPassword,
  tellNewBrowsers,
  tellNewPassword,
} from "./tell-account.ts";
import { WRONG_PASSKEY } from "./verify-passkey.ts";

const EVEN_TIME_MS = 300;

/** Serves the sign-in calls in front of the library, with limits per account and per network address. */
export async function serveSignIn(app: FastifyInstance, deps: Deps): Promise<void> {
  for (const call of SIGN_IN_CALLS) {
    app.route({
      method: call.method,
      url: SIGN_IN_BASE + call.path,
      schema: schemaOf(call),
      onRequest: async (request) => refuseForeignOrigin(deps.env, request),
      handler: async (request, reply) => {
        const answered = answer(deps, call, request);
        if (call.isEvenlyTimed) await Promise.allSettled([answered, wait(EVEN_TIME_MS)]);
        const response = await answered;
        for (const cookie of response.headers.getSetCookie()) void reply.header("set-cookie", cookie);
        void reply.header("cache-control", "no-store").status(response.status);
        if (response.status === 204) return reply.send();
        const said = (await response.json()) as object;
        return reply.send(call.startsSession && isOfPage(request) ? withoutToken(said) : said);
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

async function answer(deps: Deps, call: SignInCall, request: FastifyRequest): Promise<Response> {
  const { id, password = "", email = id ? await emailOfPasskey(deps.database.db, id) : "" } = bodyOf(request);
  if (call.setsPassword) refuseCommonPassword(deps, password);
  const asker = askerOf(deps.secrets, request, email);
  const limits = limitsOf(call, asker, request.ip, email);
  await spendAttempt(deps, limits.ofAsker);
  // Attempts that were refused do not count for the account: no network uses up alone what all have together.
  await spendAttempt(deps, limits.ofAccount);
  const giveBack = () => giveBackAttempt(deps, [...limits.ofAsker, ...limits.ofAccount]);
  const account = call.tells ? await findAccount(deps, email) : null;
  const before = call.tells === "new-browser" ? await readWaysIn(deps.database.db, email) : null;
  // The first browser of all is its owner's.
  const isUnknown = asker.kind === "network" && account?.hasSignedIn === true;
  const codeCall = { asker, email, otp: bodyOf(request).otp ?? "", log: request.log };
  const response = await serveCode(deps, call, codeCall, (longCode) =>
    deps.identity.handle(toLibrary(deps.env.publicUrl, call, { asker, isUnknown, longCode }, request)),
  ).catch(async (error: unknown) => {
    // The password was right: its attempt does not count. Wrong codes have a limit of their own.
    const isRight = [FACTOR_NEEDED, PASSKEY_NEEDED, WRONG_FACTOR].some((one) => one === error);
    if (isRight) await giveBack();
    await recordThrown(deps, error, account, request.headers["user-agent"]);
    throw error;
  });
  if (response.status === 401 && isOptional(request)) return new Response(null, { status: 204 });
  const userAgent = request.headers["user-agent"];
  if (!response.ok) {
    const isWrong = response.status === 401 && call.tells === "new-browser";
    if (isWrong) await recordWrongPassword(deps, account, userAgent);
    throw await readFailure(response);
  }
  if (before !== null) {
    const { token } = (await response.clone().json()) as { token: string };
    await confirmSignIn(deps, email, { before, token });
    // Whoever has signed in has, whatever becomes of their hash.
    if (password !== "")
      await renewHash(deps, email, password).catch((error: unknown) =>
        request.log.error(error, "A password could not be hashed anew"),
      );
  }
  if (call.method === "POST") {
    const told = {
      way: call.path,
      account: account?.subjectId ?? null,
      hasCode: bodyOf(request).code !== undefined,
    };
    request.log.info(told, "A sign-in call succeeded");
  }
  if (call.startsSession) await endFormerSession(deps, request);
  if (account && call.tells === "new-password") await tellNewPassword(deps, account.authUserId);
  else if (account && isUnknown) await tellNewBrowsers(deps, account.authUserId);
  if (call.attempts?.counts === "failed") await giveBack();
  if (call.knowsDevice) {
    const isHttps = deps.env.publicUrl.startsWith("https:");
    response.headers.append("set-cookie", knowDevice(deps.secrets, request, email, isHttps));
  }
  return response;
}

/** Browsers send an Origin with every POST, programs none. */
function isOfPage({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined;
}

/** A page has its session in a cookie that no script reads, so no script of a page gets the token in another way. */
function withoutToken({ token: _token, ...said }: { token?: unknown }): object {
  return said;
}

/** Ends the session that the browser had until now: its cookie is replaced, so nobody could sign out of it. */
async function endFormerSession(deps: Deps, { headers }: FastifyRequest): Promise<void> {
  const former = headers.cookie === undefined ? null : await deps.identity.readSession(headers.cookie);
  if (!former) return;
  const { db } = withScope(deps, { role: "portal" });
  await db.delete(authSessions).where(eq(authSessions.id, former.sessionId));
}

async function recordThrown(
  deps: Deps,
  error: unknown,
  account: Account | null,
  userAgent: string | undefined,
): Promise<void> {
  if (error === WRONG_FACTOR) await recordWrongCode(deps, account, userAgent);
  if (error === WRONG_PASSKEY) await recordWrongPasskey(deps, account, userAgent);
}

/** `id` is a passkey's. */
type Body = { email?: string; password?: string; code?: string; otp?: string; id?: string };

function bodyOf({ body }: FastifyRequest): Body {
  return (body ?? {}) as Body;
}

/** Whether a page of the portal asks for a token that a visitor does not have. */
function isOptional({ query }: FastifyRequest): boolean {
  return TokenQuery.safeParse(query).data?.optional === "1";
}

type Limits = { ofAsker: RateLimit[]; ofAccount: RateLimit[] };

function limitsOf({ attempts }: SignInCall, { kind, name: asker }: Asker, ip: string, email: string): Limits {
  if (!attempts) return { ofAsker: [], ofAccount: [] };
  const { name, perAsker, perNetwork, perAccountAnHour, windowSeconds } = attempts;
  const own = { key: `${name} ${kind} ${asker} on ${email}`, max: perAsker, windowSeconds };
  if (kind === "device") return { ofAsker: [own], ofAccount: [] };
  const networks = limitsOfNetworks(ip, { key: `${name} address`, max: perNetwork, windowSeconds });
  const account = { key: `${name} account ${email}`, max: perAccountAnHour ?? 0, windowSeconds: 3600 };
  return { ofAsker: [own, ...networks], ofAccount: perAccountAnHour === undefined ? [] : [account] };
}

/** The request for the library: only checked values, and no other header of the caller. */
function toLibrary(
  publicUrl: string,
  call: SignInCall,
  { asker, isUnknown, longCode }: { asker: Asker; isUnknown: boolean; longCode: string | null },
  request: FastifyRequest,
): Request {
  const { headers, ip } = request;
  const { code, ...body } = bodyOf(request);
  const { origin } = new URL(publicUrl);
  const shown = {
    authorization: headers.authorization,
    cookie: headers.cookie,
    "user-agent": headers["user-agent"],
  };
  const given = Object.entries(shown).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const own = {
    origin,
    "x-forwarded-for": ip,
    "content-type": "application/json",
    [ASKER_HEADER]: `${asker.kind} ${asker.name}`,
    ...(longCode && { [LONG_CODE_HEADER]: longCode }),
    ...(isUnknown && { [UNKNOWN_BROWSER_HEADER]: "1" }),
    ...(code && { [FACTOR_HEADER]: Buffer.from(code).toString("base64url") }),
  };
  return new Request(origin + SIGN_IN_BASE + call.path, {
    method: call.method,
    headers: { ...Object.fromEntries(given), ...own },
    ...(call.body
      ? { body: JSON.stringify({ ...body, ...(body.email && { email: libraryEmail(body.email) }) }) }
      : {}),
  });
}
