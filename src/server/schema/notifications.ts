import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { AUDIENCE_KINDS } from "#domain/notifications/notification.ts";
import { id, oneOf, timestamptz } from "../db/columns.ts";
import { ofPerson } from "./account.ts";
import { ofOrganization } from "./organizations.ts";

export const notifications = pgTable(
  "notifications",
  {
    notificationId: id("notification_id").primaryKey(),
    /** The person it is for. */
    userProfileId: ofPerson("user_profile_id", "cascade").notNull(),
    /** In which role the person gets it. It is shown while they have that role. */
    audience: text("audience", { enum: AUDIENCE_KINDS }).notNull().default("organization"),
    organizationId: ofOrganization("cascade"),
    message: text("message").notNull(),
    link: text("link"),
    read: boolean("read").notNull().default(false),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
    /** The cause, so that the same event notifies a person once: "document.approved:<id>". */
    event: text("event"),
  },
  (table) => [
    index("notifications_list").on(table.userProfileId, table.createdAt.desc(), table.notificationId.desc()),
    index("notifications_organization_id").on(table.organizationId),
    oneOf("notifications_audience", table.audience, AUDIENCE_KINDS),
    check(
      "notifications_organization",
      sql`(${table.audience} = 'organization') = (${table.organizationId} is not null)`,
    ),
    uniqueIndex("notifications_once").on(table.userProfileId, table.event),
  ],
);
