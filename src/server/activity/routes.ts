import * as calls from "#contract/admin/activity.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { exportActivity } from "./export-activity.ts";
import { listActivity } from "./list-activity.ts";

export const activityRoutes: Route[] = [
  listRoute(calls.listActivity, ({ deps, query }) => listActivity(deps, query)),
  route(calls.exportActivity, ({ deps, caller, body }) => exportActivity(deps, caller, body)),
];
