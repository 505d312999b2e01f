import * as calls from "#contract/permissions.ts";
import { AppError } from "../app-error.ts";
import { type Route, route } from "../http/route.ts";
import {
  findPermissionRequests,
  findPermissionsOf,
  findPermissionsOfOrganization,
  isMemberOf,
} from "./queries.ts";
import { removePermission } from "./remove-permission.ts";
import { requestPermission } from "./request-permission.ts";

export const permissionRoutes: Route[] = [
  route(calls.listPermissions, ({ deps, caller }) => findPermissionsOf(deps.db, caller.userProfileId)),
  route(calls.listPermissionsOfOrganization, async ({ deps, caller, params }) => {
    const isMember = await isMemberOf(deps.db, caller.userProfileId, params.organizationId);
    if (!isMember) throw new AppError("not-found", "There is no such organization.");
    return findPermissionsOfOrganization(deps.db, params.organizationId);
  }),
  route(calls.listPermissionRequests, async ({ deps, caller }) => {
    const organizationId = caller.activeOrganizationId;
    if (!organizationId || !(await isMemberOf(deps.db, caller.userProfileId, organizationId))) return [];
    return findPermissionRequests(deps.db, organizationId);
  }),
  route(calls.removePermission, ({ deps, caller, params }) =>
    removePermission(deps, caller, params.organizationPermissionId),
  ),
  route(calls.requestPermission, ({ deps, caller, body }) => requestPermission(deps, caller, body)),
];
