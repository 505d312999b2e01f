import * as calls from "#contract/admin/home.ts";
import { type Route, route } from "../http/route.ts";
import { markDecisionsSeen } from "./mark-decisions-seen.ts";
import { readHome } from "./read-home.ts";

export const routes: Route[] = [
  route(calls.getHome, ({ deps, caller }) => readHome(deps, caller)),
  route(calls.markDecisionsSeen, ({ deps, caller, body }) => markDecisionsSeen(deps, caller, body)),
];
