import * as calls from "#contract/organizations.ts";
import { type Route, route } from "../http/route.ts";
import { changeSignInRules } from "./change-sign-in-rules.ts";
import { findSignInRules } from "./queries.ts";

export const signInRuleRoutes: Route[] = [
  route(calls.getSignInRules, ({ deps, caller }) => findSignInRules(deps.db, caller.organizationId)),
  route(calls.changeSignInRules, ({ deps, caller, body, proof }) =>
    changeSignInRules(deps, caller, { ...body, proof }),
  ),
];
