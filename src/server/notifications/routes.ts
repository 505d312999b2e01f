import { listNotifications, markNotification as markNotificationCall } from "#contract/notifications.ts";
import { AppError } from "../app-error.ts";
import { type Route, route } from "../http/route.ts";
import { findNotifications, markNotification } from "./queries.ts";

export const notificationRoutes: Route[] = [
  route(listNotifications, async ({ deps, caller, body }) => {
    if (!caller.activeOrganizationId) return [];
    // The specification sends now as the start and a year ago as the end: either order names the same span.
    const [from, to] = [new Date(body.startDate), new Date(body.endDate)].toSorted(
      (a, b) => Number(a) - Number(b),
    );
    return findNotifications(
      deps.db,
      caller.userProfileId,
      caller.activeOrganizationId,
      from ?? new Date(0),
      to ?? new Date(0),
    );
  }),
  route(markNotificationCall, async ({ deps, caller, body }) => {
    const marked = await markNotification(deps.db, caller.userProfileId, body.notificationId, body.read);
    if (!marked) throw new AppError("not-found", "There is no such notification.");
    return marked;
  }),
];
