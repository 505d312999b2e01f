import { and, asc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/people.ts";
import type { ListedPerson, ManagedPerson } from "#domain/account/managed-person.ts";
import type { Id } from "#domain/id.ts";
import type { PERSON_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { isSameEmail } from "../account/queries.ts";
import { AppError } from "../app-error.ts";
import { contains } from "../db/comparable-sql.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { findPendingInvitationsOf } from "../invitations/queries.ts";
import { computedTextColumn, isOneOf, type List, storedTextColumn } from "../lists/list.ts";
import { type ListSelection, pageOf, readList } from "../lists/read-list.ts";
import { isNotRemoved, userProfiles } from "../schema/account.ts";
import { authUsers } from "../schema/identity.ts";
import { organizations } from "../schema/organizations.ts";
import { emailChanges } from "../schema/people.ts";
import { organizationPermissions } from "../schema/permissions.ts";

export type ProfileRow = typeof userProfiles.$inferSelect;

/** The people of a selection with their memberships. */
async function findListedPeople(
  reader: DbOrTx,
  { where, orderBy }: { where: SQL | undefined; orderBy: ListSelection["orderBy"] },
): Promise<(ListedPerson & { createdAt: Date })[]> {
  const rows = await reader
    .select()
    .from(userProfiles)
    .where(where)
    .orderBy(...orderBy);
  const ids = rows.map((row) => row.userProfileId);
  const memberships = await reader
    .select({
      userId: organizationPermissions.userId,
      organizationId: organizations.organizationId,
      organizationName: organizations.organizationName,
      permissionType: organizationPermissions.permissionType,
    })
    .from(organizationPermissions)
    .innerJoin(organizations, eq(organizations.organizationId, organizationPermissions.organizationId))
    .where(isAnyOf(organizationPermissions.userId, ids))
    .orderBy(asc(organizations.nameOrder), asc(organizations.organizationId));
  const byPerson = Map.groupBy(memberships, ({ userId }) => userId);
  return rows.map((row) => ({
    userProfileId: row.userProfileId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    adminRole: row.adminRole,
    memberships: (byPerson.get(row.userProfileId) ?? []).map(({ userId: _, ...one }) => one),
    hasSignIn: row.authUserId !== null,
    lastSignedInAt: row.lastSignedInAt?.toISOString() ?? null,
    createdAt: row.createdAt,
  }));
}

/** One person. Throws AppError "not-found" for an unknown id and for someone who was removed for good. */
export async function readManagedPerson(
  reader: DbOrTx,
  userProfileId: Id,
  now: Date,
): Promise<ManagedPerson> {
  const where = and(eq(userProfiles.userProfileId, userProfileId), isNotRemoved(userProfiles));
  const [person] = await findListedPeople(reader, { where, orderBy: [] });
  if (!person) return noPerson();
  const [change] = await reader
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userProfileId, userProfileId),
        isNull(emailChanges.confirmedAt),
        gt(emailChanges.expiresAt, now),
      ),
    );
  return {
    ...person,
    createdAt: person.createdAt.toISOString(),
    emailChange: change ? { newEmail: change.newEmail, expiresAt: change.expiresAt.toISOString() } : null,
    invitations: await findPendingInvitationsOf(reader, person.email),
  };
}

export function noPerson(): never {
  throw new AppError("not-found", "There is no such person.");
}

/** The person who signs in with this email; null if no one does. */
export async function findPersonByEmail(tx: Tx, email: string): Promise<Id | null> {
  const [found] = await tx
    .select({ id: userProfiles.userProfileId })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.authUserId))
    .where(eq(authUsers.email, sql`lower(${email})`));
  return found?.id ?? null;
}

/** Reads and locks a person's profile until the transaction ends. Throws AppError "not-found". */
export async function lockPerson(tx: Tx, userProfileId: Id): Promise<ProfileRow> {
  const [row] = await tx
    .select()
    .from(userProfiles)
    .where(and(eq(userProfiles.userProfileId, userProfileId), isNotRemoved(userProfiles)))
    // Transactions that locked a right of this person may still insert rows that refer to them: this lock waits for them.
    .for("no key update");
  return row ?? noPerson();
}

/** Whether another person has this email. */
export async function isEmailOfAnother(reader: DbOrTx, email: string, exceptId: Id): Promise<boolean> {
  const isOther = and(isSameEmail(userProfiles.email, email), ne(userProfiles.userProfileId, exceptId));
  return (await reader.$count(userProfiles, isOther)) > 0;
}

const OF_THE_PERSON = sql`from ${organizationPermissions} join ${organizations}
    on ${organizations.organizationId} = ${organizationPermissions.organizationId}
  where ${organizationPermissions.userId} = ${userProfiles.userProfileId}`;

/** The names of a person's organizations, as the list shows them. */
const ORGANIZATION_NAMES = sql`(select coalesce(string_agg(${organizations.organizationName}, ', '
    order by ${organizations.nameOrder} collate "C", ${organizations.organizationId}), '')
  ${OF_THE_PERSON})`;

/** Only a text with a comma, or with a space at an end, may span two names. */
async function findsOrganizations(reader: DbOrTx, name: string): Promise<SQL> {
  if (/^$|^[ ]|,|[ ]$/.test(name)) return contains(ORGANIZATIONS.comparable, name);
  const members = sql`select ${organizationPermissions.userId} from ${organizationPermissions} join ${organizations}
    on ${organizations.organizationId} = ${organizationPermissions.organizationId}
    where ${contains(organizations.nameComparable, name)}`;
  return isOneOf(reader, userProfiles.userProfileId, members);
}

const ORGANIZATIONS = computedTextColumn(ORGANIZATION_NAMES);

const PERSON_LIST: List<(typeof PERSON_LIST_COLUMNS)[number]> = {
  path: calls.listPeople.path,
  from: sql`${userProfiles}`,
  id: userProfiles.userProfileId,
  defaultSort: userProfiles.createdAt,
  columns: {
    name: storedTextColumn(userProfiles.nameComparable, userProfiles.nameOrder),
    email: storedTextColumn(userProfiles.emailComparable, userProfiles.emailOrder),
    organizations: { ...ORGANIZATIONS, finds: findsOrganizations },
    lastSignedInAt: { type: "day", timestamp: userProfiles.lastSignedInAt },
  },
};

/** The people of all organizations and of the company, newest first, all or one page. */
export async function listPeople(
  deps: Deps,
  query: z.output<typeof calls.listPeople.query>,
): Promise<ListAnswer<typeof calls.listPeople>> {
  const where = isNotRemoved(userProfiles);
  const selection = await readList(deps, PERSON_LIST, { cursorAudience: "company", where }, query);
  const people = await findListedPeople(deps.db, selection);
  return { data: people.map(({ createdAt: _, ...person }) => person), ...pageOf(selection) };
}
