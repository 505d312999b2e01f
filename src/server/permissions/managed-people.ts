import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/permissions.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { REQUEST_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import {
  type ManagedMember,
  type ManagedRequest,
  type PeopleOfOrganization,
  REQUEST_DAYS,
} from "#domain/permissions/managed-people.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { addDays } from "../invitations/invite-person.ts";
import { findPendingInvitations } from "../invitations/queries.ts";
import { computedTextColumn, type List, storedTextColumn } from "../lists/list.ts";
import { pageOf, readList } from "../lists/read-list.ts";
import { requireOrganization } from "../organizations/queries.ts";
import { userProfiles } from "../schema/account.ts";
import { organizations } from "../schema/organizations.ts";
import {
  IS_GRANTED,
  organizationPermissionRequests,
  organizationPermissions,
} from "../schema/permissions.ts";
import { decisionsHeldUntil, presentPermission, presentPermissionRequest } from "./queries.ts";

/** Everybody of an organization. Throws AppError "not-found" for an unknown organization. */
export async function readPeopleOfOrganization(
  reader: DbOrTx,
  organizationId: Id,
  now: Date,
): Promise<PeopleOfOrganization> {
  await requireOrganization(reader, organizationId);
  return {
    members: await findMembers(reader, organizationId, now),
    requests: await findManagedRequests(reader, {
      where: eq(organizationPermissionRequests.organizationId, organizationId),
      orderBy: [asc(organizationPermissionRequests.createdAt)],
    }),
    invitations: await findPendingInvitations(reader, { organizationId }),
  };
}

async function findMembers(reader: DbOrTx, organizationId: Id, now: Date): Promise<ManagedMember[]> {
  const rows = await reader
    .select({
      permission: organizationPermissions,
      person: userProfiles,
      decisionsHeldUntil: decisionsHeldUntil(now),
    })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .where(eq(organizationPermissions.organizationId, organizationId))
    .orderBy(asc(userProfiles.lastName), asc(userProfiles.userProfileId));
  return rows.map(({ permission: { createdAt, ...permission }, person, decisionsHeldUntil }) => ({
    ...presentPermission({ permission, adminRole: person.adminRole, decisionsHeldUntil }),
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    memberSince: createdAt.toISOString(),
  }));
}

export async function findManagedRequests(
  reader: DbOrTx,
  { where, orderBy, limit }: { where: SQL | undefined; orderBy: SQL[]; limit?: number },
): Promise<ManagedRequest[]> {
  const found = reader
    .select({
      request: organizationPermissionRequests,
      organizationName: organizations.organizationName,
      requester: userProfiles,
      isGranted: sql<boolean>`${IS_GRANTED}`,
    })
    .from(organizationPermissionRequests)
    .innerJoin(organizations, eq(organizations.organizationId, organizationPermissionRequests.organizationId))
    .leftJoin(
      userProfiles,
      eq(userProfiles.userProfileId, organizationPermissionRequests.requestedByUserProfileId),
    )
    .where(where)
    .orderBy(...orderBy);
  const rows = await (limit === undefined ? found : found.limit(limit));
  return rows.map(({ request, organizationName, requester, isGranted: granted }) => ({
    ...presentPermissionRequest(request),
    organizationName,
    requestedByName: requester && displayName(requester),
    requestedAt: request.createdAt.toISOString(),
    expiresAt: addDays(request.createdAt, REQUEST_DAYS).toISOString(),
    isGranted: granted,
  }));
}

const { firstName, lastName, email, createdAt } = organizationPermissionRequests;

export const REQUEST_LIST: List<(typeof REQUEST_LIST_COLUMNS)[number]> = {
  path: calls.listAllRequests.path,
  from: sql`${organizationPermissionRequests} join ${organizations}
    on ${eq(organizations.organizationId, organizationPermissionRequests.organizationId)}`,
  id: organizationPermissionRequests.organizationPermissionRequestId,
  defaultSort: createdAt,
  columns: {
    name: computedTextColumn(sql`trim(${firstName} || ' ' || ${lastName})`),
    email: computedTextColumn(email),
    organizationName: storedTextColumn(organizations.nameComparable, organizations.nameOrder),
    requestedAt: { type: "day", timestamp: createdAt },
  },
};

/** The open requests of all organizations, newest first, all or one page. */
export async function listAllRequests(
  deps: Deps,
  query: z.output<typeof calls.listAllRequests.query>,
): Promise<ListAnswer<typeof calls.listAllRequests>> {
  const selection = await readList(
    deps,
    REQUEST_LIST,
    { cursorAudience: "company", where: undefined },
    query,
  );
  return { data: await findManagedRequests(deps.db, selection), ...pageOf(selection) };
}
