import * as adminCalls from "#contract/admin/bundles.ts";
import * as calls from "#contract/bundles.ts";
import { type Route, route } from "../http/route.ts";
import { createBundleLink, createSignatureBundleLink } from "./create-bundle-link.ts";

export const routes: Route[] = [
  route(calls.createBundleLink, ({ deps, caller, params }) =>
    createBundleLink(deps, caller, params.id, caller.organizationId),
  ),
  route(adminCalls.createBundleLinkAsAdmin, ({ deps, caller, params }) =>
    createBundleLink(deps, caller, params.id, null),
  ),
  route(calls.createSignatureBundleLink, ({ deps, caller, params }) =>
    createSignatureBundleLink(deps, caller, params.id, caller.organizationId),
  ),
  route(adminCalls.createSignatureBundleLinkAsAdmin, ({ deps, caller, params }) =>
    createSignatureBundleLink(deps, caller, params.id, null),
  ),
];
