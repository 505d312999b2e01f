import { and, eq, inArray, ne } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { userProfiles } from "../schema/account.ts";
import { authSessions } from "../schema/identity.ts";

/** Signs a person out everywhere. Their open streams end with the next event or heartbeat. */
export async function endSessions(tx: Tx, userProfileId: Id): Promise<void> {
  const signIns = tx
    .select({ id: userProfiles.authUserId })
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId));
  await tx.delete(authSessions).where(inArray(authSessions.userId, signIns));
}

/** Signs a person out where they came in with a factor that they have removed, but not where they did so. */
export async function endSessionsMadeWith(
  tx: Tx,
  factor: string,
  { authUserId, sessionId }: { authUserId: string; sessionId: string },
): Promise<void> {
  const { userId, madeWith, id } = authSessions;
  await tx.delete(authSessions).where(and(eq(userId, authUserId), eq(madeWith, factor), ne(id, sessionId)));
}

/** Signs a person out everywhere but where they ask for it. Returns how many sessions have ended. */
export async function endOtherSessions(
  tx: Tx,
  { authUserId, sessionId }: { authUserId: string; sessionId: string },
): Promise<number> {
  const others = and(eq(authSessions.userId, authUserId), ne(authSessions.id, sessionId));
  return (await tx.delete(authSessions).where(others).returning({ id: authSessions.id })).length;
}
