import { eq, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import { userProfiles } from "../account/tables.ts";
import type { Deps } from "../deps.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { withScope } from "../wall/scoped-db.ts";
import { nameBrowser } from "./name-browser.ts";
import { composeNewBrowser, composePasswordChanged } from "./sign-in-mails.ts";
import { authUsers } from "./tables.ts";

/** An account that somebody tries to enter, as it is before that. */
export type Account = { subjectId: Id; email: string; hasSignedIn: boolean };

/** The account of an email; null if there is none. */
export async function findAccount(deps: Deps, email: string): Promise<Account | null> {
  const [found] = await withScope(deps, { role: "portal" })
    .db.select({
      authUserId: authUsers.id,
      email: authUsers.email,
      userProfileId: userProfiles.userProfileId,
      signedInAt: userProfiles.lastSignedInAt,
    })
    .from(authUsers)
    .leftJoin(userProfiles, eq(userProfiles.authUserId, authUsers.id))
    .where(eq(authUsers.email, sql`lower(${email})`));
  if (!found) return null;
  const { authUserId, userProfileId, signedInAt } = found;
  return { subjectId: userProfileId ?? authUserId, email: found.email, hasSignedIn: signedInAt !== null };
}

const NO_ACCOUNT = "no-account";

/** Keeps that somebody tried a wrong password. Without an account too, so that the time of the answer reveals none. */
export function recordWrongPassword(deps: Deps, account: Account | null, userAgent: string | undefined) {
  return recordFailure(deps, "sign-in.fail", account, userAgent);
}

/** Keeps that somebody with the right password tried a wrong code. */
export function recordWrongCode(deps: Deps, account: Account | null, userAgent: string | undefined) {
  return recordFailure(deps, "sign-in.fail-code", account, userAgent);
}

/** Keeps that somebody tried a passkey that was removed, or a wrong signature of one. */
export function recordWrongPasskey(deps: Deps, account: Account | null, userAgent: string | undefined) {
  return recordFailure(deps, "sign-in.fail-passkey", account, userAgent);
}

async function recordFailure(
  deps: Deps,
  action: "sign-in.fail" | "sign-in.fail-code" | "sign-in.fail-passkey",
  account: Account | null,
  userAgent: string | undefined,
): Promise<void> {
  const subjectId = account?.subjectId ?? NO_ACCOUNT;
  const details = { browser: nameBrowser(userAgent ?? null) };
  await change(withScope(deps, { role: "portal" }), PORTAL, ({ record }) =>
    record({ action, subjectId, details }),
  );
}

/** Tells the owner of an account that a browser signed in which it did not know. The first one of all is their own. */
export async function tellNewBrowser(
  deps: Deps,
  { subjectId, email, hasSignedIn }: Account,
  userAgent: string | undefined,
): Promise<void> {
  if (!hasSignedIn) return;
  const browser = nameBrowser(userAgent ?? null);
  await change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, at, record }) => {
    await record({ action: "sign-in.new-browser", subjectId, details: { browser } });
    const mail = composeNewBrowser(deps.settings.now(), deps.env.publicUrl, { browser, at });
    await queueMail(tx, deps, { to: email, about: { subjectId, organizationId: null }, ...mail }, null);
  });
}

/** Tells the owner of an account that somebody chose a new password with a mailed code. */
export async function tellNewPassword(deps: Deps, { subjectId, email }: Account): Promise<void> {
  await change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, at, record }) => {
    await record({ action: "password.reset", subjectId, details: {} });
    const mail = composePasswordChanged(deps.settings.now(), deps.env.publicUrl, at);
    await queueMail(tx, deps, { to: email, about: { subjectId, organizationId: null }, ...mail }, null);
  });
}
