import * as adminCalls from "#contract/admin/search.ts";
import * as calls from "#contract/search.ts";
import { type Route, route } from "../http/route.ts";
import { FIND_OF_COMPANY, FIND_OF_ORGANIZATION } from "../rls/find-functions.ts";
import { findChoices } from "./find-choices.ts";
import { findHits } from "./find-hits.ts";

export const searchRoutes: Route[] = [
  route(calls.search, ({ deps, body }) =>
    findHits(deps.db, FIND_OF_ORGANIZATION, deps.namers.ofOrganization, body.q),
  ),
  route(adminCalls.searchAll, ({ deps, body }) =>
    findHits(deps.db, FIND_OF_COMPANY, deps.namers.ofCompany, body.q),
  ),
  route(adminCalls.findChoices, ({ deps, params, query }) => findChoices(deps.db, params.of, query)),
];
