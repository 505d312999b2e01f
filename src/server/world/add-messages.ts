import type { Id } from "#domain/id.ts";
import { momentAt } from "#domain/world/world-moment.ts";
import type { Tx } from "../db/database.ts";
import { notifications } from "../notifications/tables.ts";
import { organizationPermissionRequests } from "../permissions/tables.ts";
import { addRows } from "./add-rows.ts";
import type { IdentifiedWorld } from "./identify-world.ts";
import type { WorldIndex } from "./world-index.ts";

export async function addNotifications(
  tx: Tx,
  list: IdentifiedWorld["notifications"],
  index: WorldIndex,
  now: Date,
): Promise<Set<Id>> {
  const rows = list.map(({ id, value }) => ({
    notificationId: id,
    userProfileId: index.person(value.userId)?.userProfileId ?? value.userId,
    organizationId: value.organizationId,
    message: value.message,
    link: value.link ?? null,
    read: value.read,
    createdAt: momentAt(value.createdAt, now),
  }));
  return addRows(tx, notifications, notifications.notificationId, rows);
}

/** A person who has been asked for already is not asked for twice: an organization has one request an e-mail. */
export async function addPermissionRequests(
  tx: Tx,
  list: IdentifiedWorld["permissionRequests"],
  index: WorldIndex,
  now: Date,
): Promise<Set<Id>> {
  const rows = list.map(({ id, value }) => ({
    organizationPermissionRequestId: id,
    organizationId: value.organizationId,
    ...value.userDetails,
    permissionType: value.permissionType,
    requestedByUserProfileId: value.requestedBy
      ? (index.person(value.requestedBy)?.userProfileId ?? null)
      : null,
    createdAt: value.createdAt ? momentAt(value.createdAt, now) : now,
  }));
  const { organizationPermissionRequestId } = organizationPermissionRequests;
  return addRows(tx, organizationPermissionRequests, organizationPermissionRequestId, rows);
}
