import * as adminCalls from "#contract/admin/search.ts";
import * as calls from "#contract/search.ts";
import { type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { FIND_OF_COMPANY, FIND_OF_ORGANIZATION } from "../rls/find-functions.ts";
import { findChoices } from "./find-choices.ts";
import { findHits } from "./find-hits.ts";
import { indexStoredPages } from "./index-stored-pages.job.ts";

export const noun: Noun = { jobs: [indexStoredPages] };

export const routes: Route[] = [
  route(calls.search, ({ deps, body }) =>
    findHits(deps.db, FIND_OF_ORGANIZATION, deps.hitLoaders.ofOrganization, body.q),
  ),
  route(adminCalls.searchAll, ({ deps, body }) =>
    findHits(deps.db, FIND_OF_COMPANY, deps.hitLoaders.ofCompany, body.q),
  ),
  route(adminCalls.findChoices, ({ deps, params, query }) => findChoices(deps.db, params.of, query)),
];
