import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/notifications.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Person } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { notifications } from "../schema/notifications.ts";
import { isOfAudience, presentNotification } from "./queries.ts";

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
