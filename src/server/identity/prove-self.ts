import { and, eq } from "drizzle-orm";
import { CONFIRMATION_MINUTES } from "#contract/confirmed-calls.ts";
import { PasskeyAssertion } from "#domain/account/passkey.ts";
import { FactorCode } from "#domain/account/sign-in.ts";
import type { SignedIn } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, type RateLimit, refundAttempt } from "../http/rate-limit.ts";
import { withScope } from "../rls/scoped-db.ts";
import { authAccounts, authSessions } from "../schema/identity.ts";
import { isPasswordOf } from "./confirm-sign-in.ts";
import { verifyPassword } from "./hash-password.ts";
import { findIssuerOfSession, readIssuerProof } from "./issuer-session.ts";
import { readOwner, recordFailure } from "./notify-account.ts";
import {
  consumeCode,
  type Factors,
  findFactors,
  limitWrongCodes,
  limitWrongProofs,
} from "./require-factor.ts";
import { verifyAssertion, WRONG_PASSKEY } from "./verify-passkey.ts";

/** Who re-authenticates, and in which session. */
export type Self = Pick<SignedIn, "authUserId" | "sessionId" | "limitedTo">;

export type Way = "code" | "password" | "passkey" | "single-sign-on";

/** How someone re-authenticated. A passkey's signature counts once `consume` has used it up. */
export type SelfProof = { way: Way; consume(tx: Pick<Tx, "insert" | "delete" | "update">): Promise<void> };

const DEMANDS: Record<Way, string> = {
  code: "Please enter a code from your authenticator app again.",
  password: "Please enter your password again.",
  passkey: "Please use your passkey again.",
  "single-sign-on": "Please sign in again with your single sign-on.",
};

/**
 * Throws AppError "forbidden" unless this is an unused code of the person, a signature of their passkey or, without a
 * second factor, their password. `deps` are the portal's, `noChange` ends the message,
 * `minutes`: how long the caller is not asked again.
 */
export async function reauthenticate(
  deps: Deps,
  self: Self,
  proof: string | null,
  noChange = "Nothing was changed.",
  minutes = 0,
): Promise<SelfProof> {
  const { authUserId } = self;
  const factors = await findFactors(deps.db, authUserId);
  if (proof === null) {
    const way = await findWay(deps, authUserId, factors);
    if (way === null) throw noPassword(noChange);
    throw demand(way, noChange, { hasPasskey: factors.hasPasskey, minutes });
  }
  try {
    return await prove(deps, self, proof, factors, noChange);
  } catch (error) {
    if (error instanceof AppError) throw error;
    deps.log.error(error, "The step-up cannot be verified, so the call is refused");
    const message = `We couldn't check that it's you. ${noChange} Please try again later.`;
    throw new AppError("unavailable", message);
  }
}

/**
 * reauthenticate for what a session of an issuer also confirms by a fresh sign-in there. Not for a change of how the
 * person signs in: an issuer of one side would get hold of what opens the other.
 */
export async function reauthenticateInSession(
  deps: Deps,
  self: Self,
  proof: string | null,
  noChange = "Nothing was changed.",
  minutes = 0,
): Promise<SelfProof> {
  const { authUserId, sessionId } = self;
  const found = await findIssuerOfSession(deps.db, sessionId);
  if (found && proof === null) {
    const { name } = found.issuer;
    const factors = await findFactors(deps.db, authUserId);
    const otherWay = await findWay(deps, authUserId, factors);
    const { hasPasskey } = factors;
    throw demand("single-sign-on", noChange, { hasPasskey, minutes, name, otherWay });
  }
  const fresh = found && proof !== null ? readIssuerProof(deps, self, proof) : null;
  return fresh ?? reauthenticate(deps, self, proof, noChange, minutes);
}

type Shown = { hasPasskey: boolean; minutes: number; name?: string; otherWay?: Way | null };

/** `name`: of the issuer that the person signs in at again. `otherWay`: while the issuer doesn't answer; null for none. */
function demand(way: Way, noChange: string, { minutes, ...shown }: Shown): AppError {
  const details = { reason: "step-up", way, ...shown, ...(minutes > 0 && { minutes }) };
  return new AppError("forbidden", `${DEMANDS[way]} ${noChange}`, details);
}

/** Throws like reauthenticate, and consumes the proof. Call it before the transaction. */
export async function confirmSelf(deps: Deps, self: Self, proof: string | null): Promise<void> {
  const asPortal = withScope(deps, { role: "portal" });
  const { consume } = await reauthenticate(asPortal, self, proof);
  await consume(asPortal.db);
}

/**
 * Throws like reauthenticate, unless the person has signed in or confirmed in this session within
 * CONFIRMATION_MINUTES. A proof starts these minutes. They end with the session, and no other session has them. Call it before the transaction.
 */
export async function confirmRecently(deps: Deps, self: Self, proof: string | null): Promise<void> {
  const { authUserId, sessionId } = self;
  const asPortal = withScope(deps, { role: "portal" });
  const isOwn = and(eq(authSessions.id, sessionId), eq(authSessions.userId, authUserId));
  const [session] = await asPortal.db
    .select({ confirmedAt: authSessions.confirmedAt })
    .from(authSessions)
    .where(isOwn);
  if (isRecent(session?.confirmedAt ?? null, deps.clock())) return;
  const { consume } = await reauthenticateInSession(
    asPortal,
    self,
    proof,
    "Nothing was changed.",
    CONFIRMATION_MINUTES,
  );
  await consume(asPortal.db);
  await asPortal.db.update(authSessions).set({ confirmedAt: deps.clock() }).where(isOwn);
}

/** A clock that was set back makes no confirmation last longer. */
function isRecent(confirmedAt: Date | null, now: Date): boolean {
  if (confirmedAt === null) return false;
  const age = now.getTime() - confirmedAt.getTime();
  return age >= 0 && age < CONFIRMATION_MINUTES * 60_000;
}

function wayOf({ hasApp, hasPasskey }: Factors): Way {
  if (hasApp) return "code";
  return hasPasskey ? "passkey" : "password";
}

/** Null: the person has no factor, and no password, because only single sign-on has signed them in. */
async function findWay(deps: Deps, authUserId: string, factors: Factors): Promise<Way | null> {
  const way = wayOf(factors);
  return way === "password" && !(await findPassword(deps.db, authUserId))?.hash ? null : way;
}

function noPassword(noChange: string): AppError {
  return conflict(
    "no-password",
    `This needs a password, and you have none here yet, because you sign in with single sign-on. ${noChange} Please set one with “Forgot your password?” on the sign-in page.`,
  );
}

async function prove(
  deps: Deps,
  self: Self,
  proof: string,
  factors: Factors,
  noChange: string,
): Promise<SelfProof> {
  const { authUserId } = self;
  const assertion = factors.hasPasskey ? readAssertion(proof) : null;
  if (assertion) {
    const purpose = { of: "step-up", authUserId } as const;
    const { consume } = await limitWrongProofs(deps, authUserId, () =>
      verifyAssertion(deps, deps.db, purpose, assertion),
    );
    return { way: "passkey", consume };
  }
  const way = wayOf(factors);
  if (way === "passkey") throw WRONG_PASSKEY;
  if (way === "password") await provePassword(deps, self, proof, noChange);
  else await limitWrongCodes(deps, authUserId, () => consumeIfValid(deps, authUserId, proof));
  return { way, consume: async () => undefined };
}

async function consumeIfValid(deps: Deps, authUserId: string, proof: string): Promise<boolean> {
  const { data: code } = FactorCode.safeParse(proof);
  return code !== undefined && consumeCode(deps.db, deps, authUserId, code);
}

function readAssertion(proof: string): PasskeyAssertion | null {
  try {
    return PasskeyAssertion.safeParse(JSON.parse(proof)).data ?? null;
  } catch {
    return null;
  }
}

const WRONG_PASSWORDS = 10;
const WINDOW_SECONDS = 600;
/** As many as all unknown browsers together have at the sign-in page (sign-in-calls.ts). */
const WRONG_PASSWORDS_BY_ISSUERS = 100;

/**
 * Returns when the person's password was set, or throws AppError "invalid" if this is another one. Takes a tenth of a
 * second by design. `deps` are the portal's, `noChange` ends the message.
 */
export async function provePassword(
  deps: Deps,
  self: Self,
  password: string,
  noChange = "Nothing was changed.",
): Promise<Date> {
  const { authUserId, limitedTo } = self;
  // An issuer may name anyone, so passwords that are tried in its sessions are recorded as at the sign-in page.
  const account = limitedTo === null ? null : await readOwner(deps.db, authUserId);
  const limits = limitsOf(self);
  for (const limit of limits) await consumeAttempt(deps, [limit]);
  const found = await findPassword(deps.db, authUserId);
  if (!found?.hash) {
    await refundAttempt(deps, limits);
    throw noPassword(noChange);
  }
  if (!(await verifyPassword({ hash: found.hash, password }))) {
    if (account) await recordFailure(deps, "sign-in.fail", account, await readUserAgent(deps, self));
    const message = `This isn't your current password. ${noChange}`;
    throw new AppError("invalid", message, { reason: "wrong-password" });
  }
  await refundAttempt(deps, limits);
  return found.setAt;
}

/**
 * Of one side's issuers together, and of all issuers: they use up no attempts of the person, nor strangers at the sign-in
 * page those of an issuer's session.
 */
function limitsOf({ authUserId, limitedTo }: Self): RateLimit[] {
  const limit = { key: `own password ${authUserId}`, max: WRONG_PASSWORDS, windowSeconds: WINDOW_SECONDS };
  if (limitedTo === null) return [limit];
  const ofIssuers = { key: `${limit.key} by issuers`, max: WRONG_PASSWORDS_BY_ISSUERS, windowSeconds: 3600 };
  return [{ ...limit, key: `${limit.key} named by ${limitedTo}` }, ofIssuers];
}

async function readUserAgent({ db }: Deps, { sessionId }: Self): Promise<string | undefined> {
  const { userAgent, id } = authSessions;
  const [session] = await db.select({ userAgent }).from(authSessions).where(eq(id, sessionId));
  return session?.userAgent ?? undefined;
}

async function findPassword(reader: Pick<DbOrTx, "select">, authUserId: string) {
  const [found] = await reader
    .select({ hash: authAccounts.password, setAt: authAccounts.updatedAt })
    .from(authAccounts)
    .where(isPasswordOf(authUserId));
  return found ?? null;
}
