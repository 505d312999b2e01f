import * as calls from "#contract/admin/documents.ts";
import { type Route, route } from "../http/route.ts";
import { getSharing } from "./queries.ts";
import { shareDocument } from "./share-document.ts";

export const publicViewRoutes: Route[] = [
  route(calls.getSharing, ({ deps, params }) => getSharing(deps.db, params.id)),
  route(calls.shareDocument, ({ deps, caller, params, body }) =>
    shareDocument(deps, caller, params.id, body),
  ),
];
