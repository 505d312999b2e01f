import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { authAccounts, authSessions, authUsers, passkeys, secondFactors } from "../schema/identity.ts";
import { hashPassword, isFormerHash } from "./hash-password.ts";

/** The row of a person's password. */
export const isPasswordOf = (authUserId: string | typeof authUsers.id) =>
  and(eq(authAccounts.userId, authUserId), eq(authAccounts.providerId, "credential"));

const CONFLICT = new AppError(
  "unauthenticated",
  "How you sign in has just been changed. Please sign in again.",
  { reason: "sign-in-changed" },
);

/** What someone may sign in with to the account of an email, as one text that another password or factor changes. */
export async function readCredentials(db: Pick<DbOrTx, "select">, email: string): Promise<string> {
  const rows = await db
    .select({
      // Hashing the same password again leaves its time as it is.
      password: sql`(select ${authAccounts.updatedAt} from ${authAccounts} where ${isPasswordOf(authUsers.id)})`,
      app: sql`(select ${secondFactors.createdAt} from ${secondFactors} where ${secondFactors.userId} = ${authUsers.id})`,
      passkeys: sql`array(select ${passkeys.passkeyId} from ${passkeys} where ${passkeys.userId} = ${authUsers.id} order by 1)`,
      requiredIssuer: sql`counterpart_required_issuer(${authUsers.id})`,
    })
    .from(authUsers)
    .where(eq(authUsers.email, sql`lower(${email})`));
  return JSON.stringify(rows);
}

/** Hashes a right password again if it was hashed with less work than passwords are now. */
export async function renewHash(
  { database: { db } }: Pick<Deps, "database">,
  email: string,
  password: string,
): Promise<void> {
  const [session] = await db
    .select({ id: authUsers.id, hash: authAccounts.password })
    .from(authUsers)
    .innerJoin(authAccounts, isPasswordOf(authUsers.id))
    .where(eq(authUsers.email, sql`lower(${email})`));
  if (!session?.hash || !isFormerHash(session.hash)) return;
  await db
    .update(authAccounts)
    .set({ password: await hashPassword(password) })
    .where(and(isPasswordOf(session.id), eq(authAccounts.password, session.hash)));
}

/**
 * Ends a new session whose password or factor was changed while it was checked, which takes a tenth of a second: the
 * change ended all earlier sessions only. Throws AppError "unauthenticated" then.
 */
export async function confirmSignIn(
  { database: { db }, secrets }: Pick<Deps, "database" | "secrets">,
  email: string,
  { before, token }: { before: string; token: string },
): Promise<void> {
  if ((await readCredentials(db, email)) === before) return;
  await db.delete(authSessions).where(eq(authSessions.token, secrets.hash("session", token)));
  throw CONFLICT;
}

/**
 * Prevents sign-ins to an account until the transaction ends: a new session refers to this row, and confirmSignIn
 * sees the change. Take it before all other locks, also that of the caller's session: of two browsers that end each
 * other's sessions, the second waits here.
 */
export async function lockSignIns(tx: Tx, authUserId: string): Promise<void> {
  await tx.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.id, authUserId)).for("update");
}

/** lockSignIns for several people, in one order for every caller. */
export async function lockSignInsOf(tx: Tx, people: readonly Id[]): Promise<void> {
  const theirs = tx
    .select({ id: userProfiles.authUserId })
    .from(userProfiles)
    .where(isAnyOf(userProfiles.userProfileId, people));
  await tx
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(inArray(authUsers.id, theirs))
    .orderBy(authUsers.id)
    .for("update");
}

/** Signs a person out everywhere. Their open streams end at once (rls/session-trigger.ts). */
export async function endSessions(tx: Tx, userProfileId: Id): Promise<void> {
  const signIns = tx
    .select({ id: userProfiles.authUserId })
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId));
  await tx.delete(authSessions).where(inArray(authSessions.userId, signIns));
}

/** Ends a person's sessions that a removed factor made, except the current one. */
export async function endSessionsMadeWith(
  tx: Tx,
  factor: string,
  { authUserId, sessionId }: { authUserId: string; sessionId: string },
): Promise<void> {
  const { userId, madeWith, id } = authSessions;
  await tx.delete(authSessions).where(and(eq(userId, authUserId), eq(madeWith, factor), ne(id, sessionId)));
}

/** Ends all other sessions of a person. Returns how many have ended. */
export async function endOtherSessions(
  tx: Tx,
  { authUserId, sessionId }: { authUserId: string; sessionId: string },
): Promise<number> {
  const others = and(eq(authSessions.userId, authUserId), ne(authSessions.id, sessionId));
  return (await tx.delete(authSessions).where(others).returning({ id: authSessions.id })).length;
}
