import { and, eq, lt, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { ComposedMail, Deps, MailBrand } from "../deps.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { authAccounts, authSessions, authUsers } from "../schema/identity.ts";
import { isPasswordOf, lockSignIns } from "./confirm-sign-in.ts";
import { nameBrowser } from "./known-devices.ts";
import { composeNewBrowser, composePasswordChanged } from "./sign-in-mails.ts";

/** An account that someone tries to enter, as it is before that. */
export type Account = { authUserId: string; subjectId: Id; email: string; hasSignedIn: boolean };

/** The account of an email; null if there is none. */
export async function findAccount(deps: Deps, email: string): Promise<Account | null> {
  const asPortal = withScope(deps, { role: "portal" });
  const [found] = await ownersOf(asPortal.db).where(eq(authUsers.email, sql`lower(${email})`));
  return found ? present(found) : null;
}

const NO_ACCOUNT = "no-account";

export type FailedSignIn = "sign-in.fail" | "sign-in.fail-code" | "sign-in.fail-passkey";

/** Records a refused attempt, also without an account, so that the answer's time reveals none. */
export async function recordFailure(
  deps: Deps,
  action: FailedSignIn,
  account: Account | null,
  userAgent: string | undefined,
): Promise<void> {
  const subjectId = account?.subjectId ?? NO_ACCOUNT;
  const details = { browser: nameBrowser(userAgent ?? null) };
  await change(withScope(deps, { role: "portal" }), PORTAL, ({ record }) =>
    record({ action, subjectId, details }),
  );
}

/**
 * Mails the account's owner about sign-ins in unknown browsers. The session's mark is cleared in the same
 * transaction, so each is reported once, even if the process ends after the sign-in.
 */
export async function notifyNewBrowsers(deps: Deps, authUserId: string): Promise<void> {
  await change(withScope(deps, { role: "portal" }), PORTAL, async (changing) => {
    const pending = await changing.tx
      .update(authSessions)
      .set({ isNoticeDue: false })
      .where(and(eq(authSessions.userId, authUserId), eq(authSessions.isNoticeDue, true)))
      .returning({ userAgent: authSessions.userAgent, at: authSessions.createdAt });
    for (const { userAgent, at } of pending) {
      const browser = nameBrowser(userAgent);
      await notifyOwner(deps, changing, authUserId, {
        action: "sign-in.new-browser",
        details: { browser },
        compose: (brand, publicUrl) => composeNewBrowser(brand, publicUrl, { browser, at }),
      });
    }
  });
}

/** Mails the owner about a password chosen by code, once like notifyNewBrowsers, and ends earlier sessions. */
export async function notifyNewPassword(deps: Deps, authUserId: string): Promise<void> {
  const lockFirst = (tx: Tx) => lockSignIns(tx, authUserId);
  const run = async (changing: Change) => {
    const { tx } = changing;
    const pending = await tx
      .update(authAccounts)
      .set({ isNoticeDue: false })
      .where(and(isPasswordOf(authUserId), eq(authAccounts.isNoticeDue, true)))
      .returning({ at: authAccounts.updatedAt });
    for (const { at } of pending) {
      const isOld = and(eq(authSessions.userId, authUserId), lt(authSessions.createdAt, at));
      await tx.delete(authSessions).where(isOld);
      await notifyOwner(deps, changing, authUserId, {
        action: "password.reset",
        details: {},
        compose: (brand, publicUrl) => composePasswordChanged(brand, publicUrl, at),
      });
    }
  };
  await change(withScope(deps, { role: "portal" }), PORTAL, run, { lockFirst });
}

type Notice = Pick<Parameters<Change["record"]>[0], "action" | "details"> & {
  compose: (brand: MailBrand, publicUrl: string) => ComposedMail;
};

/** Records a change of a sign-in and mails its owner, in the same transaction. */
export async function notifyOwner(
  deps: Deps,
  { tx, record }: Pick<Change, "tx" | "record">,
  authUserId: string,
  { action, details, compose }: Notice,
): Promise<void> {
  const { subjectId, email } = await readOwner(tx, authUserId);
  await record({ action, subjectId, details });
  const mail = compose(deps.settings.now(), deps.env.publicUrl);
  await queueMail(tx, deps, { to: email, about: { subjectId, organizationId: null }, ...mail }, null);
}

/** Throws AppError "unauthenticated" if the account has been removed. */
export async function readOwner(reader: Pick<DbOrTx, "select">, authUserId: string): Promise<Account> {
  const [found] = await ownersOf(reader).where(eq(authUsers.id, authUserId));
  if (!found) throw new AppError("unauthenticated", "Your sign-in has just ended. Nothing was changed.");
  return present(found);
}

function ownersOf(reader: Pick<DbOrTx, "select">) {
  return reader
    .select({
      authUserId: authUsers.id,
      email: authUsers.email,
      userProfileId: userProfiles.userProfileId,
      signedInAt: userProfiles.lastSignedInAt,
    })
    .from(authUsers)
    .leftJoin(userProfiles, eq(userProfiles.authUserId, authUsers.id));
}

type OwnerRow = { authUserId: string; email: string; userProfileId: Id | null; signedInAt: Date | null };

function present({ userProfileId, signedInAt, ...user }: OwnerRow): Account {
  return { ...user, subjectId: userProfileId ?? user.authUserId, hasSignedIn: signedInAt !== null };
}
