import * as calls from "#contract/security.ts";
import { AppError } from "../app-error.ts";
import { type Route, route, slowRoute } from "../http/route.ts";
import { changePassword } from "./change-password.ts";
import {
  addPasskey,
  findPasskeys,
  preparePasskey,
  removePasskey,
  renamePasskey,
  requestPasskeyChallenge,
} from "./passkeys.ts";
import {
  addSecondFactor,
  OFF,
  prepareSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from "./second-factor.ts";
import { endSessions, findSessions } from "./sessions.ts";

/** A view of the portal as a client is of no one in particular. */
const ANONYMOUS = new AppError(
  "not-found",
  "You are viewing as a client. Leave the view to set up your own second factor.",
);

export const sessionRoutes: Route[] = [
  // Outside of the caller's scope, which reaches no session.
  {
    ...slowRoute(calls.listSessions, async ({ caller }) => caller, findSessions),
    handleView: async () => ({ data: [] }),
  },
  route(calls.endSessions, ({ deps, caller, body, proof }) => endSessions(deps, caller, { ...body, proof })),
  route(calls.changePassword, ({ deps, caller, body }) => changePassword(deps, caller, body)),
  {
    ...slowRoute(calls.getSecondFactor, async ({ caller }) => caller, readSecondFactor),
    handleView: async () => ({ data: OFF }),
  },
  {
    ...slowRoute(calls.prepareSecondFactor, async ({ caller }) => caller, prepareSecondFactor),
    handleView: () => Promise.reject(ANONYMOUS),
  },
  route(calls.addSecondFactor, ({ deps, caller, body, proof }) =>
    addSecondFactor(deps, caller, { ...body, proof }),
  ),
  route(calls.removeSecondFactor, ({ deps, caller, body }) => removeSecondFactor(deps, caller, body)),
  {
    ...slowRoute(calls.listPasskeys, async ({ caller }) => caller, findPasskeys),
    handleView: async () => ({ data: [] }),
  },
  {
    ...slowRoute(calls.requestPasskeyChallenge, async ({ caller }) => caller, requestPasskeyChallenge),
    handleView: () => Promise.reject(ANONYMOUS),
  },
  {
    ...slowRoute(calls.preparePasskey, async ({ caller }) => caller, preparePasskey),
    handleView: () => Promise.reject(ANONYMOUS),
  },
  route(calls.addPasskey, ({ deps, caller, body, proof }) => addPasskey(deps, caller, { ...body, proof })),
  route(calls.renamePasskey, ({ deps, caller, params, body }) =>
    renamePasskey(deps, caller, { ...params, ...body }),
  ),
  route(calls.removePasskey, ({ deps, caller, params, proof }) =>
    removePasskey(deps, caller, { ...params, proof }),
  ),
];
