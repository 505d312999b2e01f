import { getProfile } from "#contract/account.ts";
import { listAdmins } from "#contract/admin/account.ts";
import type { StaleAfter } from "#web/lib/follow-changes.ts";

/** What the company's screens fetch again. */
export const STALE_AFTER: StaleAfter = {
  document: [],
  notification: [],
  "work-order": [],
  // A role of the company's people, perhaps the person's own.
  permission: [listAdmins, getProfile],
  switch: [],
};
