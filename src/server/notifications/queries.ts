import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Notification } from "#domain/notifications/notification.ts";
import type { Person } from "../access/gates.ts";
import type { Reader } from "../db/database.ts";
import type { Slice } from "../lists/read-list.ts";
import { userProfiles } from "../schema/account.ts";
import { notifications } from "../schema/notifications.ts";
import { organizationPermissions } from "../schema/permissions.ts";

export async function findNotifications(reader: Reader, { where, orderBy }: Slice): Promise<Notification[]> {
  const rows = await reader
    .select()
    .from(notifications)
    .where(where)
    .orderBy(...orderBy);
  return rows.map(presentNotification);
}

/** The condition that a notification is the person's, of the organization that they act for or their own. */
export function isShownTo({
  userProfileId,
  activeOrganizationId,
}: Pick<Person, "userProfileId" | "activeOrganizationId">): SQL | undefined {
  return and(
    eq(notifications.userProfileId, userProfileId),
    or(
      isNull(notifications.organizationId),
      activeOrganizationId === null ? undefined : eq(notifications.organizationId, activeOrganizationId),
    ),
  );
}

/** The condition that a notification's person still belongs to its audience. */
export function isOfAudience(): SQL | undefined {
  const isMember = and(
    eq(organizationPermissions.userId, notifications.userProfileId),
    eq(organizationPermissions.organizationId, notifications.organizationId),
  );
  const isAdmin = and(
    eq(userProfiles.userProfileId, notifications.userProfileId),
    isNotNull(userProfiles.adminRole),
  );
  return or(
    eq(notifications.audience, "person"),
    and(
      eq(notifications.audience, "organization"),
      sql`exists (select from ${organizationPermissions} where ${isMember})`,
    ),
    and(eq(notifications.audience, "company"), sql`exists (select from ${userProfiles} where ${isAdmin})`),
  );
}

export function presentNotification(row: typeof notifications.$inferSelect): Notification {
  return {
    notificationId: row.notificationId,
    message: row.message,
    ...(row.link === null ? {} : { link: row.link }),
    read: row.read,
    createdAt: row.createdAt.toISOString(),
  };
}
