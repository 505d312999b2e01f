import { generateId } from "@better-auth/core/utils/id";
import { and, eq, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { authAccounts, authUsers } from "../schema/identity.ts";
import { hashPassword } from "./hash-password.ts";

/**
 * Adds several sign-ins and returns their ids. Hashes passwords in parallel, because each takes a tenth of a second
 * by design.
 */
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

/** Those of these emails (in lower case) with which somebody signs in. */
export async function findSignInEmails(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const email = sql<string>`lower(${authUsers.email})`;
  const rows = await tx
    .select({ email })
    .from(authUsers)
    .where(sql`${email} = any(${sql.param(emails)}::text[])`);
  return new Set(rows.map((row) => row.email));
}

/**
 * Adds a sign-in. With a null password the person sets their first one with a mailed code. An existing sign-in keeps
 * its password, which its owner may have changed.
 */
async function addSignIn(
  tx: Tx,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string | null },
): Promise<Id> {
  const authUserId = await ensureUser(tx, email.toLowerCase(), name);
  if (passwordHash === null) return authUserId;
  const credential = and(eq(authAccounts.userId, authUserId), eq(authAccounts.providerId, "credential"));
  const [kept] = await tx.select({ id: authAccounts.id }).from(authAccounts).where(credential);
  if (kept) return authUserId;
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
  const [kept] = await tx.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, email));
  if (!kept) throw new Error("A sign-in was removed while it was being made.");
  return kept.id;
}
