import { z } from "zod";
import { OpenedView } from "#domain/access/access.ts";
import { KnownRecipients, RecipientChoices } from "#domain/documents/recipients.ts";
import { Id } from "#domain/id.ts";
import { ORGANIZATION_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import {
  DeactivationReason,
  ListedOrganization,
  MAX_VERIFIED,
  ManagedOrganization,
  Note,
  NoteText,
  OrganizationName,
  QuickLinks,
  VerifiedRow,
} from "#domain/organizations/managed-organization.ts";
import { ORGANIZATION_STATUSES } from "#domain/organizations/organization.ts";
import { OrganizationDetails } from "#domain/organizations/organization-details.ts";
import { OrganizationTotals } from "#domain/organizations/organization-totals.ts";
import { PermissionRequestDetails, PermissionType } from "#domain/permissions/organization-permission.ts";
import { defineAdminCall } from "../call.ts";
import { countedPage, listQuery } from "../list-query.ts";
import { ofVersion } from "../record-version.ts";

export const listAllOrganizations = defineAdminCall("GET", "organization/admin/list", "viewer", {
  staleAfter: ["document", "permission", "organization"],
  summary: "All organizations, newest first",
  query: listQuery(ORGANIZATION_LIST_COLUMNS),
  reply: z.array(ListedOrganization),
  page: countedPage(z.enum(ORGANIZATION_STATUSES)),
});

export const getOrganization = defineAdminCall("GET", "organization/admin/{id}", "viewer", {
  staleAfter: ["document", "permission", "organization"],
  summary: "One organization, with its open documents and who changed its status",
  reply: ManagedOrganization,
});

export const getOrganizationTotals = defineAdminCall("GET", "organization/admin/{id}/totals", "viewer", {
  staleAfter: ["document", "invoice", "organization"],
  summary:
    "What waits for an organization's decision, what it accepted, and what is not invoiced or not paid",
  reply: OrganizationTotals,
});

export const addOrganization = defineAdminCall("POST", "organization/admin", "editor", {
  summary: "Adds an organization, which an owner verifies",
  body: z.strictObject({ organizationName: OrganizationName }),
  reply: ManagedOrganization,
});

export const addClient = defineAdminCall("POST", "client/admin/organization", "owner", {
  summary: "Adds an organization that is active at once, and invites its first person by email",
  body: z.strictObject({
    organizationName: OrganizationName,
    contact: z.strictObject({ userDetails: PermissionRequestDetails, permissionType: PermissionType }),
  }),
  reply: ManagedOrganization,
});

export const renameOrganization = defineAdminCall("PATCH", "organization/admin/{id}", "editor", {
  summary: "Changes an organization's name; decided documents and signatures keep the earlier name",
  body: ofVersion(z.strictObject({ organizationName: OrganizationName }), z.string()),
  reply: ManagedOrganization,
});

export const changeQuickLinks = defineAdminCall("PATCH", "organization/admin/{id}/links", "editor", {
  summary: "Replaces the quick links on the dashboard of an organization's people",
  /** The version is `linksVersion` of the answer: who changes the name disturbs no one here. */
  body: ofVersion(z.strictObject({ quickLinks: QuickLinks }), QuickLinks),
  reply: ManagedOrganization,
});

export const changeOrganizationDetails = defineAdminCall(
  "PATCH",
  "organization/admin/{id}/details",
  "editor",
  {
    summary: "Changes who an organization is on paper, whom the company bills, and who looks after it",
    /** The version is `detailsVersion` of the answer. */
    body: ofVersion(OrganizationDetails, OrganizationDetails),
    reply: ManagedOrganization,
  },
);

export const getOrganizationRecipients = defineAdminCall(
  "GET",
  "organization/admin/{id}/recipients",
  "viewer",
  {
    staleAfter: ["permission", "organization"],
    summary: "Who can be chosen when a document is sent to an organization, and who is at first",
    reply: RecipientChoices,
  },
);

export const changeUsualRecipients = defineAdminCall(
  "PATCH",
  "organization/admin/{id}/recipients",
  "editor",
  {
    summary: "Sets who is chosen at first when a document is sent to an organization; null: all its people",
    body: z.strictObject({
      usual: KnownRecipients.refine(
        ({ members, invited }) => members.length + invited.length > 0,
        "Please choose at least one person of the organization",
      ).nullable(),
    }),
    reply: RecipientChoices,
  },
);

export const verifyOrganization = defineAdminCall("POST", "organization/admin/{id}/verify", "owner", {
  summary: "Makes an organization active, for the first time or again, and tells its members",
  reply: ManagedOrganization,
});

export const verifyOrganizations = defineAdminCall("POST", "organization/admin/list/verify", "owner", {
  summary: "Makes organizations active, tells their members, and answers for each what became of it",
  body: z.strictObject({ organizationIds: z.array(Id).min(1).max(MAX_VERIFIED) }),
  reply: z.array(VerifiedRow),
});

export const deactivateOrganization = defineAdminCall("POST", "organization/admin/{id}/deactivate", "owner", {
  summary:
    "Makes an organization inactive: its members keep what it accepted, its invoices, dashboard and profile",
  body: z.strictObject({
    reason: DeactivationReason,
    /** The documents that the owner was told wait for a decision. If there are others, nothing is changed. */
    openDocumentIds: z.array(Id).max(10_000),
  }),
  reply: ManagedOrganization,
});

export const openClientView = defineAdminCall("POST", "organization/admin/{id}/client-view", "viewer", {
  summary: "Records that the caller looks at the portal as a client, and answers the pass for their reads",
  reply: OpenedView,
});

export const listNotes = defineAdminCall("GET", "organization/admin/{id}/notes", "viewer", {
  staleAfter: ["organization"],
  summary: "The company's notes about an organization, newest first; no client sees them",
  reply: z.array(Note),
});

export const addNote = defineAdminCall("POST", "organization/admin/{id}/notes", "editor", {
  summary: "Adds a note about an organization",
  body: z.strictObject({ text: NoteText }),
  reply: Note,
});

export const changeNote = defineAdminCall("PATCH", "note/admin/{id}", "editor", {
  summary: "Changes a note's text",
  body: ofVersion(z.strictObject({ text: NoteText }), z.string()),
  reply: Note,
});

export const removeNote = defineAdminCall("DELETE", "note/admin/{id}", "editor", {
  summary: "Deletes a note",
  reply: z.strictObject({ noteId: Id }),
});
