import { and, asc, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import { type KnownRecipients, MAX_RECIPIENTS, type RecipientChoices } from "#domain/documents/recipients.ts";
import type { Id } from "#domain/id.ts";
import { conflict } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { NO_DOCUMENT } from "../documents/queries.ts";
import { userProfiles } from "../schema/account.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { organizationDetails } from "../schema/organization-details.ts";
import { organizationPermissions } from "../schema/permissions.ts";

/** Someone whom a document is mailed to, as they are called at that moment. */
export type Recipient = {
  kind: "TO" | "CC";
  email: string;
  name: string;
  userProfileId: Id | null;
  invitationId: Id | null;
};

/** Who can be chosen when a document of any organization is sent. */
export async function getRecipients(
  deps: { db: DbOrTx; clock: () => Date },
  uniqueDocumentId: Id,
): Promise<RecipientChoices> {
  const { db } = deps;
  const [document] = await db
    .select({ organizationId: uniqueDocuments.organizationId })
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!document) throw NO_DOCUMENT;
  return findChoices(db, document.organizationId, deps.clock());
}

/** Who can be chosen when a document is sent to an organization. */
export async function findChoices(reader: DbOrTx, organizationId: Id, now: Date): Promise<RecipientChoices> {
  const choices = {
    members: await findMembers(reader, organizationId),
    invited: await findInvited(reader, organizationId, now),
    colleagues: await findColleagues(reader),
  };
  return {
    ...choices,
    last: await findLast(reader, organizationId, choices),
    usual: await findUsual(reader, organizationId, choices),
  };
}

/** The members of an organization, by name. */
export async function findMembers(reader: DbOrTx, organizationId: Id): Promise<RecipientChoices["members"]> {
  const { userProfileId, email, firstName, lastName } = userProfiles;
  const { permissionType } = organizationPermissions;
  const rows = await reader
    .select({ userProfileId, email, firstName, lastName, permissionType })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfileId, organizationPermissions.userId))
    .where(eq(organizationPermissions.organizationId, organizationId))
    .orderBy(asc(lastName), asc(userProfileId));
  return rows.map(withName);
}

/** The people with an open invitation to an organization, the first invited first. */
async function findInvited(
  reader: DbOrTx,
  organizationId: Id,
  now: Date,
): Promise<RecipientChoices["invited"]> {
  const { invitationId, email, firstName, lastName, permissionType, expiresAt } = invitations;
  const rows = await reader
    .select({ invitationId, email, firstName, lastName, permissionType })
    .from(invitations)
    .where(
      and(eq(invitations.organizationId, organizationId), isNotNull(email), isPending(), gt(expiresAt, now)),
    )
    .orderBy(asc(invitations.sentAt), asc(invitationId));
  return rows.map(({ permissionType: right, email: address, ...row }) =>
    withName({ ...row, email: address ?? "", permissionType: right ?? "read" }),
  );
}

/** The company's own people, by name. */
export async function findColleagues(reader: DbOrTx): Promise<RecipientChoices["colleagues"]> {
  const { userProfileId, email, firstName, lastName, adminRole } = userProfiles;
  const rows = await reader
    .select({ userProfileId, email, firstName, lastName })
    .from(userProfiles)
    .where(isNotNull(adminRole))
    .orderBy(asc(lastName), asc(userProfileId));
  return rows.map(withName);
}

type Named = { firstName: string; lastName: string; email: string };

function withName<Row extends Named>({ firstName, lastName, ...row }: Row) {
  return { ...row, name: displayName({ firstName, lastName, email: row.email }) };
}

type Candidates = Omit<RecipientChoices, "last" | "usual">;

/** The recipients that the company set, with people who have joined since. Null if none of them is there any more. */
async function findUsual(
  reader: DbOrTx,
  organizationId: Id,
  { members, invited, colleagues }: Candidates,
): Promise<KnownRecipients | null> {
  const { usualRecipients } = organizationDetails;
  const [found] = await reader
    .select({ usualRecipients })
    .from(organizationDetails)
    .where(eq(organizationDetails.organizationId, organizationId));
  const usual = found?.usualRecipients;
  if (!usual) return null;
  const joined = await findJoined(reader, organizationId, usual.invited);
  const people = new Set([...usual.members, ...joined.map(({ userProfileId }) => userProfileId)]);
  const present = {
    members: firstOf(members.map((one) => one.userProfileId).filter((id) => people.has(id))),
    invited: invited.map((one) => one.invitationId).filter((id) => usual.invited.includes(id)),
    colleagues: colleagues.map((one) => one.userProfileId).filter((id) => usual.colleagues.includes(id)),
  };
  return present.members.length + present.invited.length > 0 ? present : null;
}

/** The recipients of the version that the organization was sent last, without those who are not there any more. */
async function findLast(
  reader: DbOrTx,
  organizationId: Id,
  { members, invited, colleagues }: Candidates,
): Promise<RecipientChoices["last"]> {
  const isOfOrganization = eq(documentRecipients.organizationId, organizationId);
  const [newest] = await reader
    .select()
    .from(documentRecipients)
    .where(isOfOrganization)
    .orderBy(desc(documentRecipients.sentAt))
    .limit(1);
  if (!newest) return null;
  const rows = await findMailed(reader, newest.uniqueDocumentId, newest.versionNumber);
  const [to, copied] = [rows.filter(({ kind }) => kind === "TO"), rows.filter(({ kind }) => kind === "CC")];
  return {
    members: firstOf(members.filter((one) => to.some(isAccountOf(one))).map((one) => one.userProfileId)),
    invited: firstOf(invited.filter((one) => to.some(hasEmailOf(one))).map((one) => one.invitationId)),
    colleagues: firstOf(
      colleagues.filter((one) => copied.some(isAccountOf(one))).map((one) => one.userProfileId),
    ),
  };
}

/** As many as one sending that names them can mail. A sending without a choice mails any number. */
function firstOf(ids: readonly Id[]): Id[] {
  return ids.slice(0, MAX_RECIPIENTS);
}

/** To whom a version was mailed. Someone who had not joined is known by the invitation that they have used since. */
export function findMailed(reader: DbOrTx, id: Id, version: number) {
  const { kind, email, name, userProfileId, uniqueDocumentId, versionNumber } = documentRecipients;
  const account = sql<Id | null>`coalesce(${userProfileId}, ${invitations.usedByUserProfileId})`;
  return reader
    .select({ kind, email, name, userProfileId: account })
    .from(documentRecipients)
    .leftJoin(invitations, eq(invitations.invitationId, documentRecipients.invitationId))
    .where(and(eq(uniqueDocumentId, id), eq(versionNumber, version)))
    .orderBy(desc(kind), asc(name), asc(email));
}

type Mailed = Pick<Recipient, "email" | "userProfileId">;

function hasEmailOf({ email }: { email: string }): (mailed: Mailed) => boolean {
  return (mailed) => mailed.email.toLowerCase() === email.toLowerCase();
}

/** Whether a mail went to an account, whose email may have changed since, or to its email. */
export function isAccountOf(one: { email: string; userProfileId: Id }): (mailed: Mailed) => boolean {
  return (mailed) =>
    mailed.userProfileId === null ? hasEmailOf(one)(mailed) : mailed.userProfileId === one.userProfileId;
}

/** Who is mailed when a sending names no one: the usual recipients, or all members and open invitations. */
export async function findAtFirst(reader: DbOrTx, organizationId: Id, now: Date): Promise<Recipient[]> {
  const { members, invited, usual } = await findChoices(reader, organizationId, now);
  if (usual) return requireRecipients(reader, organizationId, usual, now);
  return [...members.map(asMember), ...invited.map(asInvited)];
}

/**
 * The chosen people of the organization and of the company. Throws AppError "conflict" if one cannot be chosen, or not
 * any more; ids of other organizations are refused alike.
 */
export async function requireRecipients(
  reader: DbOrTx,
  organizationId: Id,
  chosen: KnownRecipients,
  now: Date,
): Promise<Recipient[]> {
  const members = await findMembers(reader, organizationId);
  // Someone who was chosen as invited may have joined since.
  const joined = await findJoined(reader, organizationId, chosen.invited);
  const invited = await findInvited(reader, organizationId, now);
  const colleagues = await findColleagues(reader);
  const pick = <One>(ids: readonly Id[], ...sources: ReadonlyMap<Id, One>[]) =>
    ids.map((id) => sources.map((source) => source.get(id)).find((one) => one !== undefined) ?? refuse());
  const byPerson = new Map(members.map((one) => [one.userProfileId, asMember(one)]));
  const byInvitation = new Map(invited.map((one) => [one.invitationId, asInvited(one)]));
  const byUsed = new Map(
    joined.flatMap(({ invitationId, userProfileId }) => {
      const member = byPerson.get(userProfileId ?? "");
      return member ? [[invitationId, member] as const] : [];
    }),
  );
  const byColleague = new Map(
    colleagues.map((one) => [one.userProfileId, { ...asMember(one), kind: "CC" as const }]),
  );
  return onceEach([
    ...pick(chosen.members, byPerson),
    ...pick(chosen.invited, byInvitation, byUsed),
    ...pick(chosen.colleagues, byColleague),
  ]);
}

function findJoined(reader: DbOrTx, organizationId: Id, ids: readonly Id[]) {
  const { invitationId, usedByUserProfileId: userProfileId } = invitations;
  return reader
    .select({ invitationId, userProfileId })
    .from(invitations)
    .where(and(isAnyOf(invitationId, [...ids]), eq(invitations.organizationId, organizationId)));
}

function refuse(): never {
  const message =
    "Someone whom you chose is no longer there. Nothing was sent. Please look at the recipients again.";
  throw conflict("recipient-gone", message);
}

type Person = { email: string; name: string; userProfileId: Id };

function asMember({ email, name, userProfileId }: Person): Recipient {
  return { kind: "TO", email, name, userProfileId, invitationId: null };
}

function asInvited({ email, name, invitationId }: RecipientChoices["invited"][number]): Recipient {
  return { kind: "TO", email, name, userProfileId: null, invitationId };
}

/** Each email once, its first mention. */
export function onceEach<One extends { email: string }>(recipients: readonly One[]): One[] {
  const byEmail = new Map<string, One>();
  for (const one of recipients) {
    const key = one.email.toLowerCase();
    if (!byEmail.has(key)) byEmail.set(key, one);
  }
  return [...byEmail.values()];
}
