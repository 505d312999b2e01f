import * as factorCalls from "#contract/second-factor.ts";
import * as calls from "#contract/sessions.ts";
import { type Route, route, slowRoute } from "../http/route.ts";
import { changePassword } from "./change-password.ts";
import {
  addSecondFactor,
  OFF,
  prepareSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from "./second-factor.ts";
import { endSessions, findSessions } from "./sessions.ts";

export const sessionRoutes: Route[] = [
  // Outside of the caller's scope, which reaches no session.
  {
    ...slowRoute(calls.listSessions, async ({ caller }) => caller, findSessions),
    handleView: async () => ({ data: [] }),
  },
  route(calls.endSessions, ({ deps, caller, body }) => endSessions(deps, caller, body)),
  route(calls.changePassword, ({ deps, caller, body }) => changePassword(deps, caller, body)),
  {
    ...slowRoute(factorCalls.getSecondFactor, async ({ caller }) => caller, readSecondFactor),
    handleView: async () => ({ data: OFF }),
  },
  slowRoute(factorCalls.prepareSecondFactor, async ({ caller }) => caller, prepareSecondFactor),
  route(factorCalls.addSecondFactor, ({ deps, caller, body }) => addSecondFactor(deps, caller, body)),
  route(factorCalls.removeSecondFactor, ({ deps, caller, body }) => removeSecondFactor(deps, caller, body)),
];
