import { and, eq, isNotNull, isNull, like, ne, notExists, or, sql } from "drizzle-orm";
import { removedPerson } from "#domain/account/managed-person.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { idempotencyKeys } from "../access/tables.ts";
import { userProfiles } from "../account/tables.ts";
import { signingRequests } from "../agreements/tables.ts";
import { AppError } from "../app-error.ts";
import { anonymiseAudit } from "../audit/anonymise-audit.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { authUsers } from "../identity/tables.ts";
import { invitations } from "../invitations/tables.ts";
import { mails } from "../mail/tables.ts";
import { notifications } from "../notifications/tables.ts";
import { organizationPermissionRequests, organizationPermissions } from "../permissions/tables.ts";
import { withScope } from "../wall/scoped-db.ts";
import { publishPerson } from "./correct-name.ts";
import { isSameEmail, lockPerson, type ProfileRow } from "./queries.ts";
import { emailChanges } from "./tables.ts";

/**
 * Removes a person for good: nobody can sign in as them, and no row outside the evidence names them. Decisions and
 * signatures keep their own copy of name and email. The sign-in's tables are the portal's, so the portal acts.
 */
export async function removePerson(
  deps: Deps,
  owner: Owner,
  userProfileId: Id,
): Promise<{ userProfileId: Id }> {
  return change(withScope(deps, { role: "portal" }), owner, async ({ tx, at, record }) => {
    const person = await lockPerson(tx, userProfileId);
    if (person.adminRole !== null) throw hasRole();
    const left = await takeRights(tx, person);
    for (const email of await knownEmails(tx, person)) {
      await eraseTraces(tx, { userProfileId, email });
      await anonymiseAudit(tx, { userProfileId, email });
    }
    await tx
      .update(userProfiles)
      .set({
        ...removedPerson(userProfileId),
        activeOrganizationId: null,
        authUserId: null,
        lastSignedInAt: null,
        removedAt: at,
      })
      .where(eq(userProfiles.userProfileId, userProfileId));
    await record({ action: "person.remove", subjectId: userProfileId, details: { organizations: left } });
    await publishPerson(tx, deps, userProfileId);
    for (const organization of left) {
      await deps.live.publish(tx, { organization }, { kind: "permission", id: userProfileId });
    }
    return { userProfileId };
  });
}

function hasRole(): AppError {
  const message = "This person works for the company. Please take their role away first. Nobody was removed.";
  return new AppError("conflict", message, { reason: "has-role" });
}

/** Ends sign-in, sessions and memberships. Returns the organizations that the person belonged to. */
async function takeRights(tx: Tx, { userProfileId, authUserId }: ProfileRow): Promise<Id[]> {
  const removed = await tx
    .delete(organizationPermissions)
    .where(eq(organizationPermissions.userId, userProfileId))
    .returning({ organizationId: organizationPermissions.organizationId });
  // Sessions and passwords go with the sign-in.
  if (authUserId !== null) await tx.delete(authUsers).where(eq(authUsers.id, authUserId));
  return removed.map(({ organizationId }) => organizationId);
}

/**
 * A person's email, and those that a change of it has mailed about them: the former ones and those never confirmed.
 * One that somebody else has meanwhile is theirs.
 */
async function knownEmails(tx: Tx, { userProfileId, email }: ProfileRow): Promise<string[]> {
  const isOfAnother = tx
    .select({ one: sql`1` })
    .from(userProfiles)
    .where(
      and(
        sql`lower(${userProfiles.email}) = lower(${mails.recipient})`,
        ne(userProfiles.userProfileId, userProfileId),
      ),
    );
  const mailed = await tx
    .selectDistinct({ recipient: mails.recipient })
    .from(mails)
    .where(and(eq(mails.aboutId, userProfileId), notExists(isOfAnother)));
  return [...new Set([email, ...mailed.map(({ recipient }) => recipient)])];
}

async function eraseTraces(
  tx: Tx,
  { userProfileId, email }: Pick<ProfileRow, "userProfileId" | "email">,
): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.userProfileId, userProfileId));
  await tx.delete(emailChanges).where(eq(emailChanges.userProfileId, userProfileId));
  await tx.delete(signingRequests).where(isSameEmail(signingRequests.email, email));
  await tx.delete(invitations).where(isSameEmail(invitations.email, email));
  await tx
    .delete(organizationPermissionRequests)
    .where(isSameEmail(organizationPermissionRequests.email, email));
  const caller = `person ${userProfileId}`;
  await tx
    .delete(idempotencyKeys)
    .where(or(eq(idempotencyKeys.caller, caller), like(idempotencyKeys.caller, `${caller} for %`)));
  const isTheirs = or(isSameEmail(mails.recipient, email), eq(mails.aboutId, userProfileId));
  await tx.delete(mails).where(and(isTheirs, isNull(mails.sentAt)));
  // The rows stay, so that the list of mails still counts them.
  await tx
    .update(mails)
    .set({
      recipient: removedPerson(userProfileId).email,
      event: null,
      subject: "",
      text: "",
      html: "",
      sealed: null,
    })
    .where(and(isTheirs, isNotNull(mails.sentAt)));
}
