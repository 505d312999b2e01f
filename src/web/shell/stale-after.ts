import { getProfile, listProfilesOfOrganization } from "#contract/account.ts";
import { listDocuments } from "#contract/documents.ts";
import { getInvoice, listInvoices } from "#contract/invoices.ts";
import { listNotifications } from "#contract/notifications.ts";
import { listOrganizations } from "#contract/organizations.ts";
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
  draft: [],
  notification: [listNotifications],
  "work-order": [listWorkOrders, getWorkOrder],
  invoice: [listInvoices, getInvoice],
  permission: [
    listPermissions,
    listPermissionsOfOrganization,
    listPermissionRequests,
    listProfilesOfOrganization,
  ],
  // A name, links, or whether the company has verified the organization.
  organization: [listOrganizations, listNotifications],
  agreement: [],
  announcement: [],
  // How they sign in, too: the company may have changed it, which holds their decisions.
  person: [getProfile, listPermissions],
  mail: [],
  presence: [],
  switch: [],
  settings: [],
  template: [],
};
