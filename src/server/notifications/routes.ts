import * as calls from "#contract/notifications.ts";
import { AppError } from "../app-error.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { listNotifications } from "./list-notifications.ts";
import { markNotification } from "./queries.ts";

export const notificationRoutes: Route[] = [
  listRoute(calls.listNotifications, ({ deps, caller, query, body }) =>
    listNotifications(deps, caller, query, body),
  ),
  route(calls.markNotification, async ({ deps, caller, body }) => {
    const marked = await markNotification(deps.db, caller.userProfileId, body.notificationId, body.read);
    if (!marked) throw new AppError("not-found", "There is no such notification.");
    return marked;
  }),
];
