import * as importCalls from "#contract/admin/imports.ts";
import { addClient as addClientCall } from "#contract/admin/organizations.ts";
import * as adminCalls from "#contract/admin/permissions.ts";
import * as calls from "#contract/permissions.ts";
import type { Id } from "#domain/id.ts";
import type { ListedPermission } from "#domain/permissions/organization-permission.ts";
import { change } from "../access/change.ts";
import type { ClientViewer } from "../access/gates.ts";
import { isMemberOf } from "../account/queries.ts";
import { AppError } from "../app-error.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { reportImport, runImport } from "../imports/run-import.ts";
import { endInvitation, resendInvitation } from "../invitations/resend-invitation.ts";
import { ADA, ORGANIZATION } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import {
  add,
  COMPANY,
  lock,
  MEMBER_ROLES,
  OF_ORGANIZATION,
  OF_THEIR_ORGANIZATIONS,
  remove,
  see,
} from "../rls/row-rules.ts";
import { withScope } from "../rls/scoped-db.ts";
import { addClient } from "./add-client.ts";
import { grantRequest, inviteMember, refuseRequest } from "./answer-request.ts";
import { changePermission, endPermission, removePermission } from "./change-permission.ts";
import { expireRequests } from "./expire-requests.job.ts";
import { mailRequest } from "./mail-request.job.ts";
import { listAllRequests, readPeopleOfOrganization } from "./managed-people.ts";
import { organizationImport } from "./organization-import.ts";
import { peopleImport, writePeople } from "./people-import.ts";
import { findPermissionRequests, findPermissionsOf, findPermissionsOfOrganization } from "./queries.ts";
import { composeRequest } from "./request-mail.ts";
import { requestPermission } from "./request-permission.ts";
import { unblockDecisions } from "./unblock-decisions.ts";

const MAILS: readonly MailSample[] = [
  {
    order: 300,
    mailKind: "access-requested",
    name: "A client requests access for a person",
    when: "Someone of an organization requests access for another person",
    to: "Colleagues who chose to be notified of requests",
    again: "Each request",
    compose: (brand, publicUrl) =>
      composeRequest(brand, publicUrl, {
        name: "Ana Silva",
        email: "ana@harbour.example",
        permissionType: "read",
        organizationName: ORGANIZATION,
        requestedBy: ADA.userName,
      }),
  },
];

export const noun: Noun = {
  actions: {
    people: {
      "permission-request.expire": "let a request expire",
      "permission-request.grant": "granted a request",
      "permission-request.refuse": "refused a request",
      "permission.add": "gave a person access",
      "permission.change": "changed a member's right",
      "permission.lift-hold": "let a member decide before the day of the hold was over",
      "permission.remove": "removed a member",
      "permission.request": "asked for a new person",
    },
  },
  jobs: [expireRequests, mailRequest],
  mails: MAILS,
  rows: {
    organization_permissions: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      lock(MEMBER_ROLES, OF_ORGANIZATION, "organization_permission_id"),
      remove(["writer"], OF_ORGANIZATION),
      see(["person"], OF_THEIR_ORGANIZATIONS),
      lock(["person"], OF_THEIR_ORGANIZATIONS, "organization_permission_id"),
      ...COMPANY,
    ],
    organization_permission_requests: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      add(["writer"], OF_ORGANIZATION),
      see(["person"], OF_THEIR_ORGANIZATIONS),
      ...COMPANY,
    ],
  },
};

export const routes: Route[] = [
  route(importCalls.checkOrganizations, ({ deps, body: { invites, ...file } }) =>
    reportImport(deps, organizationImport({ invites }), file),
  ),
  route(importCalls.importOrganizations, ({ deps, caller, body: { invites, ...file } }) =>
    runImport(deps, caller, organizationImport({ invites }), file),
  ),
  route(importCalls.checkPeople, ({ deps, body }) => reportImport(deps, peopleImport, body)),
  // Only the portal makes sign-ins. The change confirms the owner all the same.
  route(importCalls.importPeople, ({ deps, caller, body }) =>
    runImport(withScope(deps, { role: "portal" }), caller, peopleImport, body),
  ),
  route(importCalls.exportPeople, async ({ deps }) => ({ csv: await writePeople(deps.db) })),
  route(
    calls.listPermissions,
    ({ deps, caller }) => findPermissionsOf(deps.db, caller.userProfileId, deps.clock()),
    async ({ caller }) => [permissionOfViewer(caller)],
  ),
  route(
    calls.listPermissionsOfOrganization,
    async ({ deps, caller, params }) => {
      const isMember = await isMemberOf(deps.db, caller.userProfileId, params.organizationId);
      if (!isMember) throw new AppError("not-found", "There is no such organization.");
      return findPermissionsOfOrganization(deps.db, params.organizationId, deps.clock());
    },
    async ({ deps, caller, params }) => {
      if (caller.organizationId !== params.organizationId)
        throw new AppError("not-found", "There is no such organization.");
      return findPermissionsOfOrganization(deps.db, params.organizationId, deps.clock());
    },
  ),
  route(
    calls.listPermissionRequests,
    async ({ deps, caller }) => {
      const organizationId = caller.activeOrganizationId;
      if (!organizationId || !(await isMemberOf(deps.db, caller.userProfileId, organizationId))) return [];
      return findPermissionRequests(deps.db, organizationId);
    },
    ({ deps, caller }) => findPermissionRequests(deps.db, caller.organizationId),
  ),
  route(calls.removePermission, ({ deps, caller, params }) =>
    removePermission(deps, caller, params.organizationPermissionId),
  ),
  route(calls.unblockDecisions, ({ deps, caller, params, body }) =>
    unblockDecisions(deps, caller, params.organizationPermissionId, body),
  ),
  route(calls.requestPermission, ({ deps, caller, body }) => requestPermission(deps, caller, body)),
  route(adminCalls.listPeopleOfOrganization, ({ deps, params }) =>
    readPeopleOfOrganization(deps.db, params.id, deps.clock()),
  ),
  route(adminCalls.changePermission, ({ deps, caller, params, body }) =>
    changePermission(deps, caller, params.id, body),
  ),
  route(adminCalls.endPermission, ({ deps, caller, params }) => endPermission(deps, caller, params.id)),
  listRoute(adminCalls.listAllRequests, ({ deps, query }) => listAllRequests(deps, query)),
  route(adminCalls.grantRequest, ({ deps, caller, params, body }) =>
    grantRequest(deps, caller, params.id, body),
  ),
  route(adminCalls.refuseRequest, ({ deps, caller, params, body }) =>
    refuseRequest(deps, caller, params.id, body),
  ),
  route(addClientCall, ({ deps, caller, body }) => addClient(deps, caller, body)),
  route(adminCalls.inviteMember, ({ deps, caller, params, body }) =>
    inviteMember(deps, caller, params.id, body),
  ),
  route(adminCalls.resendMemberInvitation, ({ deps, caller, params }) =>
    resendInvitation(deps, caller, toOrganization(params)),
  ),
  route(adminCalls.endMemberInvitation, ({ deps, caller, params }) =>
    change(deps, caller, (opened) => endInvitation(opened, deps, { ...toOrganization(params), by: caller })),
  ),
];

/** An admin who sees the portal as a client sees what a writer sees. */
function permissionOfViewer({ userProfileId, organizationId }: ClientViewer): ListedPermission {
  const organizationPermissionId = `view-${organizationId}`.slice(0, 64);
  const permission = { organizationPermissionId, organizationId, userId: userProfileId };
  return { ...permission, permissionType: "write", decisionRefusal: null };
}

function toOrganization({ id: organizationId, invitationId }: { id: Id; invitationId: Id }) {
  return { invitationId, to: { organizationId } };
}
