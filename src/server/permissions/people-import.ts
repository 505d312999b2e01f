import { asc, eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { canonicalEmail } from "#domain/account/email-address.ts";
import { fullName } from "#domain/account/user-profile.ts";
import { writeCsv } from "#domain/csv/write-csv.ts";
import type { Id } from "#domain/id.ts";
import { csvCellForOrganization } from "#domain/organizations/organization-index.ts";
import { PERMISSION_LABELS } from "#domain/permissions/managed-people.ts";
import {
  type KnownPeople,
  PEOPLE_COLUMNS,
  type PlannedPerson,
  planPeopleImport,
} from "#domain/permissions/plan-people-import.ts";
import type { Change } from "../access/change.ts";
import { lockCompanyPeople } from "../access/two-sides.ts";
import { companyActor } from "../access-records/access-event.ts";
import { readAccessPeople } from "../access-records/queries.ts";
import { recordAccess } from "../access-records/record-access.ts";
import type { DbOrTx } from "../db/database.ts";
import { insertMany, isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { ensureUnclaimedSignIns } from "../identity/create-sign-ins.ts";
import { type ImportNoun, inBatches } from "../imports/import-noun.ts";
import { CONFLICT } from "../imports/run-import.ts";
import { findAllOrganizations } from "../organizations/queries.ts";
import { isNotRemoved, userProfiles } from "../schema/account.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";

/** Runs as the portal, because it creates sign-ins. */
export const peopleImport: ImportNoun<keyof typeof PEOPLE_COLUMNS, PlannedPerson> = {
  columns: PEOPLE_COLUMNS,
  plan: async (reader, { rows }) => {
    const emails = [...new Set(rows.map(({ cells }) => canonicalEmail(cells.Email).toLowerCase()))];
    return planPeopleImport(await findKnown(reader, emails));
  },
  savedCells: ({ email }) => ({ Email: email }),
  async lock(tx, plannedRows) {
    await lockCompanyPeople(
      tx,
      plannedRows.flatMap(({ userProfileId }) => userProfileId ?? []),
    );
    await tx
      .select({ id: organizationPermissions.organizationPermissionId })
      .from(organizationPermissions)
      .where(isAnyOf(organizationPermissions.organizationPermissionId, permissionIdsOf(plannedRows)))
      .orderBy(organizationPermissions.organizationPermissionId)
      .for("update");
  },
  async apply(opened, deps, { added, changed }, onWritten, by) {
    const gaining = [...added, ...changed.filter((planned) => planned.permissionType === "write")];
    const known = gaining.flatMap(({ userProfileId }) => userProfileId ?? []);
    // A person may have got a role since the rows were planned.
    if ((await lockCompanyPeople(opened.tx, known)).size > 0) throw CONFLICT;
    const idOf = new Map<string, Id>();
    const personOf = (planned: PlannedPerson) =>
      planned.userProfileId ?? idOf.get(planned.email.toLowerCase()) ?? "";
    await inBatches(added, onWritten, async (part) => {
      const isNew = ({ userProfileId, email }: PlannedPerson) =>
        userProfileId === null && !idOf.has(email.toLowerCase());
      for (const [email, id] of await addPeople(opened, part.filter(isNew))) idOf.set(email, id);
      await grantAccess(opened, part, personOf);
    });
    await inBatches(changed, onWritten, (part) => changeRights(opened, part));
    const actor = { ...companyActor(by), side: "import" as const };
    const plannedRows = [...added, ...changed];
    await publish(opened, deps, plannedRows);
    const people = await readAccessPeople(opened.tx, plannedRows.map(personOf));
    await recordAccess(
      opened,
      deps,
      plannedRows.map((planned) => ({ ...accessEventOf(planned), person: people(personOf(planned)), actor })),
    );
  },
};

/** An import does not change a known person's name or email, so the event has those of the profile. */
function accessEventOf({ organizationId, permissionType, permission }: PlannedPerson) {
  if (!permission) return { kind: "grant", organizationId, permissionType } as const;
  const previousPermissionType = permission.permissionType;
  return { kind: "change", organizationId, permissionType, previousPermissionType } as const;
}

function permissionIdsOf(plannedRows: readonly PlannedPerson[]): Id[] {
  return plannedRows.flatMap(({ permission }) => (permission ? [permission.organizationPermissionId] : []));
}

async function findKnown(reader: DbOrTx, emails: readonly string[]): Promise<KnownPeople> {
  const email = sql<string>`lower(${userProfiles.email})`;
  const people = await reader
    .select({ userProfileId: userProfiles.userProfileId, email, adminRole: userProfiles.adminRole })
    .from(userProfiles)
    .where(isAnyOf(email, emails));
  const ids = people.map(({ userProfileId }) => userProfileId);
  return {
    organizations: await findAllOrganizations(reader),
    people,
    permissions: await reader
      .select()
      .from(organizationPermissions)
      .where(isAnyOf(organizationPermissions.userId, ids)),
  };
}

/** Adds new people, each once, and returns the ids by email in lower case. */
async function addPeople(
  { tx, at }: Change,
  plannedRows: readonly PlannedPerson[],
): Promise<Map<string, Id>> {
  const firstOf = Map.groupBy(plannedRows, ({ email }) => email.toLowerCase());
  const people = [...firstOf].flatMap(([email, [planned]]) => (planned ? [{ email, planned }] : []));
  const signInOf = await ensureUnclaimedSignIns(
    tx,
    people.map(({ email, planned }) => ({ email, name: fullName(planned) })),
  );
  const rows = people.map(({ email, planned }) => ({
    userProfileId: v7(),
    authUserId: signInOf.get(email) ?? null,
    email: planned.email,
    firstName: planned.firstName,
    lastName: planned.lastName,
    activeOrganizationId: planned.organizationId,
    createdAt: at,
  }));
  await insertMany(tx, userProfiles, rows);
  return new Map(rows.map(({ email, userProfileId }) => [email.toLowerCase(), userProfileId]));
}

/** Gives people their rights, in place of pending requests and invitations for them. */
async function grantAccess(
  { tx, at, recordAll }: Change,
  plannedRows: readonly PlannedPerson[],
  idOf: (planned: PlannedPerson) => Id,
): Promise<void> {
  if (plannedRows.length === 0) return;
  const rows = plannedRows.map((planned) => ({
    organizationPermissionId: v7(),
    organizationId: planned.organizationId,
    userId: idOf(planned),
    permissionType: planned.permissionType,
    createdAt: at,
  }));
  await insertMany(tx, organizationPermissions, rows);
  const places = plannedRows.map(({ email, organizationId }) => ({
    email: email.toLowerCase(),
    organizationId,
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given(email text, "organizationId" text)`;
  await tx.execute(sql`
    delete from organization_permission_requests as asked using ${given}
    where asked.organization_id = given."organizationId" and lower(asked.email) = given.email`);
  await tx.execute(sql`
    update invitations as invited set ended_at = ${at.toISOString()}::timestamptz from ${given}
    where invited.organization_id = given."organizationId" and lower(invited.email) = given.email
      and invited.used_at is null and invited.ended_at is null`);
  await tx.execute(sql`
    update user_profiles as person set active_organization_id = given."organizationId"
    from (select distinct on (email) * from ${given}) as given
    where lower(person.email) = given.email and person.active_organization_id is null`);
  await recordAll(
    rows.map(({ organizationPermissionId, organizationId, userId, permissionType }) => ({
      action: "permission.add" as const,
      subjectId: organizationPermissionId,
      organizationId,
      details: { userId, permissionType },
    })),
  );
}

async function changeRights({ tx, recordAll }: Change, plannedRows: readonly PlannedPerson[]): Promise<void> {
  const changed = plannedRows.flatMap(({ permission, permissionType: to }) =>
    permission ? [{ permission, to }] : [],
  );
  const rows = changed.map(({ permission, to }) => ({ id: permission.organizationPermissionId, to }));
  await tx.execute(sql`
    update organization_permissions set permission_type = given."to"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id text, "to" text)
    where organization_permission_id = given.id`);
  await recordAll(
    changed.map(({ permission, to }) => ({
      action: "permission.change" as const,
      subjectId: permission.organizationPermissionId,
      organizationId: permission.organizationId,
      details: { userId: permission.userId, from: permission.permissionType, to },
    })),
  );
}

/** Publishes to the company, to each organization once, and to people who were known before. */
async function publish({ tx }: Change, { live }: Deps, plannedRows: readonly PlannedPerson[]): Promise<void> {
  if (plannedRows.length === 0) return;
  const ids = [...new Set(plannedRows.map(({ organizationId }) => organizationId))];
  const known = plannedRows.flatMap(({ userProfileId: person, organizationId: id }) =>
    person ? [{ audience: { person }, event: { kind: "organization" as const, id } }] : [],
  );
  await live.publishAll(tx, [
    { audience: { company: true }, event: { kind: "permission", id: "people" } },
    ...ids.map((id) => ({ audience: { organization: id }, event: { kind: "permission" as const, id } })),
    ...known,
  ]);
}

/** All clients' people with their rights, as an import takes them back. */
export async function writePeople(reader: DbOrTx): Promise<string> {
  const rows = await reader
    .select({
      email: userProfiles.email,
      firstName: userProfiles.firstName,
      lastName: userProfiles.lastName,
      organizationId: organizations.organizationId,
      organizationName: organizations.organizationName,
      permissionType: organizationPermissions.permissionType,
    })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .innerJoin(organizations, eq(organizations.organizationId, organizationPermissions.organizationId))
    .where(isNotRemoved(userProfiles))
    .orderBy(asc(organizations.nameOrder), asc(userProfiles.email), asc(organizations.organizationId));
  const cellOf = csvCellForOrganization(await findAllOrganizations(reader));
  return writeCsv(
    Object.keys(PEOPLE_COLUMNS),
    rows.map((row) => [
      row.email,
      row.firstName,
      row.lastName,
      cellOf(row),
      PERMISSION_LABELS[row.permissionType],
    ]),
  );
}
