import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, moment } from "../db/columns.ts";

/**
 * The audit trail: what happened, who did it, and to which record. Rows are only added; without foreign keys, no
 * deletion can remove one.
 */
export const auditEvents = pgTable(
  "audit_events",
  {
    auditEventId: id("audit_event_id").primaryKey(),
    at: moment("at").notNull(),
    action: text("action").notNull(),
    userProfileId: id("user_profile_id"),
    organizationId: id("organization_id"),
    subjectId: id("subject_id").notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index("audit_events_subject_id").on(table.subjectId, table.at),
    index("audit_events_organization_id").on(table.organizationId, table.at),
  ],
);
