import { betterAuth } from "better-auth/minimal";
import { bearer } from "better-auth/plugins/bearer";
import { emailOTP } from "better-auth/plugins/email-otp";
import { jwt } from "better-auth/plugins/jwt";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { MAX_PASSWORD_LENGTH, SHORTEST_PASSWORD } from "#domain/account/field-lengths.ts";
import { isNamedTimeZone } from "#domain/settings/settings.ts";
import type { Database, Db } from "../db/database.ts";
import type { Identity, Secrets } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import { APP, authSessions } from "../schema/identity.ts";
import { CODE_LIFETIME_MINUTES, type MailedCode } from "./code-mail.ts";
import { hashPassword, verifyPassword } from "./hash-password.ts";
import { signInByIssuer } from "./issuer-session.ts";
import { libraryAdapter } from "./library-adapter.ts";
import { callLibrary, currentCall, hasFailed, type LibraryCall, ownEmail } from "./library-call.ts";
import { requireFactor } from "./require-factor.ts";
import { refuseOwnSignIn } from "./required-issuer.ts";
import { signInByPasskey } from "./sign-in-by-passkey.ts";
import {
  createTokenVerifier,
  KEY_GRACE_SECONDS,
  SIGNING_ALGORITHM,
  TOKEN_LIFETIME_SECONDS,
} from "./verify-token.ts";

export const SIGN_IN_BASE = "/api/auth";

/** Columns of ours in the library's tables. No caller sets or reads them. */
const OWN_TEXT = { type: "string", required: false, input: false, returned: false } as const;
const OWN_TIME = { type: "date", required: false, input: false, returned: false } as const;
const OWN_FLAG = { type: "boolean", required: false, input: false, returned: false } as const;

const GUESSES_PER_CODE = 3;
/** Each asker has codes and guesses of their own. Few of these codes are mailed in an hour: see code-limits.ts. */
const CODE_DIGITS = 8;
const KEY_LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** The calls of the sign-in library. */
export type LibraryApi = ReturnType<typeof createAuth>["api"];

export type SignIn = Identity & {
  /** Makes a call of the sign-in library. Throws AppError if it is refused. */
  callApi<Answer>(call: LibraryCall, callApi: (api: LibraryApi) => Promise<Answer>): Promise<Answer>;
};

type Parts = {
  env: Pick<Env, "publicUrl">;
  secret: string;
  secrets: Secrets;
  database: Pick<Database, "db" | "readers" | "logFailure">;
  log: Logger;
  clock: () => Date;
  sendCode: (code: MailedCode) => Promise<void>;
};

/** Sign-in on the portal's own database. The company creates sign-ins; no one signs up alone. */
export async function createIdentity(parts: Parts): Promise<SignIn> {
  const { env, clock } = parts;
  const origin = new URL(env.publicUrl).origin;
  const { api } = createAuth(parts, origin);
  const callApi: SignIn["callApi"] = (call, made) => callLibrary(call, () => made(api));
  return {
    callApi,
    verifyToken: createTokenVerifier(parts.database, origin, clock),
    async readSession(cookie) {
      const headers = new Headers({ cookie });
      const found = await callApi({}, (api) => api.getSession({ headers, query: { disableRefresh: true } }));
      return found && { authUserId: found.user.id, email: found.user.email, sessionId: found.session.id };
    },
  };
}

const PASSWORDS = {
  enabled: true,
  disableSignUp: true,
  requireEmailVerification: true,
  revokeSessionsOnPasswordReset: true,
  minPasswordLength: SHORTEST_PASSWORD,
  maxPasswordLength: MAX_PASSWORD_LENGTH,
  password: { hash: (password: string) => hashPassword(password), verify: verifyPassword },
};

function createAuth({ env, database, clock, secret, secrets, log, sendCode }: Parts, origin: string) {
  const { db } = database;
  const isHttps = origin.startsWith("https:");
  /** The factor of the current call's session; null: the password alone. */
  const proveFactor = async (userId: string) => {
    const { passkey, issuer, code = null } = currentCall();
    if (issuer?.authUserId === userId) return issuer.factor === "code" ? APP : null;
    // A passkey is both factors.
    const isByPasskey = passkey?.authUserId === userId;
    const factor = isByPasskey ? "passkey" : await requireFactor({ database, clock, secrets }, userId, code);
    await refuseOwnSignIn(db, userId);
    if (isByPasskey) return passkey.passkeyId;
    return factor === "code" ? APP : null;
  };
  return betterAuth({
    secret,
    baseURL: origin,
    telemetry: { enabled: false },
    logger: libraryLogger({ database, log }),
    database: libraryAdapter(db, (token) => secrets.hash("session", token)),
    verification: { storeIdentifier: { hash: (holder) => hashCodeHolder(secrets, holder) } },
    databaseHooks: {
      // Runs before any call of the library, now or after an update, makes a session.
      session: {
        create: {
          before: async ({ userId }) => ({
            data: { madeWith: await proveFactor(userId), ...ownSessionFields(clock) },
          }),
          after: async ({ userId }) =>
            afterSignIn(db, userId, { at: clock(), timeZone: currentCall().timeZone }),
        },
      },
      // The library replaces a password only by a mailed code.
      account: { update: { before: async () => ({ data: { isNoticeDue: true, updatedAt: clock() } }) } },
    },
    // Written in the library's own statements, so that nothing untold is lost with the process (notify-account.ts).
    session: { additionalFields: SESSION_FIELDS },
    account: { additionalFields: { isNoticeDue: OWN_FLAG } },
    // http/rate-limit.ts counts attempts, per account and per network address.
    rateLimit: { enabled: false },
    advanced: {
      // A browser accepts a cookie of this name only from this host, over https and for every path. The library
      // supports only a weaker prefix, so the name and its attribute are set here.
      cookiePrefix: isHttps ? "__Host-counterpart" : "counterpart",
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
    },
    emailAndPassword: PASSWORDS,
    plugins: [
      bearer(),
      signInByPasskey({ env, database, clock, secrets }),
      signInByIssuer(),
      mailedCodes({ secrets, sendCode }),
      signedTokens(origin),
    ],
  });
}

/** Columns of ours in the sessions of the library. */
const SESSION_FIELDS = {
  madeWith: OWN_TEXT,
  isNoticeDue: OWN_FLAG,
  confirmedAt: OWN_TIME,
  linkedIdentityId: OWN_TEXT,
  issuerSessionId: OWN_TEXT,
  sealedIdToken: OWN_TEXT,
} as const;

/** What a new session stores of how the current call signs in. */
function ownSessionFields(clock: () => Date) {
  const { isUnknownBrowser = false, issuer } = currentCall();
  return {
    isNoticeDue: isUnknownBrowser,
    // An issuer may have asked its person for nothing, so its sign-in confirms no grave act.
    confirmedAt: issuer ? null : clock(),
    linkedIdentityId: issuer?.linkedIdentityId ?? null,
    issuerSessionId: issuer?.issuerSessionId ?? null,
    sealedIdToken: issuer?.sealedIdToken ?? null,
  };
}

function mailedCodes({ secrets, sendCode }: Pick<Parts, "secrets" | "sendCode">) {
  return emailOTP({
    disableSignUp: true,
    generateOTP: () => currentCall().longCode ?? undefined,
    otpLength: CODE_DIGITS,
    expiresIn: CODE_LIFETIME_MINUTES * 60,
    allowedAttempts: GUESSES_PER_CODE,
    // The hash includes the email, so equal codes of two people have different hashes.
    storeOTP: { hash: async (code) => secrets.hash("sign-in code", currentCall().email ?? "", code) },
    sendVerificationOTP: ({ email, otp, type }) =>
      sendCode({
        email: ownEmail(email),
        code: otp,
        purpose: type === "forget-password" ? "reset-password" : "verify-email",
      }),
  });
}

function signedTokens(origin: string) {
  return jwt({
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
  });
}

/** A code works only for the browser that requested it, so no other request can replace or void it. */
async function hashCodeHolder(secrets: Secrets, holder: string): Promise<string> {
  const { email = "", requester = "", longCode } = currentCall();
  // A long code has been read in the mail. It is found by itself, so guesses at it use nothing up.
  return longCode
    ? secrets.hash("sign-in code's holder", email, "long", longCode)
    : secrets.hash("sign-in code's holder", holder, requester);
}

function libraryLogger({ database, log }: Pick<Parts, "database" | "log">) {
  return {
    level: "warn" as const,
    log: (level: string, message: string, ...details: unknown[]) => {
      const err = details.find((detail) => detail instanceof Error);
      // The line of the request reports a database that failed.
      const isOurs = level === "error" && !hasFailed();
      if (isOurs) database.logFailure(err, "error", `Sign-in: ${message}`);
      else log.debug({ err }, `Sign-in: ${message}`);
    },
  };
}

async function afterSignIn(
  db: Db,
  userId: string,
  { at, timeZone }: { at: Date; timeZone: string | undefined },
): Promise<void> {
  // A browser may know a zone that this machine does not. That refuses no sign-in.
  const zone = timeZone !== undefined && isNamedTimeZone(timeZone) ? timeZone : null;
  await db.execute(
    sql`select counterpart_note_sign_in(${userId}, ${at.toISOString()}::timestamptz, ${zone}::text)`,
  );
  const expired = lt(authSessions.expiresAt, new Date());
  await db.delete(authSessions).where(and(eq(authSessions.userId, userId), expired));
}
