import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, timestamptz } from "../db/columns.ts";
import { ofOrganization } from "./organizations.ts";

/** What the company announced to organizations. Only the company sees these rows; clients get notifications. */
export const announcements = pgTable(
  "announcements",
  {
    announcementId: id("announcement_id").primaryKey(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    link: text("link"),
    isMailed: boolean("is_mailed").notNull(),
    isToAll: boolean("is_to_all").notNull(),
    /** The name of the sender at that time. */
    sentBy: text("sent_by").notNull(),
    sentAt: timestamptz("sent_at").notNull(),
  },
  (table) => [index("announcements_list").on(table.sentAt.desc(), table.announcementId.desc())],
);

/** The organizations that an announcement goes to. */
export const announcementOrganizations = pgTable(
  "announcement_organizations",
  {
    announcementId: id("announcement_id")
      .notNull()
      .references(() => announcements.announcementId, { onDelete: "cascade" }),
    organizationId: ofOrganization("cascade").notNull(),
    /** How many people of the organization were told; null until the job has told them. */
    people: integer("people"),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.organizationId] }),
    index("announcement_organizations_organization_id").on(table.organizationId),
  ],
);
