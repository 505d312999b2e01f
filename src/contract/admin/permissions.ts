import { z } from "zod";
import { Id } from "#domain/id.ts";
import { PendingInvitation } from "#domain/invitations/invitation.ts";
import { REQUEST_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { ManagedRequest, PeopleOfOrganization, RefusalReason } from "#domain/permissions/managed-people.ts";
import { PermissionRequestDetails, PermissionType } from "#domain/permissions/organization-permission.ts";
import { defineAdminCall } from "../call.ts";
import { ListPage, listQuery } from "../list-query.ts";

export const listPeopleOfOrganization = defineAdminCall("GET", "organization/admin/{id}/people", "viewer", {
  staleAfter: ["permission", "person"],
  summary: "An organization's members, requests and pending invitations",
  reply: PeopleOfOrganization,
});

export const changePermission = defineAdminCall("PATCH", "organization-permission/admin/{id}", "owner", {
  summary: "Changes a member's right, with effect from their next call",
  body: z.strictObject({ permissionType: PermissionType }),
  reply: PeopleOfOrganization,
});

export const endPermission = defineAdminCall("DELETE", "organization-permission/admin/{id}", "owner", {
  summary: "Removes a member from an organization, the last writer too",
  reply: PeopleOfOrganization,
});

export const listAllRequests = defineAdminCall(
  "GET",
  "organization-permission-request/admin/list",
  "viewer",
  {
    staleAfter: ["permission"],
    summary: "Requests for new people in every organization that wait for an answer",
    query: listQuery(REQUEST_LIST_COLUMNS),
    reply: z.array(ManagedRequest),
    page: ListPage,
  },
);

export const grantRequest = defineAdminCall(
  "POST",
  "organization-permission-request/admin/{id}/grant",
  "owner",
  {
    summary: "Invites the requested person by mail; the request becomes a permission when they join",
    body: z.strictObject({ permissionType: PermissionType }),
    reply: PeopleOfOrganization,
  },
);

export const refuseRequest = defineAdminCall(
  "POST",
  "organization-permission-request/admin/{id}/refuse",
  "owner",
  {
    summary: "Refuses a request and tells the person who made it; a sent invitation stops working",
    body: z.strictObject({ reason: RefusalReason }),
    reply: PeopleOfOrganization,
  },
);

export const inviteMember = defineAdminCall("POST", "organization/admin/{id}/invitation", "editor", {
  summary:
    "Invites a person by mail to an organization, by an editor unless only owners may; a second one replaces the first",
  body: z.strictObject({ userDetails: PermissionRequestDetails, permissionType: PermissionType }),
  reply: PeopleOfOrganization,
});

export const resendMemberInvitation = defineAdminCall(
  "POST",
  "organization/admin/{id}/invitation/{invitationId}/resend",
  "owner",
  {
    summary:
      "Mails an invitation to an organization again with a new link; the last mail's link stops working, links of documents do not",
    reply: PendingInvitation,
  },
);

export const endMemberInvitation = defineAdminCall(
  "DELETE",
  "organization/admin/{id}/invitation/{invitationId}",
  "owner",
  {
    summary: "Takes an invitation to an organization back: its link stops working at once",
    reply: z.strictObject({ invitationId: Id }),
  },
);
