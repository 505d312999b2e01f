import { and, between, desc, eq, getTableColumns } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import type { Reader } from "../db/database.ts";
import { organizationPermissions } from "../permissions/tables.ts";
import { notifications } from "./tables.ts";

/** A person's notifications of one organization, while they belong to it, between two moments, newest first. */
export async function findNotifications(
  reader: Reader,
  userProfileId: Id,
  organizationId: Id,
  from: Date,
  to: Date,
): Promise<Notification[]> {
  const rows = await reader
    .select(getTableColumns(notifications))
    .from(notifications)
    .innerJoin(
      organizationPermissions,
      and(
        eq(organizationPermissions.userId, notifications.userProfileId),
        eq(organizationPermissions.organizationId, notifications.organizationId),
      ),
    )
    .where(
      and(
        eq(notifications.userProfileId, userProfileId),
        eq(notifications.organizationId, organizationId),
        between(notifications.createdAt, from, to),
      ),
    )
    .orderBy(desc(notifications.createdAt), notifications.notificationId);
  return rows.map(presentNotification);
}

/** Sets whether a notification has been read; null when this person has no such notification. */
export async function markNotification(
  reader: Reader,
  userProfileId: Id,
  notificationId: Id,
  read: boolean,
): Promise<Notification | null> {
  const [row] = await reader
    .update(notifications)
    .set({ read })
    .where(
      and(eq(notifications.userProfileId, userProfileId), eq(notifications.notificationId, notificationId)),
    )
    .returning();
  return row ? presentNotification(row) : null;
}

function presentNotification(row: typeof notifications.$inferSelect): Notification {
  return {
    notificationId: row.notificationId,
    message: row.message,
    ...(row.link === null ? {} : { link: row.link }),
    read: row.read,
    createdAt: row.createdAt.toISOString(),
  };
}
