import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/invitations.ts";
import { fullName } from "#domain/account/user-profile.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone, SignedIn } from "../access/gates.ts";
import { isSameEmail } from "../account/queries.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { refuseCommonPassword } from "../identity/common-passwords.ts";
import { createSignIns, findSignInEmails } from "../identity/create-sign-ins.ts";
import { refuseOwnAcceptance } from "../identity/required-issuer.ts";
import { countAcceptance, lockOpenInvitation, type Presented } from "../invitations/queries.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { authUsers } from "../schema/identity.ts";
import { type Joined, joinPerson, type Profile } from "./join-person.ts";
import { checkJoiningCode, presentLink, requireJoiningCode } from "./joining-code.ts";

/** Where a request comes from. */
type Browser = { origin: Origin; cookies: string | undefined };

/** Accepts an invitation with a new account: the token proves the email. The portal acts for the visitor. */
export async function acceptInvitation(
  deps: Deps,
  caller: Anyone,
  { token, email: typed, password, code, ...names }: z.output<typeof calls.acceptInvitation.body>,
  { origin, cookies }: Browser,
): Promise<Joined> {
  refuseCommonPassword(deps, password);
  const link = presentLink(deps, token, cookies);
  const accept = async (change: Change, isCodeRight: boolean) => {
    const invitation = await lockOpenInvitation(change, link);
    requireJoiningCode(invitation, code, isCodeRight);
    await refuseOwnAcceptance(change.tx, invitation);
    if (invitation.hasAccount) throw hasAccount();
    const email = invitation.email ?? (await newEmail(change.tx, typed));
    const person = await addAccount(change, { email, password, ...names });
    return joinPerson(change, deps, { invitation, person, origin, tokenHash: link.tokenHash });
  };
  return change(withScope(deps, { role: "portal" }), caller, accept, {
    prepare: () => prepareJoining(deps, link, code, origin),
  });
}

async function prepareJoining(
  deps: Deps,
  { tokenHash }: Presented,
  code: string | undefined,
  origin: Origin,
): Promise<boolean> {
  await countAcceptance(deps, origin);
  return checkJoiningCode(deps, tokenHash, code);
}

function hasAccount(): AppError {
  const message = "This email has an account here already. Sign in with it, then accept the invitation.";
  return conflict("has-account", message);
}

/** The typed email for a link that names none. No one has confirmed it, so it must not be another person's. */
async function newEmail(tx: Tx, typed: string | undefined): Promise<string> {
  if (typed === undefined) throw new AppError("invalid", "Please enter your email.");
  const email = typed.toLowerCase();
  const [other] = await tx.select().from(userProfiles).where(isSameEmail(userProfiles.email, email));
  if (other || (await findSignInEmails(tx, [email])).size > 0) throw hasAccount();
  return typed;
}

/** Adds a sign-in, and a profile if an import has not made one. */
async function addAccount(
  { tx, at }: Change,
  { email, password, ...names }: { email: string; firstName: string; lastName: string; password: string },
): Promise<Profile> {
  const [authUserId = ""] = await createSignIns(tx, [{ email, name: fullName(names), password }]);
  await tx.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, authUserId));
  const details = { authUserId, ...names };
  const isPerson = isSameEmail(userProfiles.email, email);
  const [known] = await tx.update(userProfiles).set(details).where(isPerson).returning();
  return known ?? insertProfile(tx, { email, ...details, createdAt: at });
}

type NewProfile = Omit<typeof userProfiles.$inferInsert, "userProfileId">;

async function insertProfile(tx: Tx, profile: NewProfile): Promise<Profile> {
  const [added] = await tx
    .insert(userProfiles)
    .values({ userProfileId: v7(), ...profile })
    .returning();
  if (!added) throw new Error("The database returned no row for a new person.");
  return added;
}

/** Accepts an invitation as the signed-in person to whose email it was sent. The portal acts. */
export async function acceptAsSignedIn(
  deps: Deps,
  caller: SignedIn,
  { token, code, ...names }: z.output<typeof calls.acceptInvitationAsSignedIn.body>,
  { origin, cookies }: Browser,
): Promise<Joined> {
  const link = presentLink(deps, token, cookies);
  const accept = async (change: Change, isCodeRight: boolean) => {
    const invitation = await lockOpenInvitation(change, link);
    requireJoiningCode(invitation, code, isCodeRight);
    const { tx } = change;
    await refuseOwnAcceptance(tx, invitation);
    const own = await lockOwnProfile(tx, caller);
    const signInEmail = await readSignInEmail(tx, caller);
    const email = own?.email ?? signInEmail;
    const emails = [email, signInEmail].map((one) => one.toLowerCase());
    if (invitation.email !== null && !emails.includes(invitation.email.toLowerCase())) {
      const message = `You're signed in as ${email}, and this invitation was sent to another person. Nothing was changed.`;
      throw conflict("wrong-account", message);
    }
    const person = own ?? (await addProfile(change, caller, { email, ...names }));
    return joinPerson(change, deps, { invitation, person, origin, tokenHash: link.tokenHash });
  };
  return change(withScope(deps, { role: "portal" }), caller, accept, {
    prepare: () => prepareJoining(deps, link, code, origin),
  });
}

async function lockOwnProfile(tx: Tx, { authUserId }: SignedIn): Promise<Profile | null> {
  const isOwn = eq(userProfiles.authUserId, authUserId);
  const [profile] = await tx.select().from(userProfiles).where(isOwn).for("update");
  return profile ?? null;
}

async function readSignInEmail(tx: Tx, { authUserId }: SignedIn): Promise<string> {
  const { email } = authUsers;
  const [signIn] = await tx.select({ email }).from(authUsers).where(eq(authUsers.id, authUserId));
  if (!signIn) throw new Error("A caller without a sign-in was let through.");
  return signIn.email;
}

/** The first profile of a person who could sign in but belonged nowhere. */
async function addProfile(
  { tx, at }: Change,
  { authUserId }: SignedIn,
  {
    email,
    firstName,
    lastName,
  }: { email: string; firstName?: string | undefined; lastName?: string | undefined },
): Promise<Profile> {
  if (!firstName || lastName === undefined)
    throw new AppError("invalid", "Please enter your first and last name.");
  return insertProfile(tx, { authUserId, email, firstName, lastName, createdAt: at });
}
