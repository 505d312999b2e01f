import { listOrganizations } from "#contract/organizations.ts";
import { type Route, route } from "../http/route.ts";
import { findOrganizationsOf } from "./queries.ts";

export const organizationRoutes: Route[] = [
  route(listOrganizations, ({ deps, caller }) => findOrganizationsOf(deps.db, caller.userProfileId)),
];
