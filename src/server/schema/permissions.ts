import { and, eq, type SQL, sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { PERMISSION_TYPES } from "#domain/permissions/organization-permission.ts";
import { id, oneOf, timestamptz } from "../db/columns.ts";
import { ofPerson } from "./account.ts";
import { invitations, isPending } from "./invitations.ts";
import { ofOrganization } from "./organizations.ts";

export const organizationPermissions = pgTable(
  "organization_permissions",
  {
    organizationPermissionId: id("organization_permission_id").primaryKey(),
    organizationId: ofOrganization("cascade").notNull(),
    userId: ofPerson("user_id", "cascade").notNull(),
    permissionType: text("permission_type", { enum: PERMISSION_TYPES }).notNull(),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
  },
  (table) => [
    oneOf("organization_permissions_type", table.permissionType, PERMISSION_TYPES),
    uniqueIndex("organization_permissions_person").on(table.userId, table.organizationId),
    index("organization_permissions_organization_id").on(table.organizationId),
  ],
);

export const organizationPermissionRequests = pgTable(
  "organization_permission_requests",
  {
    organizationPermissionRequestId: id("organization_permission_request_id").primaryKey(),
    organizationId: ofOrganization("cascade").notNull(),
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    permissionType: text("permission_type", { enum: PERMISSION_TYPES }).notNull(),
    requestedByUserProfileId: ofPerson("requested_by_user_profile_id", "set null"),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
  },
  (table) => [
    oneOf("organization_permission_requests_type", table.permissionType, PERMISSION_TYPES),
    index("organization_permission_requests_requested_by").on(table.requestedByUserProfileId),
    uniqueIndex("organization_permission_requests_email").on(
      table.organizationId,
      sql`lower(${table.email})`,
    ),
  ],
);

/** Whether the requested person has an invitation that still works: the request was granted. */
export const IS_GRANTED: SQL = sql`exists (select from ${invitations} where ${and(
  eq(invitations.organizationId, organizationPermissionRequests.organizationId),
  sql`lower(${invitations.email}) = lower(${organizationPermissionRequests.email})`,
  isPending(),
  sql`${invitations.expiresAt} > now()`,
)})`;
