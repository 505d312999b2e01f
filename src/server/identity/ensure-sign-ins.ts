import { generateId } from "@better-auth/core/utils/id";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { insertMany } from "../db/insert-many.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { userProfiles } from "../schema/account.ts";
import { authUsers } from "../schema/identity.ts";

/**
 * The ids of the sign-ins with these emails, by email in lower case. Missing ones are added without a password, which
 * people set with a mailed code. Throws AppError "conflict" if a person with another email signs in with one of them.
 */
export async function ensureFreeSignIns(
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
  const message = `Somebody whose profile has another email signs in with ${email}. Nothing was imported. Please leave this person out.`;
  throw new AppError("conflict", message, { reason: "sign-in-taken" });
}
