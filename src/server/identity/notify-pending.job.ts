import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { attemptEach } from "../jobs/attempt-each.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { authAccounts, authSessions } from "../schema/identity.ts";
import { notifyNewBrowsers, notifyNewPassword } from "./notify-account.ts";

/** The sign-in itself notifies within this time, unless its process has ended. */
const NOTIFY_WITHIN_MS = 30_000;

/** Notifies people of sign-ins and new passwords whose process ended before it did. */
export const notifyPending = defineJob({
  // Stored with queued jobs, so it stays.
  name: "tell-untold-sign-ins",
  payload: z.strictObject({}),
  everySeconds: 60,
  async run(deps) {
    const { db } = withScope(deps, { role: "portal" });
    const before = new Date(deps.clock().getTime() - NOTIFY_WITHIN_MS);
    const sessions = await db
      .selectDistinct({ id: authSessions.userId })
      .from(authSessions)
      .where(and(eq(authSessions.isNoticeDue, true), lt(authSessions.createdAt, before)));
    const accounts = await db
      .selectDistinct({ id: authAccounts.userId })
      .from(authAccounts)
      .where(and(eq(authAccounts.isNoticeDue, true), lt(authAccounts.updatedAt, before)));
    const notices = [
      ...sessions.map(({ id }) => ({ id, notify: notifyNewBrowsers })),
      ...accounts.map(({ id }) => ({ id, notify: notifyNewPassword })),
    ];
    await attemptEach(deps, notices, ({ id, notify }) => notify(deps, id));
  },
});
