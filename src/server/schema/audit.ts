import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, timestamptz } from "../db/columns.ts";

/**
 * The audit trail: what happened, who did it, and to which record. Without foreign keys, no deletion removes a row. Old
 * rows are cleared, but no evidence (src/domain/activity/activity.ts).
 */
export const auditEvents = pgTable(
  "audit_events",
  {
    auditEventId: id("audit_event_id").primaryKey(),
    at: timestamptz("at").notNull(),
    action: text("action").notNull(),
    userProfileId: id("user_profile_id"),
    /** Whether the person had a role of the company at that moment. */
    isByCompany: boolean("is_by_company").notNull().default(false),
    organizationId: id("organization_id"),
    subjectId: id("subject_id").notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index("audit_events_list").on(table.at.desc(), table.auditEventId.desc()),
    index("audit_events_user_profile_id").on(table.userProfileId, table.at),
    index("audit_events_subject_id").on(table.subjectId, table.at),
    index("audit_events_action").on(table.action, table.at),
    index("audit_events_organization_id").on(table.organizationId, table.at),
    index("audit_events_by_company")
      .on(table.at.desc(), table.auditEventId.desc())
      .where(sql`${table.isByCompany}`),
    index("audit_events_by_clients")
      .on(table.at.desc(), table.auditEventId.desc())
      .where(sql`${table.userProfileId} is not null and not ${table.isByCompany}`),
  ],
);
