import * as calls from "#contract/documents.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { approveDocument } from "./approve-document.ts";
import { declineDocument } from "./decline-document.ts";
import { getDocument } from "./get-document.ts";
import { listDocuments } from "./list-documents.ts";
import { takeBackDocument } from "./take-back-document.ts";

export const documentRoutes: Route[] = [
  listRoute(calls.listDocuments, ({ deps, caller, query }) =>
    listDocuments(deps, caller.organizationId, query),
  ),
  route(calls.getDocumentBySlug, ({ deps, caller, params }) =>
    getDocument(deps, caller.organizationId, { slug: params.slug }),
  ),
  route(calls.getDocument, ({ deps, caller, params }) =>
    getDocument(deps, caller.organizationId, { uniqueDocumentId: params.id }),
  ),
  route(calls.approveDocument, ({ deps, caller, params, body, origin }) =>
    approveDocument(deps, caller, { ...body, id: params.id, origin }),
  ),
  route(calls.declineDocument, ({ deps, caller, params, body, origin }) =>
    declineDocument(deps, caller, { ...body, id: params.id, origin }),
  ),
  route(calls.takeBackDocument, ({ deps, caller, body, origin }) =>
    takeBackDocument(deps, caller, body, origin),
  ),
];
