import type { ListPage } from "#contract/list-query.ts";
import * as calls from "#contract/notifications.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { listNotifications } from "./list-notifications.ts";
import { markAllNotifications, markNotification } from "./mark-notification.ts";

const NO_ROWS: ListPage = { total: 0, nextCursor: null, previousCursor: null };

export const notificationRoutes: Route[] = [
  listRoute(
    calls.listNotifications,
    ({ deps, caller, query, body }) => listNotifications(deps, caller, query, body),
    // Someone who has just joined has none.
    async ({ query }) => ({ data: [], ...(query.limit !== undefined && { page: NO_ROWS }) }),
  ),
  route(calls.markNotification, ({ deps, caller, body }) => markNotification(deps, caller, body)),
  route(calls.markAllNotifications, ({ deps, caller, body }) => markAllNotifications(deps, caller, body)),
];
