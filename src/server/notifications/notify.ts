import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { organizationPermissions } from "../permissions/tables.ts";
import { notifications } from "./tables.ts";

export type Notice = {
  message: string;
  /** A path of the portal. */
  link: string;
  /** What happened: "document.approved:<id>". The same event tells the same person once. */
  event: string;
};

/** Leaves a notification with each member of the organization, and tells their open pages. */
export async function notifyMembers(
  tx: Tx,
  deps: Pick<Deps, "clock" | "live">,
  organizationId: Id,
  notice: Notice,
): Promise<void> {
  const members = await tx
    .select({ userProfileId: organizationPermissions.userId })
    .from(organizationPermissions)
    .where(eq(organizationPermissions.organizationId, organizationId));
  if (members.length === 0) return;
  const createdAt = deps.clock();
  await tx
    .insert(notifications)
    .values(
      members.map(({ userProfileId }) => ({
        notificationId: v7(),
        userProfileId,
        organizationId,
        createdAt,
        ...notice,
      })),
    )
    .onConflictDoNothing({ target: [notifications.userProfileId, notifications.event] });
  // One event for all of them: each page asks for its own person's notifications.
  await deps.live.publish(tx, organizationId, { kind: "notification", id: organizationId });
}
