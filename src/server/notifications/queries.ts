import { and, between, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/notifications.ts";
import type { NOTIFICATION_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import type { Person } from "../access/gates.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedTextColumn, type List } from "../lists/list.ts";
import { type ListSelection, pageOf, readList } from "../lists/read-list.ts";
import { userProfiles } from "../schema/account.ts";
import { notifications } from "../schema/notifications.ts";
import { organizationPermissions } from "../schema/permissions.ts";

async function findNotifications(reader: DbOrTx, { where, orderBy }: ListSelection): Promise<Notification[]> {
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

export const NOTIFICATION_LIST: List<(typeof NOTIFICATION_LIST_COLUMNS)[number]> = {
  path: calls.listNotifications.path,
  from: sql`${notifications}`,
  id: notifications.notificationId,
  defaultSort: notifications.createdAt,
  columns: {
    message: computedTextColumn(notifications.message),
    createdAt: { type: "day", timestamp: notifications.createdAt },
  },
};

/** A person's notifications for their active organization and for themselves, between two times, all or one page. */
export async function listNotifications(
  deps: Deps,
  person: Person,
  query: z.output<typeof calls.listNotifications.query>,
  span: z.output<typeof calls.listNotifications.body>,
): Promise<ListAnswer<typeof calls.listNotifications>> {
  // The specification sends now as the start and a year ago as the end. Both orders mean the same span.
  const [from, to] = [new Date(span.startDate), new Date(span.endDate)].toSorted(
    (a, b) => Number(a) - Number(b),
  );
  const where = and(
    isShownTo(person),
    isOfAudience(),
    between(notifications.createdAt, from ?? new Date(0), to ?? new Date(0)),
    query.read && eq(notifications.read, query.read === "true"),
  );
  const owner = `${person.userProfileId} ${person.activeOrganizationId}`;
  const selection = await readList(deps, NOTIFICATION_LIST, { cursorAudience: owner, where }, query);
  return { data: await findNotifications(deps.db, selection), ...pageOf(selection) };
}
