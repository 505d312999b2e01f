import { getProfile } from "#contract/account.ts";
import { listAdmins } from "#contract/admin/account.ts";
import type { LiveEvent } from "#contract/live.ts";
import { useCached } from "#web/lib/use-call.ts";
import { useLive } from "#web/lib/use-live.ts";

const STALE_AFTER: Record<LiveEvent["kind"], readonly (typeof getProfile | typeof listAdmins)[]> = {
  document: [],
  notification: [],
  "work-order": [],
  // A role of the company's people, perhaps the person's own.
  permission: [listAdmins, getProfile],
};

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
