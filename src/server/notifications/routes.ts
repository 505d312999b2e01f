import * as calls from "#contract/notifications.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { listNotifications } from "./list-notifications.ts";
import { markAllNotifications } from "./mark-all-notifications.ts";
import { markNotification } from "./mark-notification.ts";

export const notificationRoutes: Route[] = [
  listRoute(calls.listNotifications, ({ deps, caller, query, body }) =>
    listNotifications(deps, caller, query, body),
  ),
  route(calls.markNotification, ({ deps, caller, body }) => markNotification(deps, caller, body)),
  route(calls.markAllNotifications, ({ deps, caller, body }) => markAllNotifications(deps, caller, body)),
];
