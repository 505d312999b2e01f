import { and, between, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/notifications.ts";
import type { NOTIFICATION_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Person } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedText, type List } from "../lists/list.ts";
import { pageOf, readList } from "../lists/read-list.ts";
import { notifications } from "../schema/notifications.ts";
import { findNotifications, isOfAudience, isShownTo } from "./queries.ts";

export const NOTIFICATION_LIST: List<(typeof NOTIFICATION_LIST_COLUMNS)[number]> = {
  path: calls.listNotifications.path,
  from: sql`${notifications}`,
  id: notifications.notificationId,
  recent: notifications.createdAt,
  columns: {
    message: computedText(notifications.message),
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
  const slice = await readList(deps, NOTIFICATION_LIST, { owner, where }, query);
  return { data: await findNotifications(deps.db, slice), ...pageOf(slice) };
}
