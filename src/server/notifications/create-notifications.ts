import type { Id } from "#domain/id.ts";
import {
  beginCreation,
  type Created,
  type Creation,
  checkReferences,
  createRecords,
} from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { notifications } from "../schema/notifications.ts";
import { organizationPermissions } from "../schema/permissions.ts";

export type NotificationDraft = {
  notificationId: Id;
  userId: Id;
  organizationId: Id;
  message: string;
  link: string | null;
  read: boolean;
  createdAt: Date;
};

/** Adds new notifications, each for a person of the organization that it is about. */
export async function createNotifications(
  tx: Tx,
  drafts: readonly NotificationDraft[],
): Promise<Created<NotificationDraft>> {
  const creation = await beginCreation(tx, "notifications", drafts);
  await checkReferences(tx, creation, ({ organizationId, userId }) => [
    { path: "organizationId", to: "organizations", name: organizationId },
    { path: "userId", to: "people", name: userId },
  ]);
  await checkReceivers(tx, creation);
  return createRecords(tx, creation, notifications, ({ userId, ...draft }) => ({
    ...draft,
    userProfileId: userId,
  }));
}

/** Reports notifications for people outside the organization that the notification is about. */
async function checkReceivers(tx: Tx, { fresh, problems }: Creation<NotificationDraft>): Promise<void> {
  const unknown = new Set(problems.map(({ at }) => at));
  const { userId, organizationId } = organizationPermissions;
  const people = [...new Set(fresh.map(({ draft }) => draft.userId))];
  const rows = await tx
    .select({ userId, organizationId })
    .from(organizationPermissions)
    .where(isAnyOf(userId, people));
  const members = new Set(rows.map((row) => `${row.userId} ${row.organizationId}`));
  for (const { at, draft } of fresh) {
    if (unknown.has(at) || members.has(`${draft.userId} ${draft.organizationId}`)) continue;
    const message = `This person doesn't belong to "${draft.organizationId}"`;
    problems.push({ at, path: "userId", message });
  }
}
