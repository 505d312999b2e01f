import { generateId } from "@better-auth/core/utils/id";
import { hashPassword } from "better-auth/crypto";
import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Identity } from "./identity.ts";
import { authAccounts, authUsers } from "./tables.ts";

export const createSignIn: Identity["createSignIn"] = async (tx, { email, password, name }) =>
  addSignIn(tx, { email, name, passwordHash: await hashPassword(password) });

/** Hashes on all processors at once; each of these takes a tenth of a second by design. */
export async function hashPasswords(passwords: readonly string[]): Promise<string[]> {
  return Promise.all(passwords.map((password) => hashPassword(password)));
}

/**
 * Adds a sign-in; with null as its password the person sets the first one themselves, by mailed code.
 * Somebody who has a sign-in keeps their password: it may be another one by now, of their own choice.
 */
export async function addSignIn(
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
