import { and, desc, eq, gt, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { lastName, personName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import { isSameEmail } from "../account/queries.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps, VerifiedIdentity } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { createSignIns } from "../identity/create-sign-ins.ts";
import { notifyOwner } from "../identity/notify-account.ts";
import { endOwnSessions, findRequiredIssuer } from "../identity/required-issuer.ts";
import { type InvitationRow, isTo } from "../invitations/queries.ts";
import { joinPerson, type Profile } from "../joining/join-person.ts";
import { withScope } from "../rls/scoped-db.ts";
import { isNotRemoved, userProfiles } from "../schema/account.ts";
import { authUsers, linkedIdentities } from "../schema/identity.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { composeLinkedIdentity } from "./issuer-mail.ts";
import { findIssuerRow, findLink, type IssuerRow } from "./queries.ts";

/** Whom an issuer named. Only `subject` identifies them once they are linked. */
export type Named = Pick<
  VerifiedIdentity,
  "subject" | "email" | "isEmailVerified" | "firstName" | "lastName"
>;

export type Admitted = { authUserId: string; linkedIdentityId: Id };

/** One sentence for every reason, so that it reveals no one else's account or invitation. */
export function notLinked({ name }: IssuerRow): AppError {
  const message =
    `${name} signed you in, but this portal doesn't know that account. Ask the people who work with you here to ` +
    `invite the email address that ${name} has for you. If you have an account here, sign in with your password or passkey.`;
  return new AppError("forbidden", message, { reason: "not-linked" });
}

/** Its issuer has a new subject for the email. It knew the email here before, so this reveals nothing to it. */
function otherLink({ name }: IssuerRow): AppError {
  const message =
    `${name} signed you in, but your account here is linked to another sign-in there. Sign in with your password or ` +
    "passkey, unlink it in your profile, and sign in with it again.";
  return new AppError("forbidden", message, { reason: "not-linked" });
}

function unverifiedEmail({ name }: IssuerRow): AppError {
  const message =
    `${name} doesn't say that your email address is verified, so it can't sign you in here for the first time. ` +
    "Ask the people who run it to verify your address.";
  return new AppError("forbidden", message, { reason: "unverified-email" });
}

/**
 * The account that an identity would open, whose second factor is asked for first; null: a new one. Throws AppError
 * "forbidden" for everyone whom admitIdentity refuses, so that an issuer neither learns of other accounts nor uses up
 * their attempts.
 */
export async function findAccountOf(
  reader: DbOrTx,
  issuer: IssuerRow,
  named: Named,
  at: Date,
): Promise<string | null> {
  const { link, person, email } = await requireRight(reader, issuer, named, { at, isLocking: false });
  const known = link?.userId ?? person?.authUserId;
  if (known) return known;
  const [user] = await reader
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.email, email.toLowerCase()));
  return user?.id ?? null;
}

/**
 * Links an identity that arrives for the first time, and lets an invited person in. Throws AppError "forbidden" for
 * anyone who has no right on the issuer's side. `expected`: the account whose second factor was asked for.
 */
export async function admitIdentity(
  deps: Deps,
  issuerId: Id,
  named: Named,
  { origin, expected }: { origin: Origin; expected: string | null },
): Promise<Admitted> {
  return change(withScope(deps, { role: "portal" }), PORTAL, async (opened) => {
    const { tx, at } = opened;
    const issuer = await findIssuerRow(tx, issuerId);
    const admission = await requireRight(tx, issuer, named, { at, isLocking: true });
    const { link, person, email, invitation } = admission;
    const known = person?.authUserId
      ? { ...person, authUserId: person.authUserId }
      : await addAccount(opened, { person, invitation, email, named });
    const { authUserId } = known;
    const hadAccount = expected !== null || link !== null || Boolean(person?.authUserId);
    if (hadAccount && expected !== authUserId) throw notLinked(issuer);
    const linkedIdentityId =
      link?.linkedIdentityId ?? (await addLink(opened, deps, issuer, { authUserId, named, email }));
    if (link) await noteUse(opened, linkedIdentityId);
    if (invitation)
      await joinPerson(opened, deps, {
        invitation: { ...invitation, needsCode: false },
        person: known,
        origin,
        tokenHash: invitation.tokenHash,
      });
    // A new colleague may have sessions here already.
    if (issuer.organizationId === null && invitation && (await findRequiredIssuer(tx)))
      await endOwnSessions(tx, [known.userProfileId]);
    return { authUserId, linkedIdentityId };
  });
}

type Reading = { at: Date; isLocking: boolean };

/** The person and their right on the issuer's side: a role, a membership or an open invitation. Throws without one. */
async function requireRight(reader: DbOrTx, issuer: IssuerRow, named: Named, reading: Reading) {
  const link = await findLink(reader, issuer.issuerId, named.subject);
  const isPerson = link
    ? eq(userProfiles.authUserId, link.userId)
    : isSameEmail(userProfiles.email, verifiedEmail(issuer, named));
  const person = await findPerson(reader, isPerson, reading);
  const email = person?.email ?? verifiedEmail(issuer, named);
  const isIn = person !== null && (await hasRight(reader, issuer, person));
  const invitation = isIn ? null : await findInvitationFor(reader, issuer, email, reading);
  if (!isIn && !invitation) throw notLinked(issuer);
  if (!link && (await hasOtherLink(reader, issuer, person))) throw otherLink(issuer);
  return { link, person, email, invitation };
}

async function hasOtherLink(
  reader: DbOrTx,
  { issuerId }: IssuerRow,
  person: Profile | null,
): Promise<boolean> {
  if (!person?.authUserId) return false;
  const isTheirs = eq(linkedIdentities.userId, person.authUserId);
  return (await reader.$count(linkedIdentities, and(eq(linkedIdentities.issuerId, issuerId), isTheirs))) > 0;
}

function verifiedEmail(issuer: IssuerRow, { email, isEmailVerified }: Named): string {
  if (email === null || !isEmailVerified) throw unverifiedEmail(issuer);
  return email;
}

async function findPerson(
  reader: DbOrTx,
  which: ReturnType<typeof eq>,
  { isLocking }: Reading,
): Promise<Profile | null> {
  const matching = reader
    .select()
    .from(userProfiles)
    .where(and(which, isNotRemoved(userProfiles)));
  const [profile] = await (isLocking ? matching.for("update") : matching);
  return profile ?? null;
}

/** Whether a person belongs to the side of the issuer: works for the company, or is a member of the organization. */
async function hasRight(
  reader: DbOrTx,
  { organizationId }: IssuerRow,
  { adminRole, userProfileId }: Profile,
): Promise<boolean> {
  if (organizationId === null) return adminRole !== null;
  const { organizationId: ofId, userId } = organizationPermissions;
  return (
    (await reader.$count(organizationPermissions, and(eq(ofId, organizationId), eq(userId, userProfileId)))) >
    0
  );
}

/** The newest open invitation of the email to the issuer's side. */
async function findInvitationFor(
  reader: DbOrTx,
  { organizationId }: IssuerRow,
  email: string,
  { at, isLocking }: Reading,
): Promise<InvitationRow | null> {
  const { expiresAt, sentAt } = invitations;
  const matching = reader
    .select()
    .from(invitations)
    .where(
      and(
        isTo(organizationId === null ? "company" : { organizationId }),
        isSameEmail(invitations.email, email),
        isPending(),
        gt(expiresAt, at),
      ),
    )
    .orderBy(desc(sentAt))
    .limit(1);
  const [invitation] = await (isLocking ? matching.for("update") : matching);
  return invitation ?? null;
}

type NewAccount = {
  person: Profile | null;
  invitation: InvitationRow | null;
  email: string;
  named: Named;
};

/** A sign-in without a password, and a profile unless there is one. */
async function addAccount(
  { tx, at }: Change,
  { person, invitation, email, named }: NewAccount,
): Promise<Profile & { authUserId: string }> {
  const first = personName().safeParse(named.firstName).data ?? invitation?.firstName ?? "";
  const last = lastName().safeParse(named.lastName).data ?? invitation?.lastName ?? "";
  const [authUserId = ""] = await createSignIns(tx, [
    { email, name: `${first} ${last}`.trim(), password: null },
  ]);
  if (person) {
    const { userProfileId } = person;
    await tx.update(userProfiles).set({ authUserId }).where(eq(userProfiles.userProfileId, userProfileId));
    return { ...person, authUserId };
  }
  const [added] = await tx
    .insert(userProfiles)
    .values({ userProfileId: v7(), email, authUserId, firstName: first, lastName: last, createdAt: at })
    .returning();
  if (!added) throw new Error("The database returned no row for a new person.");
  return { ...added, authUserId };
}

/** Throws AppError "forbidden" if another identity of this issuer opens the account already. */
async function addLink(
  opened: Change,
  deps: Deps,
  issuer: IssuerRow,
  { authUserId, named, email }: { authUserId: string; named: Named; email: string },
): Promise<Id> {
  const { tx, at } = opened;
  const { issuerId, name, requiredSince } = issuer;
  const isOnly = requiredSince !== null;
  const linkedIdentityId = v7();
  const added = await tx
    .insert(linkedIdentities)
    .values({
      linkedIdentityId,
      issuerId,
      userId: authUserId,
      subject: named.subject,
      email,
      linkedAt: at,
      lastUsedAt: at,
      // It may have been linked before: no token from then opens a session again.
      tokensFrom: at,
    })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) throw notLinked(issuer);
  await notifyOwner(deps, opened, authUserId, {
    action: "identity.link",
    details: { name, issuer: issuer.issuer },
    compose: (brand, publicUrl) =>
      composeLinkedIdentity(brand, publicUrl, { name, isLinked: true, isOnly, at }),
  });
  return linkedIdentityId;
}

async function noteUse({ tx, at }: Change, linkedIdentityId: Id): Promise<void> {
  await tx
    .update(linkedIdentities)
    .set({ lastUsedAt: sql`greatest(${linkedIdentities.lastUsedAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(linkedIdentities.linkedIdentityId, linkedIdentityId));
}
