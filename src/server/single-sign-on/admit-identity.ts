import { and, desc, eq, gt, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { lastName, personName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import { isSameEmail } from "../account/queries.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps, VerifiedIdentity } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { createSignIns } from "../identity/create-sign-ins.ts";
import { notifyOwner } from "../identity/notify-account.ts";
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
function notLinked({ name }: IssuerRow): AppError {
  const message =
    `${name} signed you in, but this portal knows no one by that sign-in. Ask the people who work with you here to invite ` +
    `the email address that ${name} has of you. If you have an account here, sign in with your password or passkey.`;
  return new AppError("forbidden", message, { reason: "not-linked" });
}

function unverifiedEmail({ name }: IssuerRow): AppError {
  const message =
    `${name} doesn't say that your email address is verified, so it can't sign you in here for the first time. ` +
    "Ask the people who run it to verify your address.";
  return new AppError("forbidden", message, { reason: "unverified-email" });
}

/** The account that an identity would open, whose second factor is asked for first; null: a new one, or none. */
export async function findAccountOf(reader: DbOrTx, issuer: IssuerRow, named: Named): Promise<string | null> {
  const link = await findLink(reader, issuer.issuerId, named.subject);
  if (link) return link.userId;
  const email = verifiedEmail(issuer, named);
  const [profile] = await reader.select().from(userProfiles).where(isSameEmail(userProfiles.email, email));
  if (profile?.authUserId) return profile.authUserId;
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
    const issuer = await findIssuerRow(opened.tx, issuerId);
    const link = await findLink(opened.tx, issuerId, named.subject);
    const person = link
      ? await lockProfile(opened.tx, eq(userProfiles.authUserId, link.userId))
      : await lockProfile(opened.tx, isSameEmail(userProfiles.email, verifiedEmail(issuer, named)));
    const email = person?.email ?? verifiedEmail(issuer, named);
    const isIn = person !== null && (await hasRight(opened.tx, issuer, person));
    const invitation = isIn ? null : await lockInvitationFor(opened, issuer, email);
    if (!isIn && !invitation) throw notLinked(issuer);
    const known = person?.authUserId
      ? { ...person, authUserId: person.authUserId }
      : await addAccount(opened, { person, invitation, email, named });
    const { authUserId } = known;
    if (expected !== null && expected !== authUserId) throw notLinked(issuer);
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
    return { authUserId, linkedIdentityId };
  });
}

function verifiedEmail(issuer: IssuerRow, { email, isEmailVerified }: Named): string {
  if (email === null || !isEmailVerified) throw unverifiedEmail(issuer);
  return email;
}

async function lockProfile(tx: Tx, which: ReturnType<typeof eq>): Promise<Profile | null> {
  const [profile] = await tx
    .select()
    .from(userProfiles)
    .where(and(which, isNotRemoved(userProfiles)))
    .for("update");
  return profile ?? null;
}

/** Whether a person belongs to the side of the issuer: works for the company, or is a member of the organization. */
async function hasRight(
  tx: Tx,
  { organizationId }: IssuerRow,
  { adminRole, userProfileId }: Profile,
): Promise<boolean> {
  if (organizationId === null) return adminRole !== null;
  const { organizationId: ofId, userId } = organizationPermissions;
  return (
    (await tx.$count(organizationPermissions, and(eq(ofId, organizationId), eq(userId, userProfileId)))) > 0
  );
}

/** The newest open invitation of the email to the issuer's side. */
async function lockInvitationFor(
  { tx, at }: Change,
  { organizationId }: IssuerRow,
  email: string,
): Promise<InvitationRow | null> {
  const { expiresAt, sentAt } = invitations;
  const [invitation] = await tx
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
    .limit(1)
    .for("update");
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
  const { issuerId, name } = issuer;
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
    })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) throw notLinked(issuer);
  await notifyOwner(deps, opened, authUserId, {
    action: "identity.link",
    details: { name, issuer: issuer.issuer },
    compose: (brand, publicUrl) => composeLinkedIdentity(brand, publicUrl, { name, isLinked: true, at }),
  });
  return linkedIdentityId;
}

async function noteUse({ tx, at }: Change, linkedIdentityId: Id): Promise<void> {
  await tx
    .update(linkedIdentities)
    .set({ lastUsedAt: sql`greatest(${linkedIdentities.lastUsedAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(linkedIdentities.linkedIdentityId, linkedIdentityId));
}
