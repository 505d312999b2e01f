import { hashPassword, verifyPassword } from "better-auth/crypto";
import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/sessions.ts";
import { type Change, change } from "../access/change.ts";
import type { SignedIn } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { giveBackAttempt, spendAttempt } from "../http/rate-limit.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { withScope } from "../wall/scoped-db.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { composePasswordChanged } from "./sign-in-mails.ts";
import { authAccounts, authSessions, authUsers } from "./tables.ts";

const WRONG_PASSWORDS = 10;
const WINDOW_SECONDS = 600;

type Asked = z.output<typeof calls.changePassword.body>;

/** Gives the caller another password, ends their other sessions, and tells them by mail. */
export async function changePassword(deps: Deps, caller: SignedIn, asked: Asked): Promise<{ ended: number }> {
  const asPortal = withScope(deps, { role: "portal" });
  const { authUserId, sessionId, userProfileId } = caller;
  const work = async ({ tx, at, record }: Change, { before, after }: Hashes) => {
    const changed = await tx
      .update(authAccounts)
      .set({ password: after, updatedAt: at })
      .where(and(isPasswordOf(authUserId), eq(authAccounts.password, before)))
      .returning({ id: authAccounts.id });
    if (changed.length === 0) {
      throw new AppError("conflict", "Your password was changed elsewhere meanwhile. Please sign in again.");
    }
    const others = await tx
      .delete(authSessions)
      .where(and(eq(authSessions.userId, authUserId), ne(authSessions.id, sessionId)))
      .returning({ id: authSessions.id });
    const subjectId = userProfileId ?? authUserId;
    await record({ action: "password.change", subjectId, details: { ended: others.length } });
    const user = eq(authUsers.id, authUserId);
    for (const { email } of await tx.select({ email: authUsers.email }).from(authUsers).where(user)) {
      const mail = composePasswordChanged(deps.settings.now(), deps.env.publicUrl, at);
      await queueMail(tx, deps, { to: email, about: { subjectId, organizationId: null }, ...mail }, null);
    }
    return { ended: others.length };
  };
  return change(asPortal, caller, work, { prepare: () => hashBoth(asPortal, authUserId, asked) });
}

type Hashes = { before: string; after: string };

/** The stored hash of the right password, and that of the new one. Both take a tenth of a second by design. */
async function hashBoth(deps: Deps, authUserId: string, asked: Asked): Promise<Hashes> {
  refuseCommonPassword(asked.newPassword);
  const limit = { key: `change password ${authUserId}`, max: WRONG_PASSWORDS, windowSeconds: WINDOW_SECONDS };
  await spendAttempt(deps, [limit]);
  const before = await readPasswordHash(deps.db, authUserId);
  if (before === null || !(await verifyPassword({ hash: before, password: asked.currentPassword }))) {
    throw new AppError("invalid", "This is not your current password. Your password is as before.", {
      reason: "wrong-password",
    });
  }
  await giveBackAttempt(deps, [limit]);
  return { before, after: await hashPassword(asked.newPassword) };
}

const isPasswordOf = (authUserId: string) =>
  and(eq(authAccounts.userId, authUserId), eq(authAccounts.providerId, "credential"));

async function readPasswordHash(reader: Reader, authUserId: string): Promise<string | null> {
  const [found] = await reader
    .select({ password: authAccounts.password })
    .from(authAccounts)
    .where(isPasswordOf(authUserId));
  return found?.password ?? null;
}
