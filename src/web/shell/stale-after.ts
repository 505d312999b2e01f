import { listProfilesOfOrganization } from "#contract/account.ts";
import { listDocuments } from "#contract/documents.ts";
import { listNotifications } from "#contract/notifications.ts";
import {
  listPermissionRequests,
  listPermissions,
  listPermissionsOfOrganization,
} from "#contract/permissions.ts";
import { getWorkOrder, listWorkOrders } from "#contract/work-orders.ts";
import type { StaleAfter } from "#web/lib/follow-changes.ts";

/** What clients' screens fetch again. */
export const STALE_AFTER: StaleAfter = {
  document: [listDocuments],
  notification: [listNotifications],
  "work-order": [listWorkOrders, getWorkOrder],
  permission: [
    listPermissions,
    listPermissionsOfOrganization,
    listPermissionRequests,
    listProfilesOfOrganization,
  ],
  switch: [],
};
