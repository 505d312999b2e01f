import * as adminCalls from "#contract/admin/bundles.ts";
import * as calls from "#contract/bundles.ts";
import { type Route, route } from "../http/route.ts";
import { takeBundle, takeSignatureBundle } from "./take-bundle.ts";

export const bundleRoutes: Route[] = [
  route(calls.takeBundle, ({ deps, caller, params }) =>
    takeBundle(deps, caller, params.id, caller.organizationId),
  ),
  route(adminCalls.takeBundleAsAdmin, ({ deps, caller, params }) =>
    takeBundle(deps, caller, params.id, null),
  ),
  route(calls.takeSignatureBundle, ({ deps, caller, params }) =>
    takeSignatureBundle(deps, caller, params.id, caller.organizationId),
  ),
  route(adminCalls.takeSignatureBundleAsAdmin, ({ deps, caller, params }) =>
    takeSignatureBundle(deps, caller, params.id, null),
  ),
];
