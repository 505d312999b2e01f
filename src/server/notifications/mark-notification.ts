import { and, eq, lte } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/notifications.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Person } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { notifications } from "../schema/notifications.ts";
import { isOfAudience, isShownTo, presentNotification } from "./queries.ts";

type Mark = z.output<(typeof calls.markNotification)["body"]>;

/** Marks one of the person's notifications as read or unread. */
export async function markNotification(
  deps: ChangeDeps & Pick<Deps, "live">,
  person: Person,
  { notificationId, read }: Mark,
): Promise<Notification> {
  return change(deps, person, async ({ tx }) => {
    const [row] = await tx
      .update(notifications)
      .set({ read })
      .where(
        and(
          eq(notifications.userProfileId, person.userProfileId),
          eq(notifications.notificationId, notificationId),
          isOfAudience(),
        ),
      )
      .returning();
    if (!row) throw new AppError("not-found", "There is no such notification.");
    const { userProfileId } = person;
    await deps.live.publish(tx, { person: userProfileId }, { kind: "notification", id: notificationId });
    return presentNotification(row);
  });
}

type Until = z.output<(typeof calls.markAllNotifications)["body"]>;
type Marked = z.output<(typeof calls.markAllNotifications)["reply"]>;

/** Marks every unread notification that the person sees now as read, up to the newest one on their screen. */
export async function markAllNotifications(
  deps: ChangeDeps & Pick<Deps, "live">,
  person: Person,
  { until }: Until,
): Promise<Marked> {
  return change(deps, person, async ({ tx }) => {
    const { userProfileId } = person;
    const marked = await tx
      .update(notifications)
      .set({ read: true })
      .where(
        and(
          isShownTo(person),
          isOfAudience(),
          eq(notifications.read, false),
          lte(notifications.createdAt, new Date(until)),
        ),
      )
      .returning({ notificationId: notifications.notificationId });
    if (marked.length > 0)
      await deps.live.publish(tx, { person: userProfileId }, { kind: "notification", id: userProfileId });
    return marked.map(({ notificationId }) => notificationId);
  });
}
