import { getCurrentAuthEndpointContext } from "@better-auth/core/context";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { type BetterAuthOptions, betterAuth } from "better-auth/minimal";
import { bearer } from "better-auth/plugins/bearer";
import { emailOTP } from "better-auth/plugins/email-otp";
import { jwt } from "better-auth/plugins/jwt";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { isLongCode } from "#domain/account/mailed-code.ts";
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "#domain/account/password-length.ts";
import type { Database, Db } from "../db/database.ts";
import type { Identity, Secrets } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import {
  APP,
  authAccounts,
  authKeys,
  authSessions,
  authUsers,
  authVerifications,
} from "../schema/identity.ts";
import { CODE_LIFETIME_MINUTES, type MailedCode } from "./code-mail.ts";
import { hashPassword, verifyPassword } from "./hash-password.ts";
import { hashSessionTokens } from "./hash-session-tokens.ts";
import { ownEmail } from "./library-email.ts";
import { requireFactor } from "./require-factor.ts";
import { provedPasskey, signInByPasskey } from "./sign-in-by-passkey.ts";
import { hasFailed, throwFailed } from "./throw-failed.ts";
import {
  createTokenVerifier,
  KEY_GRACE_SECONDS,
  SIGNING_ALGORITHM,
  TOKEN_LIFETIME_SECONDS,
} from "./verify-token.ts";

export const SIGN_IN_BASE = "/api/auth";

/** Names the asker of a call (known-devices.ts) to the library. */
export const ASKER_HEADER = "x-asker";
/** Brings the long code that a request mails to the library. */
export const LONG_CODE_HEADER = "x-long-code";
/** Tells the library's hook that the account does not know the browser. */
export const UNKNOWN_BROWSER_HEADER = "x-unknown-browser";
/** Brings the code of the second factor to the library's hook. */
export const FACTOR_HEADER = "x-second-factor";

/** Columns of ours in the library's tables. No caller sets or reads them. */
const OWN_TEXT = { type: "string", required: false, input: false, returned: false } as const;
const OWN_FLAG = { type: "boolean", required: false, input: false, returned: false } as const;

const GUESSES_PER_CODE = 3;
/** Each asker has codes and guesses of their own. Few of these codes are mailed in an hour: see code-limits.ts. */
const CODE_DIGITS = 8;
const KEY_LIFETIME_SECONDS = 30 * 24 * 60 * 60;

type Parts = {
  env: Pick<Env, "publicUrl">;
  secret: string;
  secrets: Secrets;
  database: Pick<Database, "db" | "readers" | "tellFailure">;
  log: Logger;
  clock: () => Date;
  sendCode: (code: MailedCode) => Promise<void>;
};

/** Sign-in on the portal's own database. The company creates sign-ins; nobody signs up alone. */
export async function createIdentity(parts: Parts): Promise<Identity> {
  const { env, clock } = parts;
  const origin = new URL(env.publicUrl).origin;
  const auth = createAuth(parts, origin);
  return {
    handle: (request) => throwFailed(() => auth.handler(request)),
    verifyToken: createTokenVerifier(parts.database, origin, clock),
    async readSession(cookie) {
      const headers = new Headers({ cookie });
      const found = await throwFailed(() =>
        auth.api.getSession({ headers, query: { disableRefresh: true } }),
      );
      return found && { authUserId: found.user.id, email: found.user.email, sessionId: found.session.id };
    },
  };
}

function createAuth({ env, database, clock, secret, secrets, log, sendCode }: Parts, origin: string) {
  const { db } = database;
  const isHttps = origin.startsWith("https:");
  const tables = drizzleAdapter(db, {
    provider: "pg",
    schema: {
      user: authUsers,
      session: authSessions,
      account: authAccounts,
      verification: authVerifications,
      jwks: authKeys,
    },
    transaction: true,
  });
  return betterAuth({
    secret,
    baseURL: origin,
    basePath: SIGN_IN_BASE,
    telemetry: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message, ...details) => {
        const err = details.find(isError);
        // The line of the request tells of a database that failed.
        const isOurs = level === "error" && !hasFailed();
        if (isOurs) database.tellFailure(err, "error", `Sign-in: ${message}`);
        else log.debug({ err }, `Sign-in: ${message}`);
      },
    },
    // Other errors than refusals are thrown and answered like every failure.
    onAPIError: { throw: true },
    database: (options: BetterAuthOptions) =>
      hashSessionTokens(tables(options), (token) => secrets.hash("session", token)),
    verification: {
      // A code works only for its asker, so nobody can replace or void the code that somebody else asked for.
      storeIdentifier: {
        hash: async (holder) => {
          const longCode = longCodeOfCall();
          // Whoever has a long code has read the mail. It is found by itself, so guesses at it use nothing up.
          return longCode === null
            ? secrets.hash("sign-in code's holder", holder, askerOfCall())
            : secrets.hash("sign-in code's holder", emailOfCall(), "long", longCode);
        },
      },
    },
    databaseHooks: {
      // Whichever call of the library makes a session, now or after an update: this comes first.
      session: {
        create: {
          before: async ({ userId }) => {
            const way = { database, clock, secrets };
            const madeWith = provedPasskey(userId) ?? (await madeWithFactor(way, userId));
            return { data: { madeWith, isUntold: isUnknownBrowser() } };
          },
          after: async ({ userId }) => afterSignIn(db, userId, clock()),
        },
      },
      // The library replaces a password only by a mailed code.
      account: { update: { before: async () => ({ data: { isUntold: true, updatedAt: clock() } }) } },
    },
    // Written in the library's own statements, so that nothing untold is lost with the process (tell-account.ts).
    session: { additionalFields: { madeWith: OWN_TEXT, isUntold: OWN_FLAG } },
    account: { additionalFields: { isUntold: OWN_FLAG } },
    // http/rate-limit.ts counts attempts, per account and per network address.
    rateLimit: { enabled: false },
    advanced: {
      // A browser accepts a cookie of this name only from this host, over https and for every path. The library
      // supports only a weaker prefix, so the name and its attribute are set here.
      cookiePrefix: isHttps ? "__Host-counterpart" : "counterpart",
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      // Set explicitly, because the library skips this check if NODE_ENV is "test".
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: { hash: (password) => hashPassword(password), verify: verifyPassword },
    },
    plugins: [
      bearer(),
      signInByPasskey({ env, database, clock, secrets }),
      emailOTP({
        disableSignUp: true,
        generateOTP: () => longCodeOfCall() ?? undefined,
        otpLength: CODE_DIGITS,
        expiresIn: CODE_LIFETIME_MINUTES * 60,
        allowedAttempts: GUESSES_PER_CODE,
        storeOTP: { hash: async (code) => secrets.hash("sign-in code", emailOfCall(), code) },
        sendVerificationOTP: ({ email, otp, type }) =>
          sendCode({
            email: ownEmail(email),
            code: otp,
            purpose: type === "forget-password" ? "reset-password" : "verify-email",
          }),
      }),
      jwt({
        disableSettingJwtHeader: true,
        jwks: {
          keyPairConfig: { alg: SIGNING_ALGORITHM, crv: "Ed25519" },
          rotationInterval: KEY_LIFETIME_SECONDS,
          gracePeriod: KEY_GRACE_SECONDS,
        },
        jwt: {
          issuer: origin,
          audience: origin,
          expirationTime: `${TOKEN_LIFETIME_SECONDS}s`,
          definePayload: ({ user, session }) => ({ email: user.email, sid: session.id }),
        },
      }),
    ],
  });
}

/** The hash includes the email, so equal codes of two people have different hashes. */
function emailOfCall(): string {
  return getCurrentAuthEndpointContext().body.email;
}

function askerOfCall(): string {
  return getCurrentAuthEndpointContext().headers?.get(ASKER_HEADER) ?? "";
}

/** The long code that a request mails, or that somebody typed. */
function longCodeOfCall(): string | null {
  const { headers, body } = getCurrentAuthEndpointContext();
  return headers?.get(LONG_CODE_HEADER) ?? (isLongCode(body?.otp ?? "") ? body.otp : null);
}

function factorOfCall(): string | null {
  const given = getCurrentAuthEndpointContext().headers?.get(FACTOR_HEADER);
  return given ? Buffer.from(given, "base64url").toString() : null;
}

function isUnknownBrowser(): boolean {
  return getCurrentAuthEndpointContext().headers?.has(UNKNOWN_BROWSER_HEADER) ?? false;
}

async function madeWithFactor(
  deps: Parameters<typeof requireFactor>[0],
  userId: string,
): Promise<typeof APP | null> {
  return (await requireFactor(deps, userId, factorOfCall())) === "code" ? APP : null;
}

function isError(detail: unknown): detail is Error {
  return detail instanceof Error;
}

async function afterSignIn(db: Db, userId: string, at: Date): Promise<void> {
  await db.execute(sql`select counterpart_note_sign_in(${userId}, ${at.toISOString()}::timestamptz)`);
  await forgetExpiredSessions(db, userId);
}

async function forgetExpiredSessions(db: Db, userId: string): Promise<void> {
  const expired = lt(authSessions.expiresAt, new Date());
  await db.delete(authSessions).where(and(eq(authSessions.userId, userId), expired));
}
