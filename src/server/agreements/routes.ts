import * as calls from "#contract/agreements.ts";
import { AppError } from "../app-error.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { confirmSignature } from "./confirm-signature.ts";
import { getSignedGeneralDocument, listSignedGeneralDocuments } from "./list-signed-general-documents.ts";
import { findGeneralDocuments, findGeneralTerms, findOwnSignatures } from "./queries.ts";
import { requestSigningCode } from "./request-signing-code.ts";
import { signGeneralDocument } from "./sign-general-document.ts";
import { signGeneralDocumentAsVisitor } from "./sign-general-document-as-visitor.ts";

export const agreementRoutes: Route[] = [
  route(calls.getGeneralDocument, async ({ deps, params }) => {
    const [document] = await findGeneralDocuments(deps.db, [params.id]);
    if (!document) throw new AppError("not-found", "There is no such document.");
    return document;
  }),
  route(calls.getGeneralTerms, async ({ deps }) => {
    const terms = await findGeneralTerms(deps.db);
    if (!terms) throw new AppError("not-found", "There are no general terms yet.");
    return terms;
  }),
  route(calls.listGeneralDocuments, ({ deps, body }) =>
    findGeneralDocuments(deps.db, body.generalDocumentIds),
  ),
  listRoute(calls.listSignedGeneralDocuments, ({ deps, caller, query }) =>
    listSignedGeneralDocuments(deps, caller.organizationId, query),
  ),
  route(calls.getSignedGeneralDocument, ({ deps, caller, params }) =>
    getSignedGeneralDocument(deps, caller.organizationId, params.id),
  ),
  route(calls.listOwnSignatures, ({ deps, caller }) => findOwnSignatures(deps.db, caller.userProfileId)),
  route(calls.signGeneralDocument, ({ deps, caller, body, origin }) =>
    signGeneralDocument(deps, caller, body, origin),
  ),
  route(calls.signGeneralDocumentAsVisitor, ({ deps, caller, body, origin }) =>
    signGeneralDocumentAsVisitor(deps, caller, body, origin),
  ),
  route(calls.requestSigningCode, ({ deps, caller, body, origin }) =>
    requestSigningCode(deps, caller, body, origin),
  ),
  route(calls.confirmSignature, ({ deps, caller, body, origin }) =>
    confirmSignature(deps, caller, body.token, origin),
  ),
];
