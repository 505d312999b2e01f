import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { defineJob } from "../jobs/job.ts";
import { authAccounts, authSessions } from "../schema/identity.ts";
import { withScope } from "../wall/scoped-db.ts";
import { tellNewBrowsers, tellNewPassword } from "./tell-account.ts";

/** The sign-in itself tells within this time, unless its process has ended. */
const TOLD_WITHIN_MS = 30_000;

/** Tells people of sign-ins and new passwords whose process ended before it told them. */
export const tellUntold = defineJob({
  name: "tell-untold-sign-ins",
  payload: z.strictObject({}),
  everySeconds: 60,
  async run(deps) {
    const { db } = withScope(deps, { role: "portal" });
    const before = new Date(deps.clock().getTime() - TOLD_WITHIN_MS);
    const sessions = await db
      .selectDistinct({ userId: authSessions.userId })
      .from(authSessions)
      .where(and(eq(authSessions.isUntold, true), lt(authSessions.createdAt, before)));
    const accounts = await db
      .selectDistinct({ userId: authAccounts.userId })
      .from(authAccounts)
      .where(and(eq(authAccounts.isUntold, true), lt(authAccounts.updatedAt, before)));
    for (const { userId } of sessions) await tellNewBrowsers(deps, userId);
    for (const { userId } of accounts) await tellNewPassword(deps, userId);
  },
});
