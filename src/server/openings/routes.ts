import * as calls from "#contract/documents.ts";
import { type Route, route } from "../http/route.ts";
import { reportOpening } from "./report-opening.ts";

export const openingRoutes: Route[] = [
  route(calls.reportOpening, ({ deps, caller, params, body }) =>
    reportOpening(deps, caller, params.id, body),
  ),
];
