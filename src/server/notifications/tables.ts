import { boolean, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { userProfiles } from "../account/tables.ts";
import { id, moment } from "../db/columns.ts";
import { organizations } from "../organizations/tables.ts";

export const notifications = pgTable(
  "notifications",
  {
    notificationId: id("notification_id").primaryKey(),
    /** Whose it is. */
    userProfileId: id("user_profile_id")
      .notNull()
      .references(() => userProfiles.userProfileId, { onDelete: "cascade" }),
    organizationId: id("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    message: text("message").notNull(),
    link: text("link"),
    read: boolean("read").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** What happened, so that the same event tells a person once: "document.approved:<id>". */
    event: text("event"),
  },
  (table) => [
    index("notifications_list").on(table.userProfileId, table.createdAt.desc(), table.notificationId.desc()),
    index("notifications_organization_id").on(table.organizationId),
    uniqueIndex("notifications_once").on(table.userProfileId, table.event),
  ],
);
