import * as adminCalls from "#contract/admin/search.ts";
import * as calls from "#contract/search.ts";
import { type Route, route } from "../http/route.ts";
import { FIND_OF_COMPANY, FIND_OF_ORGANIZATION } from "../wall/find-functions.ts";
import { findHits } from "./find-hits.ts";
import { NAMERS_OF_COMPANY, NAMERS_OF_ORGANIZATION } from "./name-records.ts";

export const searchRoutes: Route[] = [
  route(calls.search, ({ deps, body }) =>
    findHits(deps.db, FIND_OF_ORGANIZATION, NAMERS_OF_ORGANIZATION, body.q),
  ),
  route(adminCalls.searchAll, ({ deps, body }) =>
    findHits(deps.db, FIND_OF_COMPANY, NAMERS_OF_COMPANY, body.q),
  ),
];
