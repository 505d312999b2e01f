import { and, asc, count, desc, eq, isNotNull, ne, not, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import * as calls from "#contract/admin/organizations.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { ORDER_DIGITS } from "#domain/lists/comparable-text.ts";
import type { ORGANIZATION_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type {
  ListedOrganization,
  ManagedOrganization,
  OpenDocument,
} from "#domain/organizations/managed-organization.ts";
import {
  ORGANIZATION_STATUSES,
  type Organization,
  type OwnOrganization,
} from "#domain/organizations/organization.ts";
import type { ShownDetails } from "#domain/organizations/organization-details.ts";
import { organizationKey } from "#domain/organizations/organization-index.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import {
  type List,
  type ListColumn,
  linkedTextColumn,
  numericTextColumn,
  storedTextColumn,
} from "../lists/list.ts";
import { type ListSelection, pageWithStatusCounts, readList } from "../lists/read-list.ts";
import { userProfiles } from "../schema/account.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { organizationDetails } from "../schema/organization-details.ts";
import { organizationStatusChanges, organizations } from "../schema/organizations.ts";
import {
  IS_GRANTED,
  organizationPermissionRequests,
  organizationPermissions,
} from "../schema/permissions.ts";

const COLUMNS = {
  organizationId: organizations.organizationId,
  organizationName: organizations.organizationName,
  status: organizations.status,
  quickLinks: organizations.quickLinks,
};

const OWN_COLUMNS = {
  ...COLUMNS,
  isDeactivated: sql<boolean>`${organizations.status} = 'INACTIVE' and ${organizations.deactivatedAt} is not null`,
};

const VERSIONS = { recordVersion: organizations.recordVersion, linksVersion: organizations.linksVersion };

/** A person's organizations, sorted by name. */
export async function findOrganizationsOf(reader: DbOrTx, userProfileId: Id): Promise<OwnOrganization[]> {
  return reader
    .select(OWN_COLUMNS)
    .from(organizationPermissions)
    .innerJoin(organizations, eq(organizations.organizationId, organizationPermissions.organizationId))
    .where(eq(organizationPermissions.userId, userProfileId))
    .orderBy(asc(organizations.organizationName), asc(organizations.organizationId));
}

/** Those of these organizations that there are, in no order. */
export async function findOrganizations(reader: DbOrTx, ids: readonly Id[]): Promise<OwnOrganization[]> {
  return reader.select(OWN_COLUMNS).from(organizations).where(isAnyOf(organizations.organizationId, ids));
}

/** All organizations by name. */
export async function findAllOrganizations(reader: DbOrTx): Promise<Organization[]> {
  return reader
    .select(COLUMNS)
    .from(organizations)
    .orderBy(asc(organizations.nameOrder), asc(organizations.organizationId));
}

export async function findOrganizationNames(reader: DbOrTx, ids: readonly Id[]): Promise<Map<Id, string>> {
  const { organizationId, organizationName } = organizations;
  const rows = await reader
    .select({ organizationId, organizationName })
    .from(organizations)
    .where(isAnyOf(organizationId, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.organizationId, row.organizationName]));
}

const isOpen = eq(uniqueDocuments.status, "PENDING");

/** The organizations of a selection, with how much each has. */
async function findListedOrganizations(
  reader: DbOrTx,
  { where, orderBy }: ListSelection,
): Promise<ListedOrganization[]> {
  const { quickLinks: _, ...columns } = COLUMNS;
  const rows = await reader
    .select({ ...columns, createdAt: organizations.createdAt })
    .from(organizations)
    .where(where)
    .orderBy(...orderBy);
  const ids = rows.map((row) => row.organizationId);
  const countOf = async (table: PgTable, column: AnyPgColumn, where?: SQL) => {
    const id = sql<Id>`${column}`;
    const counted = await reader
      .select({ id, amount: count() })
      .from(table)
      .where(and(isAnyOf(column, ids), where))
      .groupBy(column);
    return new Map(counted.map(({ id: organizationId, amount }) => [organizationId, amount]));
  };
  const [members, requests, openDocuments, owners] = await Promise.all([
    countOf(organizationPermissions, organizationPermissions.organizationId),
    countOf(organizationPermissionRequests, organizationPermissionRequests.organizationId, not(IS_GRANTED)),
    countOf(uniqueDocuments, uniqueDocuments.organizationId, isOpen),
    findOwnerNames(reader, ids),
  ]);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    members: members.get(row.organizationId) ?? 0,
    requests: requests.get(row.organizationId) ?? 0,
    openDocuments: openDocuments.get(row.organizationId) ?? 0,
    ownerName: owners.get(row.organizationId) ?? null,
  }));
}

/** The names of the colleagues who look after organizations. */
async function findOwnerNames(reader: DbOrTx, ids: readonly Id[]): Promise<Map<Id, string>> {
  const { firstName, lastName, email } = userProfiles;
  const { organizationId } = organizationDetails;
  const rows = await reader
    .select({ organizationId, firstName, lastName, email })
    .from(organizationDetails)
    .innerJoin(userProfiles, isPresentOwner)
    .where(isAnyOf(organizationId, ids));
  return new Map(rows.map((row) => [row.organizationId, displayName(row)]));
}

const isPresentOwner = and(
  eq(userProfiles.userProfileId, organizationDetails.ownerId),
  isNotNull(userProfiles.adminRole),
);

/** A column of the colleague who looks after an organization of the list. */
function ofOwner(column: AnyPgColumn): SQL {
  return sql`(select ${column} from ${organizationDetails} inner join ${userProfiles} on ${isPresentOwner}
    where ${eq(organizationDetails.organizationId, organizations.organizationId)})`;
}

/** How much of a table an organization of the list has. */
const AMOUNTS = {
  members: sql`(select count(*) from ${organizationPermissions}
    where ${eq(organizationPermissions.organizationId, organizations.organizationId)})`,
  requests: sql`(select count(*) from ${organizationPermissionRequests}
    where ${eq(organizationPermissionRequests.organizationId, organizations.organizationId)} and not ${IS_GRANTED})`,
  openDocuments: sql`(select count(*) from ${uniqueDocuments}
    where ${eq(uniqueDocuments.organizationId, organizations.organizationId)}
    and ${uniqueDocuments.status} = 'PENDING')`,
};

/** An organization for the company's people. Throws AppError "not-found" for an unknown id. */
export async function presentManaged(reader: DbOrTx, organizationId: Id): Promise<ManagedOrganization> {
  const [row] = await reader
    .select({ ...COLUMNS, ...VERSIONS, createdAt: organizations.createdAt })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  if (!row) return noOrganization();
  const isMember = eq(organizationPermissions.organizationId, organizationId);
  const isRequest = eq(organizationPermissionRequests.organizationId, organizationId);
  const { status, changedBy, changedAt, reason } = organizationStatusChanges;
  const changes = await reader
    .select({ status, changedBy, changedAt, reason })
    .from(organizationStatusChanges)
    .where(eq(organizationStatusChanges.organizationId, organizationId))
    .orderBy(desc(changedAt), desc(organizationStatusChanges.organizationStatusChangeId));
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    members: await reader.$count(organizationPermissions, isMember),
    requests: await reader.$count(organizationPermissionRequests, and(isRequest, not(IS_GRANTED))),
    openDocuments: await findOpenDocuments(reader, organizationId),
    ...(await findDetails(reader, organizationId)),
    statusChanges: changes.map((one) => ({ ...one, changedAt: one.changedAt.toISOString() })),
  };
}

const NO_DETAILS: ShownDetails = {
  legalName: null,
  abn: null,
  billingAddress: null,
  phone: null,
  billingContact: null,
  billingEmail: null,
  ownerId: null,
  ownerName: null,
};

/** The details of an organization and their version. An owner without a role any more is none. */
export async function findDetails(
  reader: DbOrTx,
  organizationId: Id,
): Promise<{ details: ShownDetails; detailsVersion: number }> {
  const { firstName, lastName, email } = userProfiles;
  const [found] = await reader
    .select({ row: organizationDetails, owner: { firstName, lastName, email } })
    .from(organizationDetails)
    .leftJoin(userProfiles, isPresentOwner)
    .where(eq(organizationDetails.organizationId, organizationId));
  if (!found) return { details: NO_DETAILS, detailsVersion: 1 };
  const {
    organizationId: _,
    recordVersion: detailsVersion,
    usualRecipients: __,
    ownerId,
    ...stored
  } = found.row;
  const owner = found.owner && { ownerId, ownerName: displayName(found.owner) };
  return { details: { ...NO_DETAILS, ...stored, ...owner }, detailsVersion };
}

/** The documents that wait for an organization's decision. The one unchanged for longest comes first. */
export async function findOpenDocuments(reader: DbOrTx, organizationId: Id): Promise<OpenDocument[]> {
  const { uniqueDocumentId, externalId, name, documentType, updatedAt } = uniqueDocuments;
  return reader
    .select({ uniqueDocumentId, externalId, name, documentType })
    .from(uniqueDocuments)
    .where(and(eq(uniqueDocuments.organizationId, organizationId), isOpen))
    .orderBy(asc(updatedAt), asc(uniqueDocumentId));
}

/** Locks an organization's row until the transaction ends. Clients' changes lock it too (access/confirm-caller.ts). */
export async function lockOrganization(tx: Tx, organizationId: Id) {
  const [row] = await tx
    .select({ ...COLUMNS, ...VERSIONS })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId))
    .for("no key update");
  return row ?? noOrganization();
}

/** Locks several, always in one order, so that two callers do not wait for each other. */
export async function lockOrganizations(tx: Tx, ids: readonly Id[]): Promise<Map<Id, Organization>> {
  const rows = await tx
    .select(COLUMNS)
    .from(organizations)
    .where(isAnyOf(organizations.organizationId, ids))
    .orderBy(asc(organizations.organizationId))
    .for("no key update");
  return new Map(rows.map((row) => [row.organizationId, row]));
}

/** Reads an organization that stays as it is until the transaction ends. Others may read it in the meantime. */
export async function shareLockOrganization(tx: Tx, organizationId: Id): Promise<Organization | null> {
  const [row] = await tx
    .select(COLUMNS)
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId))
    .for("share");
  return row ?? null;
}

/** Another organization whose name people take for this one (organizationKey). */
export async function findNamesake(
  reader: DbOrTx,
  organizationName: string,
  exceptId: Id | null,
): Promise<{ organizationId: Id; organizationName: string } | null> {
  const { organizationId, organizationName: name, nameComparable } = organizations;
  const isOther = exceptId === null ? undefined : ne(organizationId, exceptId);
  const [row] = await reader
    .select({ organizationId, organizationName: name })
    .from(organizations)
    .where(and(sql`replace(${nameComparable}, ' ', '') = ${organizationKey(organizationName)}`, isOther))
    .orderBy(asc(organizationId))
    .limit(1);
  return row ?? null;
}

/** The name of the organization whose id is in a column of a list's table. */
export function nameOfOrganization(column: AnyPgColumn): ListColumn {
  const { organizationId: id, nameComparable: comparable, nameOrder: order } = organizations;
  return linkedTextColumn({ column, of: organizations, id, comparable, order });
}

/** Throws AppError "not-found" for an unknown id. */
export async function requireOrganization(reader: DbOrTx, organizationId: Id): Promise<void> {
  const isKnown = eq(organizations.organizationId, organizationId);
  if ((await reader.$count(organizations, isKnown)) === 0) noOrganization();
}

export function noOrganization(): never {
  throw new AppError("not-found", "There is no such organization.");
}

export const ORGANIZATION_LIST: List<(typeof ORGANIZATION_LIST_COLUMNS)[number]> = {
  path: calls.listAllOrganizations.path,
  from: sql`${organizations}`,
  id: organizations.organizationId,
  defaultSort: organizations.createdAt,
  columns: {
    organizationName: storedTextColumn(organizations.nameComparable, organizations.nameOrder),
    ownerName: {
      type: "text",
      comparable: ofOwner(userProfiles.nameComparable),
      order: ofOwner(userProfiles.nameOrder),
    },
    members: amountColumn(AMOUNTS.members),
    requests: amountColumn(AMOUNTS.requests),
    openDocuments: amountColumn(AMOUNTS.openDocuments),
    createdAt: { type: "day", timestamp: organizations.createdAt },
    status: { type: "enum", column: organizations.status, values: ORGANIZATION_STATUSES },
  },
};

function amountColumn(amount: SQL): ListColumn {
  const order = sql`lpad(${amount}::text, ${ORDER_DIGITS}::int, '0')`;
  return { ...numericTextColumn(sql`${amount}::text`, order, /^\d*$/), isRequired: true };
}

/** All organizations, or one page of them. */
export async function listAllOrganizations(
  deps: Deps,
  query: z.output<typeof calls.listAllOrganizations.query>,
): Promise<ListAnswer<typeof calls.listAllOrganizations>> {
  const selection = await readList(
    deps,
    ORGANIZATION_LIST,
    { cursorAudience: "company", where: undefined },
    query,
  );
  return { data: await findListedOrganizations(deps.db, selection), ...pageWithStatusCounts(selection) };
}
