import * as calls from "#contract/sessions.ts";
import { type Route, route, slowRoute } from "../http/route.ts";
import { changePassword } from "./change-password.ts";
import { endSessions, findSessions } from "./sessions.ts";

export const sessionRoutes: Route[] = [
  // Outside of the caller's scope, which reaches no session.
  {
    ...slowRoute(calls.listSessions, async ({ caller }) => caller, findSessions),
    handleView: async () => ({ data: [] }),
  },
  route(calls.endSessions, ({ deps, caller, body }) => endSessions(deps, caller, body)),
  route(calls.changePassword, ({ deps, caller, body }) => changePassword(deps, caller, body)),
];
