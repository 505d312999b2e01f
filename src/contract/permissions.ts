import { z } from "zod";
import { Id } from "#domain/id.ts";
import { OwnOrganization } from "#domain/organizations/organization.ts";
import {
  ListedPermission,
  OrganizationPermissionRequest,
  PermissionRequestDetails,
  PermissionType,
} from "#domain/permissions/organization-permission.ts";
import { Timestamp } from "#domain/record-fields.ts";
import { defineCall } from "./call.ts";

export const listOrganizations = defineCall("GET", "organization/user/list", "person", {
  reach: "person",
  staleAfter: ["organization"],
  summary: "The organizations that the caller belongs to",
  reply: z.array(OwnOrganization),
});

export const listPermissions = defineCall("GET", "organization-permission/user/list", "person", {
  reach: "person",
  staleAfter: ["permission", "person"],
  summary: "The caller's own permissions, in every organization",
  reply: z.array(ListedPermission),
});

export const listPermissionsOfOrganization = defineCall(
  "GET",
  "organization-permission/user/list/organization/{organizationId}",
  "person",
  {
    reach: "organization",
    staleAfter: ["permission"],
    summary: "All permissions of an organization that the caller belongs to",
    reply: z.array(ListedPermission),
  },
);

export const listPermissionRequests = defineCall(
  "GET",
  "organization-permission-request/user/list",
  "person",
  {
    reach: "organization",
    staleAfter: ["permission"],
    summary: "Open requests for new people in the active organization",
    reply: z.array(OrganizationPermissionRequest),
  },
);

export const removePermission = defineCall(
  "DELETE",
  "organization-permission/user/{organizationPermissionId}",
  "writer",
  {
    reach: "organization",
    summary: "Takes a person's permission in the active organization away; the last writer's stays",
    reply: z.strictObject({ organizationPermissionId: Id }),
  },
);

export const unblockDecisions = defineCall(
  "POST",
  "organization-permission/user/{organizationPermissionId}/lift-hold",
  "signatory",
  {
    reach: "organization",
    summary:
      "Lets a colleague decide for the active organization again, whose sign-in the company changed less than 24 hours ago",
    /** The end of the hold as the caller read it. */
    body: z.strictObject({ until: Timestamp }),
    reply: ListedPermission,
  },
);

export const requestPermission = defineCall("POST", "organization-permission-request/user", "writer", {
  reach: "organization",
  summary: "Asks for a new person to be let into the active organization",
  body: z.strictObject({
    /** Must be the active organization. */
    organizationId: Id,
    userDetails: PermissionRequestDetails,
    permissionType: PermissionType,
  }),
  reply: OrganizationPermissionRequest,
});
