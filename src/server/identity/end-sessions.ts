import { eq, inArray } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { userProfiles } from "../account/tables.ts";
import type { Tx } from "../db/database.ts";
import { authSessions } from "./tables.ts";

/** Signs a person out everywhere. Their open streams end with the next event or heartbeat. */
export async function endSessions(tx: Tx, userProfileId: Id): Promise<void> {
  const signIns = tx
    .select({ id: userProfiles.authUserId })
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId));
  await tx.delete(authSessions).where(inArray(authSessions.userId, signIns));
}
