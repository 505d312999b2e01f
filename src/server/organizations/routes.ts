import * as calls from "#contract/organizations.ts";
import { type Route, route } from "../http/route.ts";
import { findOrganizationsOf } from "./queries.ts";

export const organizationRoutes: Route[] = [
  route(calls.listOrganizations, ({ deps, caller }) => findOrganizationsOf(deps.db, caller.userProfileId)),
];
