import {
  approveDocument as approveDocumentCall,
  declineDocument as declineDocumentCall,
  getDocumentBySlug,
  getDocument as getDocumentCall,
  listDocuments as listDocumentsCall,
  saveDocument as saveDocumentCall,
} from "#contract/documents.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { approveDocument } from "./approve-document.ts";
import { declineDocument } from "./decline-document.ts";
import { getDocument } from "./get-document.ts";
import { listDocuments } from "./list-documents.ts";
import { saveDocument } from "./save-document.ts";

export const documentRoutes: Route[] = [
  listRoute(listDocumentsCall, ({ deps, caller, query }) =>
    listDocuments(deps, caller.organizationId, query),
  ),
  route(getDocumentBySlug, ({ deps, caller, params }) =>
    getDocument(deps, caller.organizationId, { slug: params.slug }),
  ),
  route(getDocumentCall, ({ deps, caller, params }) =>
    getDocument(deps, caller.organizationId, { uniqueDocumentId: params.id }),
  ),
  route(approveDocumentCall, ({ deps, caller, params, body, origin }) =>
    approveDocument(deps, caller, { ...body, id: params.id, origin }),
  ),
  route(declineDocumentCall, ({ deps, caller, params, body, origin }) =>
    declineDocument(deps, caller, { ...body, id: params.id, origin }),
  ),
  route(saveDocumentCall, ({ deps, caller, body, origin }) => saveDocument(deps, caller, body, origin)),
];
