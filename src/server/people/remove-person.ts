import { and, eq, isNotNull, isNull, like, ne, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { removedPerson } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { accessPerson, companyActor } from "../access-records/access-event.ts";
import { type AccessDeps, recordAccess } from "../access-records/record-access.ts";
import { conflict } from "../app-error.ts";
import { anonymiseAudit } from "../audit/anonymise-audit.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { lockSignInsOf } from "../identity/confirm-sign-in.ts";
import { invitationEvents } from "../invitations/invite-person.ts";
import type { InvitationRow } from "../invitations/queries.ts";
import { withScope } from "../rls/scoped-db.ts";
import { accessRecords } from "../schema/access-records.ts";
import { userProfiles } from "../schema/account.ts";
import { signingRequests } from "../schema/agreements.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { authUsers } from "../schema/identity.ts";
import { invitations } from "../schema/invitations.ts";
import { mails } from "../schema/mail.ts";
import { notifications } from "../schema/notifications.ts";
import { organizationDetails } from "../schema/organization-details.ts";
import { emailChanges } from "../schema/people.ts";
import { organizationPermissionRequests, organizationPermissions } from "../schema/permissions.ts";
import { idempotencyKeys } from "../schema/requests.ts";
import { publishPerson } from "./correct-name.ts";
import { lockPerson, type ProfileRow } from "./queries.ts";

/** Removes a person from every row outside the evidence. The sign-in's tables are the portal's, so it acts. */
export async function removePerson(
  deps: Deps,
  owner: Owner,
  userProfileId: Id,
): Promise<{ userProfileId: Id }> {
  const run = async (opened: Change) => {
    const person = await lockPerson(opened.tx, userProfileId);
    refuseRole(person);
    await removeFromPortal(opened, deps, owner, { person, emails: await emailsOf(opened.tx, person) });
    return { userProfileId };
  };
  return change(withScope(deps, { role: "portal" }), owner, run, {
    lockFirst: (tx) => lockSignInsOf(tx, [userProfileId]),
  });
}

type RemovingDeps = Pick<Deps, "live"> & AccessDeps;

/** Removes a locked person with these emails from every row outside the evidence. */
export async function removeFromPortal(
  opened: Change,
  deps: RemovingDeps,
  owner: Owner,
  { person, emails }: { person: ProfileRow; emails: readonly string[] },
): Promise<void> {
  const { tx, at, record } = opened;
  const { userProfileId } = person;
  const rights = await revokeAccess(tx, person);
  const left = rights.map(({ organizationId }) => organizationId);
  const { invited } = await eraseTraces(tx, userProfileId, emails);
  await forgetBillingContact(tx, emails, { name: displayName(person), organizationIds: left });
  const invitationIds = invited.map(({ invitationId }) => invitationId);
  await anonymiseAudit(tx, { userProfileId, emails, invitationIds });
  await tx
    .update(userProfiles)
    .set({
      ...removedPerson(userProfileId),
      formerEmails: [],
      activeOrganizationId: null,
      authUserId: null,
      lastSignedInAt: null,
      timeZone: null,
      removedAt: at,
    })
    .where(eq(userProfiles.userProfileId, userProfileId));
  await record({ action: "person.remove", subjectId: userProfileId, details: { organizations: left } });
  await publishPerson(tx, deps, userProfileId);
  for (const organization of left) {
    await deps.live.publish(tx, { organization }, { kind: "permission", id: userProfileId });
  }
  const actor = companyActor(owner);
  const gone = { person: accessPerson(person), actor, isRemovedForGood: true as const };
  await recordAccess(opened, deps, [
    ...rights.map((right) => ({ kind: "remove" as const, ...right, ...gone })),
    ...invitationEvents("withdraw", invited.filter(isOpen), actor),
  ]);
}

/** Throws AppError "conflict" for the company's people, among whom are the last owner and the caller. */
export function refuseRole({ adminRole }: ProfileRow): void {
  if (adminRole === null) return;
  const message =
    "This person works for the company. Please remove their role first. The person wasn't removed.";
  throw conflict("has-role", message);
}

/** Whether an invitation is neither used nor ended. */
export const isOpen = ({ usedAt, endedAt }: InvitationRow) => usedAt === null && endedAt === null;

/** Ends sign-in, sessions and memberships. Returns the permissions that the person had. */
async function revokeAccess(tx: Tx, { userProfileId, authUserId }: ProfileRow) {
  const { organizationId, permissionType } = organizationPermissions;
  const removed = await tx
    .delete(organizationPermissions)
    .where(eq(organizationPermissions.userId, userProfileId))
    .returning({ organizationId, permissionType });
  // Sessions and passwords go with the sign-in.
  if (authUserId !== null) await tx.delete(authUsers).where(eq(authUsers.id, authUserId));
  return removed;
}

/** The emails in lower case that are or were this person's. One that someone else has or had may name them, so it is left out. */
export async function emailsOf(tx: DbOrTx, person: ProfileRow): Promise<string[]> {
  const { userProfileId, authUserId } = person;
  const signIns = await tx
    .select({ email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, authUserId ?? ""));
  const former = person.formerEmails;
  const all = [person.email, ...former, ...signIns.map((one) => one.email)].map((one) => one.toLowerCase());
  const others = await tx
    .select()
    .from(userProfiles)
    .where(
      and(
        or(
          isAnyOf(sql`lower(${userProfiles.email})`, all),
          sql`${userProfiles.formerEmails} && ${sql.param(all)}::text[]`,
        ),
        ne(userProfiles.userProfileId, userProfileId),
      ),
    );
  const isUnconfirmed = await findUnconfirmed(tx, [person, ...others]);
  const taken = new Set(
    others.flatMap((other) => [
      other.email.toLowerCase(),
      ...other.formerEmails.filter((one) => !isUnconfirmed(other, one)),
    ]),
  );
  const own = person.email.toLowerCase();
  return [...new Set(all)].filter(
    (one) => !taken.has(one) && (one === own || !former.includes(one) || !isUnconfirmed(person, one)),
  );
}

/** Which emails were requested for someone and never confirmed: earlier versions stored them with the former ones. */
async function findUnconfirmed(tx: DbOrTx, people: readonly ProfileRow[]) {
  const { userProfileId, newEmail, kind } = accessRecords;
  const ids = people.map((one) => one.userProfileId);
  const rows = await tx
    .select({ id: userProfileId, email: sql<string>`lower(${newEmail})`, kind })
    .from(accessRecords)
    .where(and(isAnyOf(userProfileId, ids), isNotNull(newEmail)));
  const has = (is: string, person: ProfileRow, email: string) =>
    rows.some((row) => row.kind === is && row.id === person.userProfileId && row.email === email);
  return (person: ProfileRow, email: string) =>
    has("request-email", person, email) && !has("change-email", person, email);
}

/** Erases by a person's id, and by these emails in lower case. Returns the deleted invitations, and counts all but by the id. */
export async function eraseTraces(
  tx: Tx,
  userProfileId: Id,
  emails: readonly string[],
): Promise<{ invited: InvitationRow[]; count: number }> {
  const isOneOf = (column: AnyPgColumn) => isAnyOf(sql`lower(${column})`, emails);
  await tx.delete(notifications).where(eq(notifications.userProfileId, userProfileId));
  await tx.delete(emailChanges).where(eq(emailChanges.userProfileId, userProfileId));
  const received = await tx
    .delete(documentRecipients)
    .where(or(isOneOf(documentRecipients.email), eq(documentRecipients.userProfileId, userProfileId)));
  const invited = await tx
    .delete(invitations)
    .where(or(isOneOf(invitations.email), eq(invitations.usedByUserProfileId, userProfileId)))
    .returning();
  const invitationIds = invited.map(({ invitationId }) => invitationId);
  const requested = await tx
    .delete(organizationPermissionRequests)
    .where(isOneOf(organizationPermissionRequests.email));
  const caller = `person ${userProfileId}`;
  await tx
    .delete(idempotencyKeys)
    .where(or(eq(idempotencyKeys.caller, caller), like(idempotencyKeys.caller, `${caller} for %`)));
  const placeholder = removedPerson(userProfileId).email;
  const mailed = await forgetMails(tx, emails, [userProfileId, ...invitationIds], placeholder);
  const count = (received.rowCount ?? 0) + invited.length + (requested.rowCount ?? 0) + mailed;
  return { invited, count };
}

/** Whose billing contact a person is by name, as far as they were a member there. */
type Contact = { name: string; organizationIds: readonly Id[] };

/** Erases a billing contact by these emails, in lower case, and by their name where they were a member. Returns of how many. */
export async function forgetBillingContact(
  tx: Tx,
  emails: readonly string[],
  contact?: Contact,
): Promise<number> {
  const { organizationId, billingEmail, billingContact } = organizationDetails;
  const isNamed =
    contact && and(isAnyOf(organizationId, contact.organizationIds), eq(billingContact, contact.name));
  const { rowCount } = await tx
    .update(organizationDetails)
    .set({ billingEmail: null, billingContact: null })
    .where(or(isAnyOf(sql`lower(${billingEmail})`, emails), isNamed));
  return rowCount ?? 0;
}

/** Erases mails to these emails, in lower case, or about these subjects, and requests to sign again. Returns how many. */
export async function forgetMails(
  tx: Tx,
  emails: readonly string[],
  subjects: readonly Id[],
  recipient: string,
): Promise<number> {
  const isOneOf = (column: AnyPgColumn) => isAnyOf(sql`lower(${column})`, emails);
  const asked = await tx.delete(signingRequests).where(isOneOf(signingRequests.email));
  const isTheirs = or(isOneOf(mails.recipient), isAnyOf(mails.aboutId, subjects));
  const unsent = await tx.delete(mails).where(and(isTheirs, isNull(mails.sentAt)));
  // The rows stay, so that the list of mails still counts them.
  const sent = await tx
    .update(mails)
    .set({ recipient, event: null, subject: "", text: "", html: "", sealed: null, failure: null })
    .where(and(isTheirs, isNotNull(mails.sentAt)));
  return [asked, unsent, sent].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
