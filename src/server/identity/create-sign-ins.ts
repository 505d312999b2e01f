import { generateId } from "@better-auth/core/utils/id";
import { and, eq, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { insertMany, isAnyOf } from "../db/many-rows.ts";
import { userProfiles } from "../schema/account.ts";
import { authAccounts, authUsers } from "../schema/identity.ts";
import { hashPassword } from "./hash-password.ts";

/** Adds several sign-ins and returns their ids. Hashes in parallel: each takes a tenth of a second by design. */
export async function createSignIns(
  tx: Tx,
  signIns: readonly { email: string; name: string; password: string | null }[],
): Promise<Id[]> {
  const hashes = await Promise.all(
    signIns.map(({ password }) => Promise.resolve(password === null ? null : hashPassword(password))),
  );
  const ids: Id[] = [];
  for (const [at, { email, name }] of signIns.entries()) {
    ids.push(await addSignIn(tx, { email, name, passwordHash: hashes[at] ?? null }));
  }
  return ids;
}

/** Those of these emails (in lower case) with which someone signs in. */
export async function findSignInEmails(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const email = sql<string>`lower(${authUsers.email})`;
  const rows = await tx
    .select({ email })
    .from(authUsers)
    .where(sql`${email} = any(${sql.param(emails)}::text[])`);
  return new Set(rows.map((row) => row.email));
}

/** Adds a sign-in; without a password the person sets one with a mailed code. An existing one is not changed. */
async function addSignIn(
  tx: Tx,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string | null },
): Promise<Id> {
  const authUserId = await ensureUser(tx, email.toLowerCase(), name);
  if (passwordHash === null) return authUserId;
  const credential = and(eq(authAccounts.userId, authUserId), eq(authAccounts.providerId, "credential"));
  const [existing] = await tx.select({ id: authAccounts.id }).from(authAccounts).where(credential);
  if (existing) return authUserId;
  await tx.insert(authAccounts).values({
    id: generateId(),
    accountId: authUserId,
    providerId: "credential",
    userId: authUserId,
    password: passwordHash,
  });
  return authUserId;
}

async function ensureUser(tx: Tx, email: string, name: string): Promise<Id> {
  const user = { id: generateId(), name, email, emailVerified: true };
  const [made] = await tx
    .insert(authUsers)
    .values(user)
    .onConflictDoNothing({ target: authUsers.email })
    .returning({ id: authUsers.id });
  if (made) return made.id;
  const [existing] = await tx.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, email));
  if (!existing) throw new Error("A sign-in was removed while it was being made.");
  return existing.id;
}

/**
 * The ids of the sign-ins with these emails, by email in lower case. Missing ones are added without a password.
 * Throws AppError "conflict" if one is claimed: a person whose profile has another email signs in with it.
 */
export async function ensureUnclaimedSignIns(
  tx: Tx,
  people: readonly { email: string; name: string }[],
): Promise<Map<string, Id>> {
  const rows = people.map((one) => ({ id: generateId(), ...one, emailVerified: true }));
  await insertMany(tx, authUsers, rows, { skipsKnown: true });
  const emails = people.map(({ email }) => email);
  const { id, email } = authUsers;
  const signIns = await tx.select({ id, email }).from(authUsers).where(isAnyOf(email, emails));
  await refuseTaken(tx, signIns);
  return new Map(signIns.map((row) => [row.email, row.id]));
}

async function refuseTaken(tx: Tx, signIns: readonly { id: Id; email: string }[]): Promise<void> {
  const ids = signIns.map(({ id }) => id);
  const [taken] = await tx
    .select({ id: userProfiles.authUserId })
    .from(userProfiles)
    .where(isAnyOf(userProfiles.authUserId, ids))
    .limit(1);
  if (!taken) return;
  const email = signIns.find(({ id }) => id === taken.id)?.email;
  const message = `A person whose profile has another email signs in with ${email}. Nothing was imported. Please leave this person out.`;
  throw conflict("sign-in-taken", message);
}
