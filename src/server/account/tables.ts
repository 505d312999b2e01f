import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { ADMIN_ROLES } from "#domain/account/admin-role.ts";
import { id, moment, oneOf } from "../db/columns.ts";
import { authUsers } from "../identity/tables.ts";
import { organizations } from "../organizations/tables.ts";

export const userProfiles = pgTable(
  "user_profiles",
  {
    userProfileId: id("user_profile_id").primaryKey(),
    /** The person's sign-in; null if they have none. */
    authUserId: text("auth_user_id").references(() => authUsers.id, { onDelete: "set null" }),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    activeOrganizationId: id("active_organization_id").references(() => organizations.organizationId, {
      onDelete: "set null",
    }),
    /** The role of one of the company's own people. */
    adminRole: text("admin_role", { enum: ADMIN_ROLES }),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("user_profiles_auth_user_id").on(table.authUserId),
    uniqueIndex("user_profiles_email").on(sql`lower(${table.email})`),
    oneOf("user_profiles_admin_role", table.adminRole, ADMIN_ROLES),
    index("user_profiles_active_organization_id").on(table.activeOrganizationId),
  ],
);
