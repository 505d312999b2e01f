import * as adminCalls from "#contract/admin/openings.ts";
import * as calls from "#contract/openings.ts";
import { getAdminDocument } from "../documents/get-admin-document.ts";
import { type Route, route } from "../http/route.ts";
import { getOpenings } from "./get-openings.ts";
import { reportOpening } from "./report-opening.ts";

export const openingRoutes: Route[] = [
  route(calls.reportOpening, ({ deps, caller, params, body }) =>
    reportOpening(deps, caller, params.id, body),
  ),
  route(adminCalls.getOpenings, async ({ deps, params }) => {
    await getAdminDocument(deps, params.id);
    return getOpenings(deps.db, params.id);
  }),
];
