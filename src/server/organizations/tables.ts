import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { ORGANIZATION_STATUSES, type QuickLink } from "#domain/organizations/organization.ts";
import { id, moment, oneOf } from "../db/columns.ts";

export const organizations = pgTable(
  "organizations",
  {
    organizationId: id("organization_id").primaryKey(),
    organizationName: text("organization_name").notNull(),
    status: text("status", { enum: ORGANIZATION_STATUSES }).notNull(),
    quickLinks: jsonb("quick_links").$type<QuickLink[]>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [oneOf("organizations_status", table.status, ORGANIZATION_STATUSES)],
);
