import { getSharing as getSharingCall, shareDocument as shareDocumentCall } from "#contract/public-view.ts";
import { type Route, route } from "../http/route.ts";
import { getSharing } from "./get-sharing.ts";
import { shareDocument } from "./share-document.ts";

export const publicViewRoutes: Route[] = [
  route(getSharingCall, ({ deps, params }) => getSharing(deps.db, params.id)),
  route(shareDocumentCall, ({ deps, caller, params, body }) => shareDocument(deps, caller, params.id, body)),
];
