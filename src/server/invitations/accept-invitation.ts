import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/invitations.ts";
import { fullName } from "#domain/account/user-profile.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { refuseCommonPassword } from "../identity/common-passwords.ts";
import { createSignIns, findSignInEmails } from "../identity/create-sign-ins.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { authUsers } from "../schema/identity.ts";
import { type Joined, joinPerson, type Profile } from "./join-person.ts";
import { lockOpenInvitation, spendAccepting } from "./queries.ts";

type Body = z.output<(typeof calls.acceptInvitation)["body"]>;

/**
 * Accepts an invitation with a new account. The mailed token shows that the email is theirs. A visitor may add no one,
 * so the portal itself lets the person in.
 */
export async function acceptInvitation(
  deps: Deps,
  caller: Anyone,
  { token, email: typed, password, ...names }: Body,
  origin: Origin,
): Promise<Joined> {
  refuseCommonPassword(deps, password);
  const accept = async (change: Change) => {
    const invitation = await lockOpenInvitation(change, deps, token);
    if (invitation.hasAccount) throw hasAccount();
    const email = invitation.email ?? (await newEmail(change.tx, typed));
    const person = await addAccount(change, { email, password, ...names });
    return joinPerson(change, deps, { invitation, person, origin });
  };
  return change(withScope(deps, { role: "portal" }), caller, accept, {
    prepare: () => spendAccepting(deps, origin),
  });
}

function hasAccount(): AppError {
  const message = "This email has an account here already. Sign in with it, then accept the invitation.";
  return new AppError("conflict", message, { reason: "has-account" });
}

/** The typed email for a link that names none. No one has confirmed it, so it must not be another person's. */
async function newEmail(tx: Tx, typed: string | undefined): Promise<string> {
  if (typed === undefined) throw new AppError("invalid", "Please enter your email.");
  const email = typed.toLowerCase();
  const [other] = await tx.select().from(userProfiles).where(isEmail(email));
  if (other || (await findSignInEmails(tx, [email])).size > 0) throw hasAccount();
  return typed;
}

const isEmail = (email: string) => eq(sql`lower(${userProfiles.email})`, email.toLowerCase());

/** Adds a sign-in, and a profile if an import has not made one. */
async function addAccount(
  { tx, at }: Change,
  {
    email,
    firstName,
    lastName,
    password,
  }: { email: string; firstName: string; lastName: string; password: string },
): Promise<Profile> {
  const name = fullName({ firstName, lastName });
  const [authUserId = ""] = await createSignIns(tx, [{ email, name, password }]);
  await tx.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, authUserId));
  const details = { authUserId, firstName, lastName };
  const [known] = await tx.update(userProfiles).set(details).where(isEmail(email)).returning();
  if (known) return known;
  const [added] = await tx
    .insert(userProfiles)
    .values({ userProfileId: v7(), email, ...details, createdAt: at })
    .returning();
  if (!added) throw new Error("The database returned no row for a new person.");
  return added;
}
