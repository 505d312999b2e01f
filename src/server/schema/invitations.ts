import { and, isNull, type SQL, sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { ADMIN_ROLES } from "#domain/account/admin-role.ts";
import { PERMISSION_TYPES } from "#domain/permissions/organization-permission.ts";
import { id, oneOf, timestamptz } from "../db/columns.ts";
import { ofPerson } from "./account.ts";
import { ofOrganization } from "./organizations.ts";

/** Invitations to the company or to a client's organization. A link is mailed; only the hash of its token is here. */
export const invitations = pgTable(
  "invitations",
  {
    invitationId: id("invitation_id").primaryKey(),
    tokenHash: text("token_hash").notNull(),
    /** Null for a link that anyone who holds it may use. */
    email: text("email"),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    adminRole: text("admin_role", { enum: ADMIN_ROLES }),
    organizationId: ofOrganization("cascade"),
    permissionType: text("permission_type", { enum: PERMISSION_TYPES }),
    /** Null: the portal itself. */
    invitedByUserProfileId: ofPerson("invited_by_user_profile_id", "set null"),
    sentAt: timestamptz("sent_at").notNull(),
    /** A job mails it, because it is one of many that were made together. */
    isMailDue: boolean("is_mail_due").notNull().default(false),
    expiresAt: timestamptz("expires_at").notNull(),
    usedAt: timestamptz("used_at"),
    usedByUserProfileId: ofPerson("used_by_user_profile_id", "set null"),
    endedAt: timestamptz("ended_at"),
  },
  (table) => [
    uniqueIndex("invitations_token_hash").on(table.tokenHash),
    // A person has one pending invitation to the company, and one to each organization.
    uniqueIndex("invitations_pending")
      .on(sql`coalesce(lower(${table.email}), '')`, sql`coalesce(${table.organizationId}, '')`)
      .where(sql`${table.usedAt} is null and ${table.endedAt} is null`),
    index("invitations_organization_id").on(table.organizationId),
    index("invitations_invited_by").on(table.invitedByUserProfileId),
    index("invitations_used_by").on(table.usedByUserProfileId),
    index("invitations_mail_due").on(table.sentAt).where(sql`${table.isMailDue}`),
    oneOf("invitations_admin_role", table.adminRole, ADMIN_ROLES),
    oneOf("invitations_permission_type", table.permissionType, PERMISSION_TYPES),
    check(
      "invitations_right",
      sql`(${table.adminRole} is null) = (${table.organizationId} is not null) and (${table.organizationId} is null) = (${table.permissionType} is null)`,
    ),
  ],
);

/** Whether an invitation is neither used nor taken back. */
export function isPending(): SQL | undefined {
  return and(isNull(invitations.usedAt), isNull(invitations.endedAt));
}
