import * as calls from "#contract/admin/activity.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { exportActivity } from "./export-activity.ts";
import { listActivity } from "./list-activity.ts";

const ACTIONS: Actions = {
  portal: {
    "activity.export": "exported the activity",
  },
};

export const noun: Noun = { actions: ACTIONS };

export const routes: Route[] = [
  listRoute(calls.listActivity, ({ deps, query }) => listActivity(deps, query)),
  route(calls.exportActivity, ({ deps, caller, body }) => exportActivity(deps, caller, body)),
];
