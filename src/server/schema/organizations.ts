import { boolean, index, jsonb, pgTable, text, type UpdateDeleteAction } from "drizzle-orm/pg-core";
import { ORGANIZATION_STATUSES, type QuickLink } from "#domain/organizations/organization.ts";
import { id, oneOf, timestamptz, version } from "../db/columns.ts";
import { comparableOf, orderableOf } from "../db/comparable-sql.ts";
import { wordsColumn } from "../db/words-sql.ts";

export const organizations = pgTable(
  "organizations",
  {
    organizationId: id("organization_id").primaryKey(),
    organizationName: text("organization_name").notNull(),
    status: text("status", { enum: ORGANIZATION_STATUSES }).notNull(),
    /** When it was last deactivated; null: it never was, or it is active again. */
    deactivatedAt: timestamptz("deactivated_at"),
    quickLinks: jsonb("quick_links").$type<QuickLink[]>().notNull(),
    recordVersion: version(),
    linksVersion: version("links_version"),
    /** Whether its people need a second factor. */
    requiresFactor: boolean("requires_factor").notNull().default(false),
    /** Whether people re-authenticate before they accept or sign for it. */
    confirmsAcceptance: boolean("confirms_acceptance").notNull().default(false),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
    /** Generated columns for searching and sorting. */
    nameComparable: comparableOf("name_comparable", "organization_name"),
    nameOrder: orderableOf("name_order", "organization_name"),
    words: wordsColumn(["organization_name"]),
  },
  (table) => [
    oneOf("organizations_status", table.status, ORGANIZATION_STATUSES),
    index("organizations_list").on(table.createdAt.desc(), table.organizationId.desc()),
    index("organizations_words").using("gin", table.words),
  ],
);

/** The organization that a row belongs to. */
export const ofOrganization = (onDelete: UpdateDeleteAction) =>
  id("organization_id").references(() => organizations.organizationId, { onDelete });

/** Who verified or deactivated an organization, when and why. Only the company sees these rows. */
export const organizationStatusChanges = pgTable(
  "organization_status_changes",
  {
    organizationStatusChangeId: id("organization_status_change_id").primaryKey(),
    organizationId: ofOrganization("cascade").notNull(),
    status: text("status", { enum: ORGANIZATION_STATUSES }).notNull(),
    /** The name at that time of the person who changed it. */
    changedBy: text("changed_by").notNull(),
    reason: text("reason"),
    changedAt: timestamptz("changed_at").notNull(),
  },
  (table) => [
    oneOf("organization_status_changes_status", table.status, ORGANIZATION_STATUSES),
    index("organization_status_changes_organization").on(table.organizationId, table.changedAt.desc()),
  ],
);

/** The company's notes about organizations. Only the company sees these rows. */
export const notes = pgTable(
  "notes",
  {
    noteId: id("note_id").primaryKey(),
    organizationId: ofOrganization("cascade").notNull(),
    text: text("text").notNull(),
    recordVersion: version(),
    /** Names at that time. */
    writtenBy: text("written_by").notNull(),
    writtenAt: timestamptz("written_at").notNull(),
    changedBy: text("changed_by"),
    changedAt: timestamptz("changed_at"),
  },
  (table) => [index("notes_organization_id").on(table.organizationId, table.writtenAt.desc())],
);
