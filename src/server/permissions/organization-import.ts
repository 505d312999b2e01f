import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import {
  CONTACT_PROGRAMS,
  ORGANIZATION_COLUMNS,
  type OrganizationColumn,
} from "#domain/organizations/organization-columns.ts";
import {
  type KnownClients,
  type PlannedOrganization,
  planOrganizationImport,
  savedOrganizationCells,
} from "#domain/organizations/plan-organization-import.ts";
import type { Change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { DbOrTx } from "../db/database.ts";
import { insertMany, isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { type ImportNoun, inBatches } from "../imports/import-noun.ts";
import { inviteMany } from "../invitations/invite-many.ts";
import { requireInviting } from "../invitations/invite-person.ts";
import { findClients } from "../organizations/export-organizations.ts";
import { isNotRemoved, userProfiles } from "../schema/account.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";

/** Imports organizations with their details, and invites their people if `invites` says so. */
export function organizationImport({
  invites = false,
}: {
  invites?: boolean | undefined;
}): ImportNoun<OrganizationColumn, PlannedOrganization> {
  return {
    columns: ORGANIZATION_COLUMNS,
    programs: CONTACT_PROGRAMS,
    plan: async (reader) => planOrganizationImport(await findKnown(reader), { invites }),
    countPeople: (plannedRows) => plannedRows.filter(({ contact }) => contact !== null).length,
    savedCells: savedOrganizationCells,
    lock: (tx, plannedRows) =>
      tx
        .select({ organizationId: organizations.organizationId })
        .from(organizations)
        .where(isAnyOf(organizations.organizationId, idsOf(plannedRows)))
        .orderBy(organizations.organizationId)
        .for("update"),
    async apply(opened, deps, { added, changed }, onWritten, by) {
      const idOf = new Map<string, Id>();
      await inBatches(added, onWritten, async (part) => {
        for (const [key, id] of await addNew(opened, part)) idOf.set(key, id);
      });
      await inBatches(changed, onWritten, (part) => renameOthers(opened, deps, part));
      const plannedRows = [...added, ...changed];
      const organizationOf = (planned: PlannedOrganization) =>
        planned.was?.organizationId ?? idOf.get(planned.key) ?? "";
      await changeDetails(opened, plannedRows, organizationOf);
      if (plannedRows.length > 0)
        await deps.live.publish(opened.tx, { company: true }, { kind: "organization", id: "organizations" });
      await invitePeople(opened, deps, { plannedRows, organizationOf, by });
    },
  };
}

function idsOf(plannedRows: readonly PlannedOrganization[]) {
  return plannedRows.flatMap(({ was }) => (was ? [was.organizationId] : []));
}

async function findKnown(reader: DbOrTx): Promise<KnownClients> {
  const { email, adminRole, userProfileId } = userProfiles;
  const { organizationId } = organizationPermissions;
  const members = await reader
    .select({ email, organizationId })
    .from(organizationPermissions)
    .innerJoin(userProfiles, sql`${userProfileId} = ${organizationPermissions.userId}`)
    .where(isNotRemoved(userProfiles));
  const invited = await reader
    .select({ email: invitations.email, organizationId: invitations.organizationId })
    .from(invitations)
    .where(isPending());
  const colleagues = await reader.select({ email }).from(userProfiles).where(sql`${adminRole} is not null`);
  return {
    organizations: await findClients(reader),
    people: [
      ...invited.map((one) => ({ ...one, email: lower(one.email), is: "invited" as const })),
      ...members.map((one) => ({ ...one, email: lower(one.email), is: "member" as const })),
      ...colleagues.map((one) => ({ email: lower(one.email), organizationId: null, is: "company" as const })),
    ],
  };
}

function lower(email: string | null): string {
  return (email ?? "").toLowerCase();
}

/** Adds organizations, and returns their ids by key. */
async function addNew(
  { tx, at, recordAll }: Change,
  plannedRows: readonly PlannedOrganization[],
): Promise<Map<string, Id>> {
  const added = plannedRows.map(({ key, organizationName }) => ({
    key,
    organizationId: v7(),
    organizationName,
    status: "INACTIVE" as const,
    quickLinks: [],
    createdAt: at,
  }));
  await insertMany(tx, organizations, added);
  await recordAll(
    added.map(({ organizationId, organizationName }) => ({
      action: "organization.add" as const,
      subjectId: organizationId,
      organizationId,
      details: { organizationName },
    })),
  );
  return new Map(added.map(({ key, organizationId }) => [key, organizationId]));
}

async function renameOthers(
  { tx, recordAll }: Change,
  deps: Deps,
  plannedRows: readonly PlannedOrganization[],
): Promise<void> {
  const renamed = plannedRows.flatMap(({ was, isRenamed, organizationName }) =>
    was && isRenamed ? [{ was, organizationName }] : [],
  );
  if (renamed.length === 0) return;
  const rows = renamed.map(({ was, organizationName }) => ({ id: was.organizationId, organizationName }));
  await tx.execute(sql`
    update organizations set organization_name = given."organizationName"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id text, "organizationName" text)
    where organization_id = given.id`);
  await recordAll(
    renamed.map(({ was: { organizationId, organizationName: from }, organizationName: to }) => ({
      action: "organization.rename" as const,
      subjectId: organizationId,
      organizationId,
      details: { from, to },
    })),
  );
  for (const { id } of rows) {
    await deps.live.publish(tx, { organization: id }, { kind: "organization", id });
  }
}

type OrganizationOf = (planned: PlannedOrganization) => Id;

/** Stores the details that the rows of each organization give. Those that no row gives stay. */
async function changeDetails(
  { tx, recordAll }: Change,
  plannedRows: readonly PlannedOrganization[],
  organizationOf: OrganizationOf,
): Promise<void> {
  const changed = plannedRows.filter(({ details }) => Object.keys(details).length > 0);
  if (changed.length === 0) return;
  const rows = [...Map.groupBy(changed, organizationOf)].map(([organizationId, group]) => ({
    organizationId,
    details: Object.assign({}, ...group.map(({ details }) => details)) as PlannedOrganization["details"],
  }));
  const given = JSON.stringify(rows.map(({ organizationId, details }) => ({ organizationId, ...details })));
  // The first details of an organization are its second version, as in changeDetails of one organization.
  await tx.execute(sql`
    insert into organization_details as known
      (organization_id, legal_name, abn, billing_address, phone, billing_contact, billing_email, record_version)
    select "organizationId", "legalName", abn, "billingAddress", phone, "billingContact", "billingEmail", 2
    from jsonb_to_recordset(${given}::jsonb) as given("organizationId" text, "legalName" text, abn text,
      "billingAddress" text, phone text, "billingContact" text, "billingEmail" text)
    on conflict (organization_id) do update set
      legal_name = coalesce(excluded.legal_name, known.legal_name),
      abn = coalesce(excluded.abn, known.abn),
      billing_address = coalesce(excluded.billing_address, known.billing_address),
      phone = coalesce(excluded.phone, known.phone),
      billing_contact = coalesce(excluded.billing_contact, known.billing_contact),
      billing_email = coalesce(excluded.billing_email, known.billing_email)`);
  await recordAll(
    rows.map(({ organizationId, details }) => ({
      action: "organization.change-details" as const,
      subjectId: organizationId,
      organizationId,
      details: { fields: Object.keys(details) },
    })),
  );
}

type Inviting = { plannedRows: readonly PlannedOrganization[]; organizationOf: OrganizationOf; by: Editor };

async function invitePeople(
  opened: Change,
  deps: Deps,
  { plannedRows, organizationOf, by }: Inviting,
): Promise<void> {
  const people = plannedRows.flatMap((planned) =>
    planned.isInvited && planned.contact
      ? [{ ...planned.contact, organizationId: organizationOf(planned) }]
      : [],
  );
  if (people.length === 0) return;
  requireInviting(deps, by);
  await inviteMany(opened, deps, people, by);
}
