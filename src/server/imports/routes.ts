import * as calls from "#contract/admin/imports.ts";
import { type Route, route } from "../http/route.ts";
import { organizationImport, writeOrganizations } from "../organizations/organization-import.ts";
import { peopleImport, writePeople } from "../permissions/people-import.ts";
import { withScope } from "../wall/scoped-db.ts";
import { workOrderImport, writeWorkOrders } from "../work-orders/work-order-import.ts";
import { reportImport } from "./check-import.ts";
import { importRoutes } from "./import-routes.ts";
import { runImport } from "./run-import.ts";

export const importAndExportRoutes: Route[] = [
  ...importRoutes(calls.checkOrganizations, calls.importOrganizations, organizationImport),
  route(calls.exportOrganizations, async ({ deps }) => ({ csv: await writeOrganizations(deps.db) })),
  route(calls.checkPeople, ({ deps, body }) => reportImport(deps, peopleImport, body)),
  // Only the portal makes sign-ins. The change confirms the owner all the same.
  route(calls.importPeople, ({ deps, caller, body }) =>
    runImport(withScope(deps, { role: "portal" }), caller, peopleImport, body),
  ),
  route(calls.exportPeople, async ({ deps }) => ({ csv: await writePeople(deps.db) })),
  ...importRoutes(calls.checkWorkOrders, calls.importWorkOrders, workOrderImport),
  route(calls.exportWorkOrders, async ({ deps }) => ({ csv: await writeWorkOrders(deps.db) })),
];
