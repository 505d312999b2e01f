import * as calls from "#contract/security.ts";
import { type Route, route } from "../http/route.ts";
import { changeSignInRules, findSignInRules } from "./change-sign-in-rules.ts";

export const routes: Route[] = [
  route(calls.getSignInRules, ({ deps, caller }) => findSignInRules(deps.db, caller.organizationId)),
  route(calls.changeSignInRules, ({ deps, caller, body, proof }) =>
    changeSignInRules(deps, caller, { ...body, proof }),
  ),
];
