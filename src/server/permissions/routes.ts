import {
  listPermissionRequests,
  listPermissions,
  listPermissionsOfOrganization,
  removePermission as removePermissionCall,
  requestPermission as requestPermissionCall,
} from "#contract/permissions.ts";
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
  route(listPermissions, ({ deps, caller }) => findPermissionsOf(deps.db, caller.userProfileId)),
  route(listPermissionsOfOrganization, async ({ deps, caller, params }) => {
    const isMember = await isMemberOf(deps.db, caller.userProfileId, params.organizationId);
    if (!isMember) throw new AppError("not-found", "There is no such organization.");
    return findPermissionsOfOrganization(deps.db, params.organizationId);
  }),
  route(listPermissionRequests, async ({ deps, caller }) => {
    const organizationId = caller.activeOrganizationId;
    if (!organizationId || !(await isMemberOf(deps.db, caller.userProfileId, organizationId))) return [];
    return findPermissionRequests(deps.db, organizationId);
  }),
  route(removePermissionCall, ({ deps, caller, params }) =>
    removePermission(deps, caller, params.organizationPermissionId),
  ),
  route(requestPermissionCall, ({ deps, caller, body }) => requestPermission(deps, caller, body)),
];
