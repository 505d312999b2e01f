import { and, arrayContains, eq, lt, sql } from "drizzle-orm";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps, Secrets } from "../deps.ts";
import { consumeAttempt, refundAttempt } from "../http/rate-limit.ts";
import { authUsers, passkeys, secondFactors } from "../schema/identity.ts";
import { findTotpStep } from "./totp.ts";

type FactorDeps = Pick<Deps, "clock" | "secrets"> & { database: Pick<Deps["database"], "db"> };
type Writer = Pick<Tx, "update" | "select">;

/**
 * From all networks together. Anyone who gets this far has the password, so no one else can lock its owner out. The
 * sign-ins of an issuer, which may name anyone, have a limit of their own.
 */
const WRONG_CODES = 10;
const WINDOW_SECONDS = 3600;

export const FACTOR_NEEDED = new AppError(
  "forbidden",
  "Please enter the code of your authenticator app, or a backup code.",
  { reason: "second-factor" },
);
export const PASSKEY_NEEDED = new AppError(
  "forbidden",
  "Your password alone doesn't sign you in. Please use your passkey.",
  { reason: "passkey-needed" },
);
export const WRONG_FACTOR = new AppError(
  "forbidden",
  "This code is wrong, or was used before. Please enter the next one that your app shows.",
  { reason: "wrong-second-factor" },
);

const OWN_FIRST = "Please turn on your own two-step sign-in first, in your account.";

/** Anyone who requires a factor of others has one, so that no one locks themselves out. */
export const OWN_FACTOR_FIRST = new AppError("conflict", `${OWN_FIRST} Nothing was changed.`, {
  reason: "own-factor-first",
  field: "requiresFactor",
  message: OWN_FIRST,
});

/**
 * Throws AppError "forbidden" unless there is no second factor or this is an unused code of it. `side`: of the issuers
 * that named the person in place of their password: an organization, which may set up many, or the company.
 */
export async function requireFactor(
  deps: FactorDeps,
  authUserId: string,
  code: string | null,
  side: string | null = null,
): Promise<"none" | "code"> {
  const { db } = deps.database;
  const { hasApp, hasPasskey } = await findFactors(db, authUserId);
  if (!hasApp && !hasPasskey) return "none";
  if (!hasApp) throw PASSKEY_NEEDED;
  if (code === null) throw FACTOR_NEEDED;
  const name = side === null ? authUserId : `${authUserId} named by ${side}`;
  await limitWrongCodes(deps, name, () => consumeCode(db, deps, authUserId, code));
  return "code";
}

/** Counts a failed attempt. `isRight`: whether the code was right. */
export function limitWrongCodes(
  deps: FactorDeps,
  authUserId: string,
  isRight: () => Promise<boolean>,
): Promise<void> {
  return limitWrongProofs(deps, authUserId, async () => {
    if (!(await isRight())) throw WRONG_FACTOR;
  });
}

/** Counts a failed attempt: one whose `prove` throws. */
export async function limitWrongProofs<Proof>(
  deps: FactorDeps,
  authUserId: string,
  prove: () => Promise<Proof>,
): Promise<Proof> {
  const limit = { key: `second factor ${authUserId}`, max: WRONG_CODES, windowSeconds: WINDOW_SECONDS };
  await consumeAttempt(deps, [limit]);
  const proof = await prove();
  await refundAttempt(deps, [limit]);
  return proof;
}

/** An authenticator app and passkeys: each is a second factor. */
export type Factors = { hasApp: boolean; hasPasskey: boolean };

export async function findFactors(db: Pick<DbOrTx, "select">, authUserId: string): Promise<Factors> {
  const [found] = await db
    .select({
      hasApp: sql<boolean>`exists (select from ${secondFactors} where ${secondFactors.userId} = ${authUsers.id})`,
      hasPasskey: sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${authUsers.id})`,
    })
    .from(authUsers)
    .where(eq(authUsers.id, authUserId));
  return found ?? { hasApp: false, hasPasskey: false };
}

export async function hasFactor(db: Pick<DbOrTx, "select">, authUserId: string): Promise<boolean> {
  const { hasApp, hasPasskey } = await findFactors(db, authUserId);
  return hasApp || hasPasskey;
}

const LAST_FACTOR = new AppError(
  "conflict",
  "You must have two-step sign-in, and this passkey is your last second step. Please add another one first. Nothing was removed.",
  { reason: "last-factor" },
);

/** Throws AppError "conflict" if the person must have a factor and has none left. */
export async function refuseLastFactor(tx: Tx, authUserId: string): Promise<void> {
  const { rows } = await tx.execute<{ lacks: boolean }>(
    sql`select counterpart_lacks_factor(${authUserId}) as lacks`,
  );
  if (rows[0]?.lacks) throw LAST_FACTOR;
}

/** Uses a code up: of the same code twice at once, one is right. */
export async function consumeCode(
  db: Writer,
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  authUserId: string,
  code: string,
): Promise<boolean> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, authUserId));
  if (!factor) return false;
  const step = findTotpStep(secrets.open(factor.sealedSecret), code, clock());
  const used =
    step === null
      ? await consumeBackupCode(db, authUserId, hashBackupCode(secrets, authUserId, code))
      : await consumeStep(db, authUserId, step);
  return used.length > 0;
}

/** Each step of the clock counts once, and none before it any more. */
function consumeStep(db: Writer, authUserId: string, lastStep: number) {
  return db
    .update(secondFactors)
    .set({ lastStep })
    .where(and(eq(secondFactors.userId, authUserId), lt(secondFactors.lastStep, lastStep)))
    .returning({ userId: secondFactors.userId });
}

function consumeBackupCode(db: Writer, authUserId: string, hash: string) {
  return db
    .update(secondFactors)
    .set({ backupCodes: sql`array_remove(${secondFactors.backupCodes}, ${hash})` })
    .where(and(eq(secondFactors.userId, authUserId), arrayContains(secondFactors.backupCodes, [hash])))
    .returning({ userId: secondFactors.userId });
}

/** The stored form of a backup code. */
export function hashBackupCode(secrets: Secrets, authUserId: string, code: string): string {
  return secrets.hash("backup code", authUserId, code.replaceAll("-", ""));
}
