import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/account.ts";
import { EMAIL_IS_TAKEN } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone } from "../access/gates.ts";
import { type Actor, actorOn } from "../access-records/access-event.ts";
import { recordOfPerson } from "../access-records/record-access.ts";
import { findProfile } from "../account/queries.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { limitsOfNetworks, spendAttempt } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { authUsers } from "../schema/identity.ts";
import { emailChanges } from "../schema/people.ts";
import { hashEmailToken } from "./change-email.ts";
import { publishPerson } from "./correct-name.ts";
import { composeOldEmail } from "./email-change-mail.ts";
import { isEmailOfAnother, isSameEmail, lockPerson, type ProfileRow } from "./queries.ts";

type Confirmed = z.input<(typeof calls.confirmEmail)["reply"]>;

const CONFIRMED_AN_HOUR = 100;

/**
 * Gives a person the email whose owner presses the mailed link. A visitor may change no one, so the portal itself does.
 * The same link again answers alike.
 */
export async function confirmEmail(
  deps: Deps,
  caller: Anyone,
  { token }: z.output<typeof calls.confirmEmail.body>,
  { ipAddress }: Origin,
): Promise<Confirmed> {
  const limit = { key: "confirm email", max: CONFIRMED_AN_HOUR, windowSeconds: 3600 };
  const confirm = async (opened: Change): Promise<Confirmed> => {
    const { tx, at, record } = opened;
    const tokenHash = hashEmailToken(deps, token);
    const [request] = await tx
      .select()
      .from(emailChanges)
      .where(eq(emailChanges.tokenHash, tokenHash))
      .for("update");
    if (!request) {
      const message =
        "This link does not work, or not any more. If you have a newer mail from us, use its link.";
      throw new AppError("not-found", message);
    }
    const { userProfileId, newEmail: email } = request;
    if (request.confirmedAt !== null) return { email };
    if (request.expiresAt <= at) {
      const message = "This link has expired, and your email is as before. Please ask us for a new link.";
      throw new AppError("conflict", message, { reason: "expired" });
    }
    const person = await lockPerson(tx, userProfileId);
    if ((await isEmailOfAnother(tx, email, userProfileId)) || (await isSignInOfAnother(tx, email, person))) {
      throw new AppError("conflict", EMAIL_IS_TAKEN, { reason: "email-taken" });
    }
    await tx.update(userProfiles).set({ email }).where(eq(userProfiles.userProfileId, userProfileId));
    if (person.authUserId !== null) {
      await tx
        .update(authUsers)
        .set({ email: email.toLowerCase(), emailVerified: true })
        .where(eq(authUsers.id, person.authUserId));
    }
    await tx
      .update(emailChanges)
      .set({ confirmedAt: at })
      .where(eq(emailChanges.userProfileId, userProfileId));
    await record({ action: "person.confirm-email", subjectId: userProfileId, details: {} });
    await notifyOldEmail(tx, deps, person);
    await publishPerson(tx, deps, userProfileId);
    const actor = await requesterOf(tx, request);
    await recordOfPerson(opened, deps, person, { kind: "change-email", newEmail: email, actor });
    return { email };
  };
  return change(withScope(deps, { role: "portal" }), caller, confirm, {
    prepare: () => spendAttempt(deps, limitsOfNetworks(ipAddress, limit)),
  });
}

/** The owner who requested the change: anyone who presses the link only shows that they read the new mailbox. */
async function requesterOf(
  tx: Tx,
  { userProfileId, requestedByUserProfileId }: typeof emailChanges.$inferSelect,
): Promise<Actor> {
  const requester = requestedByUserProfileId && (await findProfile(tx, requestedByUserProfileId));
  if (!requester) return { userProfileId: null, name: null, email: null, side: "company" };
  return actorOn({ ...requester, name: displayName(requester) }, userProfileId);
}

async function isSignInOfAnother(tx: Tx, email: string, { authUserId }: ProfileRow): Promise<boolean> {
  const signIns = await tx
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(isSameEmail(authUsers.email, email));
  return signIns.some(({ id }) => id !== authUserId);
}

/** Anyone who reads the old mailbox learns of the change, and not of the new address. */
async function notifyOldEmail(tx: Tx, deps: Deps, { email, userProfileId }: ProfileRow): Promise<void> {
  const mail = composeOldEmail(deps.settings.now());
  const about = { subjectId: userProfileId, organizationId: null };
  await queueMail(tx, deps, { to: email, about, ...mail }, null);
}
