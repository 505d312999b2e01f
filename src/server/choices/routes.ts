import * as calls from "#contract/admin/search.ts";
import { type Route, route } from "../http/route.ts";
import { findChoices } from "./find-choices.ts";

export const choiceRoutes: Route[] = [
  route(calls.findChoices, ({ deps, params, query }) => findChoices(deps.db, params.of, query)),
];
