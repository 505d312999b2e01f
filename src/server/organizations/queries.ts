import { asc, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { organizationPermissions } from "../permissions/tables.ts";
import { organizations } from "./tables.ts";

/** A person's organizations, sorted by name. */
export async function findOrganizationsOf(reader: Reader, userProfileId: Id): Promise<Organization[]> {
  return reader
    .select({
      organizationId: organizations.organizationId,
      organizationName: organizations.organizationName,
      status: organizations.status,
      quickLinks: organizations.quickLinks,
    })
    .from(organizationPermissions)
    .innerJoin(organizations, eq(organizations.organizationId, organizationPermissions.organizationId))
    .where(eq(organizationPermissions.userId, userProfileId))
    .orderBy(asc(organizations.organizationName), asc(organizations.organizationId));
}

export async function findOrganizationNames(reader: Reader, ids: readonly Id[]): Promise<Map<Id, string>> {
  const { organizationId, organizationName } = organizations;
  const rows = await reader
    .select({ organizationId, organizationName })
    .from(organizations)
    .where(isAnyOf(organizationId, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.organizationId, row.organizationName]));
}
