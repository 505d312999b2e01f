import * as importCalls from "#contract/admin/imports.ts";
import * as adminCalls from "#contract/admin/organizations.ts";
import * as calls from "#contract/organizations.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { importRoutes } from "../imports/import-routes.ts";
import { addOrganization } from "./add-organization.ts";
import { changeQuickLinks, renameOrganization } from "./change-organization.ts";
import { deactivateOrganization } from "./deactivate-organization.ts";
import { listAllOrganizations } from "./list-all-organizations.ts";
import { openClientView } from "./open-client-view.ts";
import { organizationImport, writeOrganizations } from "./organization-import.ts";
import { findOrganizations, findOrganizationsOf, presentManaged } from "./queries.ts";
import { verifyOrganization } from "./verify-organization.ts";

export const organizationRoutes: Route[] = [
  ...importRoutes(importCalls.checkOrganizations, importCalls.importOrganizations, organizationImport),
  route(importCalls.exportOrganizations, async ({ deps }) => ({ csv: await writeOrganizations(deps.db) })),
  route(
    calls.listOrganizations,
    ({ deps, caller }) => findOrganizationsOf(deps.db, caller.userProfileId),
    ({ deps, caller }) => findOrganizations(deps.db, [caller.organizationId]),
  ),
  route(adminCalls.openClientView, ({ deps, caller, params }) => openClientView(deps, caller, params.id)),
  listRoute(adminCalls.listAllOrganizations, ({ deps, query }) => listAllOrganizations(deps, query)),
  route(adminCalls.getOrganization, ({ deps, params }) => presentManaged(deps.db, params.id)),
  route(adminCalls.addOrganization, ({ deps, caller, body }) => addOrganization(deps, caller, body)),
  route(adminCalls.renameOrganization, ({ deps, caller, params, body }) =>
    renameOrganization(deps, caller, params.id, body),
  ),
  route(adminCalls.changeQuickLinks, ({ deps, caller, params, body }) =>
    changeQuickLinks(deps, caller, params.id, body),
  ),
  route(adminCalls.verifyOrganization, ({ deps, caller, params }) =>
    verifyOrganization(deps, caller, params.id),
  ),
  route(adminCalls.deactivateOrganization, ({ deps, caller, params, body }) =>
    deactivateOrganization(deps, caller, params.id, body),
  ),
];
