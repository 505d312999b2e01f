import { eq, inArray } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { type Actor, companyActor, OPERATOR } from "../access-records/access-event.ts";
import { recordOfPerson } from "../access-records/record-access.ts";
import { findActingOwners } from "../account/queries.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { endSessions, lockSignInsOf } from "../identity/confirm-sign-in.ts";
import { composeFactorReset } from "../identity/sign-in-mails.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { authUsers, passkeys, secondFactors } from "../schema/identity.ts";
import { findPersonByEmail, lockPerson, type ProfileRow } from "./queries.ts";

/** Removes a lost second factor, passkeys too, ends all sessions, and mails the person and all owners. */
export async function resetFactor(deps: Deps, owner: Owner, userProfileId: Id): Promise<{ wasOn: boolean }> {
  if (owner.userProfileId === userProfileId) throw OWN_FACTOR;
  const run = async (opened: Change) => ({
    wasOn: await removeFactor(deps, opened, await lockPerson(opened.tx, userProfileId), companyActor(owner)),
  });
  return change(withScope(deps, { role: "portal" }), owner, run, {
    lockFirst: (tx) => lockSignInsOf(tx, [owner.userProfileId, userProfileId]),
  });
}

const OWN_FACTOR = new AppError(
  "conflict",
  "Turn off your own two-step sign-in under “Account”, with a code. Nothing was changed.",
  { reason: "own-factor" },
);

/** The text for the operator of the server: for an owner whom no other owner can help. */
export async function resetFactorByEmail(deps: Deps, email: string): Promise<string> {
  return change(withScope(deps, { role: "portal" }), PORTAL, async (opened) => {
    const found = await findPersonByEmail(opened.tx, email);
    if (!found) return `No person signs in with ${email}. Nothing was changed.`;
    await lockSignInsOf(opened.tx, [found]);
    const person = await lockPerson(opened.tx, found);
    return (await removeFactor(deps, opened, person, OPERATOR))
      ? `Two-step sign-in of ${email} is off, and they are signed out everywhere.`
      : `${email} has no two-step sign-in. Nothing was changed.`;
  });
}

/** Returns whether there was a factor. */
async function removeFactor(deps: Deps, opened: Change, person: ProfileRow, actor: Actor): Promise<boolean> {
  const { tx, at, record } = opened;
  const { userProfileId, authUserId, firstName, lastName } = person;
  const ofPerson = authUserId ?? "";
  const apps = await tx.delete(secondFactors).where(eq(secondFactors.userId, ofPerson)).returning();
  const keys = await tx.delete(passkeys).where(eq(passkeys.userId, ofPerson)).returning();
  if (apps.length + keys.length === 0) return false;
  await endSessions(tx, userProfileId);
  await record({ action: "second-factor.reset", subjectId: userProfileId, details: {} });
  const mail = composeFactorReset(deps.settings.now(), deps.env.publicUrl, {
    name: `${firstName} ${lastName}`.trim(),
    by: actor.name,
    at,
  });
  const about = { subjectId: userProfileId, organizationId: null };
  for (const to of await mailboxesOf(tx, userProfileId))
    await queueMail(tx, deps, { to, about, ...mail }, null);
  await recordOfPerson(opened, deps, person, { kind: "reset-factor", actor });
  return true;
}

/** Where the person signs in, and where the owners do. */
async function mailboxesOf(tx: Tx, userProfileId: Id): Promise<string[]> {
  const people = [userProfileId, ...(await findActingOwners(tx))];
  const rows = await tx
    .selectDistinct({ email: authUsers.email })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.authUserId))
    .where(inArray(userProfiles.userProfileId, people));
  return rows.map(({ email }) => email);
}

/** Signs a person out everywhere, for the operator of the server. The account stays. Returns what to print. */
export async function signOutByEmail(deps: Deps, email: string): Promise<string> {
  return change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, record }) => {
    const found = await findPersonByEmail(tx, email);
    if (!found) return `No person signs in with ${email}. Nothing was changed.`;
    await lockSignInsOf(tx, [found]);
    await endSessions(tx, found);
    await record({ action: "session.end-all", subjectId: found, details: {} });
    return `${email} is signed out everywhere.`;
  });
}
