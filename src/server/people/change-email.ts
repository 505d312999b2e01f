import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type * as accountCalls from "#contract/account.ts";
import type * as calls from "#contract/admin/people.ts";
import { EMAIL_CHANGE_DAYS, EMAIL_IS_TAKEN, type ManagedPerson } from "#domain/account/managed-person.ts";
import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone, Owner } from "../access/gates.ts";
import { type Actor, actorOn } from "../access-records/access-event.ts";
import { recordOfPerson } from "../access-records/record-access.ts";
import { findProfile, isSameEmail } from "../account/queries.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { ComposedMail, Deps, MailBrand } from "../deps.ts";
import { consumeAttempt, limitsOfNetworks } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { addDays } from "../invitations/invite-person.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { authUsers } from "../schema/identity.ts";
import { emailChanges } from "../schema/people.ts";
import { publishPerson } from "./correct-name.ts";
import { isEmailOfAnother, lockPerson, type ProfileRow, readManagedPerson } from "./queries.ts";

const TOKEN_BYTES = 32;
const MAILS_AN_HOUR = 5;

/** Mails a link to a new email. The old one works until the link confirms it. */
export async function changeEmail(
  deps: Deps,
  owner: Owner,
  userProfileId: Id,
  { newEmail }: z.output<typeof calls.changeEmail.body>,
): Promise<ManagedPerson> {
  const limit = { key: `change email ${newEmail.toLowerCase()}`, max: MAILS_AN_HOUR, windowSeconds: 3600 };
  const prepare = () => consumeAttempt(deps, [limit]);
  return change(
    deps,
    owner,
    async (opened) => {
      const { tx, at, record } = opened;
      const person = await lockPerson(tx, userProfileId);
      if (person.email === newEmail) {
        throw conflict("same-email", "This is the person's email already.");
      }
      if (await isEmailOfAnother(tx, newEmail, userProfileId)) {
        throw conflict("email-taken", EMAIL_IS_TAKEN);
      }
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const expiresAt = addDays(at, EMAIL_CHANGE_DAYS);
      const tokenHash = hashEmailToken(deps, token);
      const requestedByUserProfileId = owner.userProfileId;
      const request = { newEmail, tokenHash, expiresAt, confirmedAt: null, requestedByUserProfileId };
      await tx
        .insert(emailChanges)
        .values({ userProfileId, ...request })
        .onConflictDoUpdate({ target: emailChanges.userProfileId, set: request });
      await record({ action: "person.ask-new-email", subjectId: userProfileId, details: {} });
      await mailConfirmation(tx, deps, person, { newEmail, token, expiresAt });
      await publishPerson(tx, deps, userProfileId);
      const managed = await readManagedPerson(tx, userProfileId, at);
      const actor = actorOn(owner, userProfileId);
      await recordOfPerson(opened, deps, person, { kind: "request-email", newEmail, actor });
      return managed;
    },
    { prepare },
  );
}

/** Withdraws a new email that no one has confirmed. */
export async function endEmailChange(deps: Deps, owner: Owner, userProfileId: Id): Promise<ManagedPerson> {
  return change(deps, owner, async ({ tx, at, record }) => {
    await lockPerson(tx, userProfileId);
    const ended = await tx
      .delete(emailChanges)
      .where(and(eq(emailChanges.userProfileId, userProfileId), isNull(emailChanges.confirmedAt)))
      .returning({ userProfileId: emailChanges.userProfileId });
    if (ended.length > 0) {
      await record({ action: "person.end-new-email", subjectId: userProfileId, details: {} });
      await publishPerson(tx, deps, userProfileId);
    }
    return readManagedPerson(tx, userProfileId, at);
  });
}

export function hashEmailToken({ secrets }: Pick<Deps, "secrets">, token: string): string {
  return secrets.hash("email change", token);
}

async function mailConfirmation(
  tx: Tx,
  deps: Deps,
  person: ProfileRow,
  change: { newEmail: string; token: string; expiresAt: Date },
): Promise<void> {
  const { email } = person;
  const request = { personName: displayName(person), email, ...change };
  const mail = composeEmailChange(deps.settings.now(), deps.env.publicUrl, request);
  const about = { subjectId: person.userProfileId, organizationId: null };
  await queueMail(tx, deps, { to: change.newEmail, about, ...mail, carriesCode: true }, null);
}

type EmailChange = { personName: string; email: string; newEmail: string; token: string; expiresAt: Date };

/** The mail to a new email, whose owner confirms it. */
export function composeEmailChange(
  brand: MailBrand,
  publicUrl: string,
  { personName, email, newEmail, token, expiresAt }: EmailChange,
): ComposedMail {
  const until = formatDateTime(expiresAt.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: `Confirm your new email at ${brand.companyName}`,
    heading: "Confirm your new email",
    paragraphs: [
      `${unlinkedName(personName)} signs in to ${brand.productName} with ${email}. This will change to ${newEmail}.`,
      `If that's you, please confirm by ${until}. Otherwise ignore this email and nothing changes.`,
    ],
    button: { label: "Confirm this email", href: `${publicUrl}/confirm-email#${token}` },
  });
}

/** The mail to the old email, which does not reveal the new one. */
export function composeOldEmail(brand: MailBrand): ComposedMail {
  return composeMail(brand, {
    subject: `Your sign-in at ${brand.companyName} has a new email`,
    heading: "Your sign-in has a new email",
    paragraphs: [
      `From now on you sign in to ${brand.productName} with your new email; this one no longer works.`,
      `If you didn't expect this, please tell ${brand.companyName} at once.`,
    ],
  });
}

type Confirmed = z.input<(typeof accountCalls.confirmEmail)["reply"]>;

const CONFIRMED_AN_HOUR = 100;

/** Sets the email of a pressed link. A visitor may change no one, so the portal acts. A repeated call answers alike. */
export async function confirmEmail(
  deps: Deps,
  caller: Anyone,
  { token }: z.output<typeof accountCalls.confirmEmail.body>,
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
        "This link doesn't work, or has expired. If you have a newer email from us, use its link.";
      throw new AppError("not-found", message);
    }
    const { userProfileId, newEmail: email } = request;
    if (request.confirmedAt !== null) return { email };
    if (request.expiresAt <= at) {
      const message = "This link has expired, and your email is as before. Please ask us for a new link.";
      throw conflict("expired", message);
    }
    const person = await lockPerson(tx, userProfileId);
    if ((await isEmailOfAnother(tx, email, userProfileId)) || (await isSignInOfAnother(tx, email, person))) {
      throw conflict("email-taken", EMAIL_IS_TAKEN);
    }
    // Rows that name an earlier email outlive the mails about its change. One that was only requested may be another's.
    const formerEmails = [...new Set([...person.formerEmails, person.email.toLowerCase()])];
    await tx
      .update(userProfiles)
      .set({ email, formerEmails })
      .where(eq(userProfiles.userProfileId, userProfileId));
    if (person.authUserId !== null) {
      await tx
        .update(authUsers)
        .set({ email: email.toLowerCase(), emailVerified: true })
        .where(eq(authUsers.id, person.authUserId));
    }
    const isChanged = eq(emailChanges.userProfileId, userProfileId);
    await tx.update(emailChanges).set({ confirmedAt: at }).where(isChanged);
    await record({ action: "person.confirm-email", subjectId: userProfileId, details: {} });
    await notifyOldEmail(tx, deps, person);
    await publishPerson(tx, deps, userProfileId);
    const actor = await requesterOf(tx, request);
    await recordOfPerson(opened, deps, person, { kind: "change-email", newEmail: email, actor });
    return { email };
  };
  return change(withScope(deps, { role: "portal" }), caller, confirm, {
    prepare: () => consumeAttempt(deps, limitsOfNetworks(ipAddress, limit)),
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
  const { id } = authUsers;
  const signIns = await tx.select({ id }).from(authUsers).where(isSameEmail(authUsers.email, email));
  return signIns.some((signIn) => signIn.id !== authUserId);
}

/** The old mailbox is notified of the change, without the new address. */
async function notifyOldEmail(tx: Tx, deps: Deps, { email, userProfileId }: ProfileRow): Promise<void> {
  const mail = composeOldEmail(deps.settings.now());
  const about = { subjectId: userProfileId, organizationId: null };
  await queueMail(tx, deps, { to: email, about, ...mail }, null);
}
