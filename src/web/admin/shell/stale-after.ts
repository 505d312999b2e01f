import { getProfile } from "#contract/account.ts";
import { listAdmins } from "#contract/admin/account.ts";
import { listActivity } from "#contract/admin/activity.ts";
import { getManagedDocument, listManagedDocuments, listSignatures } from "#contract/admin/agreements.ts";
import { listAnnouncements } from "#contract/admin/announcements.ts";
import { getAdminDocument, getSharing, listAdminDocuments } from "#contract/admin/documents.ts";
import { getHome } from "#contract/admin/home.ts";
import { listCompanyInvitations } from "#contract/admin/invitations.ts";
import { getAdminInvoice, listAllInvoices, listInvoiceableDocuments } from "#contract/admin/invoices.ts";
import { listNotes } from "#contract/admin/notes.ts";
import { getOpenings } from "#contract/admin/openings.ts";
import { getOrganization, listAllOrganizations } from "#contract/admin/organizations.ts";
import { getPerson, listPeople } from "#contract/admin/people.ts";
import { listAllRequests, listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { getSettings } from "#contract/admin/settings.ts";
import { getTemplate, listTemplates } from "#contract/admin/templates.ts";
import {
  getAdminWorkOrder,
  getWorkOrderBoard,
  getWorkOrderHistory,
  listAdminWorkOrders,
} from "#contract/admin/work-orders.ts";
import type { StaleAfter } from "#web/lib/follow-changes.ts";

/** What the company's screens fetch again. */
export const STALE_AFTER: StaleAfter = {
  document: [
    listActivity,
    getHome,
    listAdminDocuments,
    getAdminDocument,
    getOpenings,
    getSharing,
    getOrganization,
    listAllOrganizations,
  ],
  draft: [getAdminDocument, getTemplate],
  notification: [],
  "work-order": [
    listActivity,
    getAdminDocument,
    getWorkOrderBoard,
    listAdminWorkOrders,
    getAdminWorkOrder,
    getWorkOrderHistory,
  ],
  invoice: [
    listActivity,
    getWorkOrderHistory,
    getHome,
    listAllInvoices,
    getAdminInvoice,
    listInvoiceableDocuments,
  ],
  // A role of the company's people, perhaps the person's own, or a right in a client's organization.
  permission: [
    listActivity,
    getHome,
    listAdmins,
    listCompanyInvitations,
    getProfile,
    listPeopleOfOrganization,
    listAllRequests,
    listPeople,
    getPerson,
    getOrganization,
    listAllOrganizations,
  ],
  agreement: [listActivity, listManagedDocuments, getManagedDocument, listSignatures],
  organization: [listActivity, getHome, getOrganization, listAllOrganizations, listNotes],
  announcement: [listActivity, listAnnouncements],
  person: [listActivity, listPeople, getPerson, listAdmins, listPeopleOfOrganization],
  mail: [listActivity, getHome],
  presence: [],
  switch: [],
  settings: [listActivity, getSettings],
  template: [listActivity, listTemplates, getTemplate],
};
