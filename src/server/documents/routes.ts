import * as adminCalls from "#contract/admin/documents.ts";
import * as calls from "#contract/documents.ts";
import { listRoute, previewRoute, type Route, route } from "../http/route.ts";
import { getOpenings } from "../openings/get-openings.ts";
import { getAdminDocument } from "./admin-queries.ts";
import { approveDocument } from "./approve-document.ts";
import { archiveDocument } from "./archive-document.ts";
import { changeDocument } from "./change-document.ts";
import { declineDocument } from "./decline-document.ts";
import { getDocument } from "./get-document.ts";
import { getVersionChanges } from "./get-version-changes.ts";
import { listAdminDocuments } from "./list-admin-documents.ts";
import { listDocuments } from "./list-documents.ts";
import { previewDocument, previewVersionChanges } from "./preview-document.ts";
import { receiveDocument } from "./receive-document.ts";

export const documentRoutes: Route[] = [
  listRoute(calls.listDocuments, ({ deps, caller, query }) =>
    listDocuments(deps, caller.organizationId, query),
  ),
  route(calls.getDocumentBySlug, ({ deps, caller, params }) =>
    getDocument(deps, caller.organizationId, { slug: params.slug }),
  ),
  previewRoute(
    calls.getDocument,
    ({ deps, caller, params }) => getDocument(deps, caller.organizationId, { uniqueDocumentId: params.id }),
    ({ deps, caller, params }) => previewDocument(deps, caller.organizationId, params.id),
  ),
  previewRoute(
    calls.getVersionChanges,
    ({ deps, caller, params }) => getVersionChanges(deps.db, caller.organizationId, params.id),
    ({ deps, caller, params }) => previewVersionChanges(deps, caller.organizationId, params.id),
  ),
  route(calls.approveDocument, ({ deps, caller, params, body, origin, proof }) =>
    approveDocument(deps, caller, { ...body, id: params.id, origin, proof }),
  ),
  route(calls.declineDocument, ({ deps, caller, params, body, origin }) =>
    declineDocument(deps, caller, { ...body, id: params.id, origin }),
  ),
  route(calls.receiveDocument, ({ deps, caller, body, origin, proof }) =>
    receiveDocument(deps, caller, body, { origin, proof }),
  ),
];

export const adminDocumentRoutes: Route[] = [
  listRoute(adminCalls.listAdminDocuments, ({ deps, query }) => listAdminDocuments(deps, query)),
  route(adminCalls.getAdminDocument, ({ deps, params }) => getAdminDocument(deps, params.id)),
  route(adminCalls.getOpenings, async ({ deps, params }) => {
    await getAdminDocument(deps, params.id);
    return getOpenings(deps.db, params.id);
  }),
  route(adminCalls.changeDocument, ({ deps, caller, params, body }) =>
    changeDocument(deps, caller, params.id, body),
  ),
  route(adminCalls.archiveDocument, ({ deps, caller, params, body }) =>
    archiveDocument(deps, caller, params.id, body.isArchived),
  ),
];
