import { and, eq, lte } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/notifications.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Person } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { notifications } from "../schema/notifications.ts";
import { isOfAudience, isShownTo } from "./queries.ts";

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
