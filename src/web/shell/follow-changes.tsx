import { listProfilesOfOrganization } from "#contract/account.ts";
import { listDocuments } from "#contract/documents.ts";
import type { LiveEvent } from "#contract/live.ts";
import { listNotifications } from "#contract/notifications.ts";
import {
  listPermissionRequests,
  listPermissions,
  listPermissionsOfOrganization,
} from "#contract/permissions.ts";
import { getWorkOrder, listWorkOrders } from "#contract/work-orders.ts";
import { useCached } from "#web/lib/use-call.ts";
import { useLive } from "#web/lib/use-live.ts";

const STALE_AFTER = {
  document: [listDocuments],
  notification: [listNotifications],
  "work-order": [listWorkOrders, getWorkOrder],
  permission: [
    listPermissions,
    listPermissionsOfOrganization,
    listPermissionRequests,
    listProfilesOfOrganization,
  ],
} as const satisfies Record<LiveEvent["kind"], unknown>;

/** Updates the lists on screen when others change them. */
export function FollowChanges() {
  const cached = useCached();
  useLive(
    (event) => {
      for (const what of STALE_AFTER[event.kind]) void cached.refetch(what);
    },
    () => {
      for (const what of Object.values(STALE_AFTER).flat()) void cached.refetch(what);
    },
  );
  return null;
}
