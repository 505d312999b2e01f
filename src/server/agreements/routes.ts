import {
  confirmSignature as confirmSignatureCall,
  getGeneralDocument,
  getGeneralTerms,
  listGeneralDocuments,
  listOwnSignatures,
  listSignedGeneralDocuments as listSignedGeneralDocumentsCall,
  requestSigningCode,
  signGeneralDocumentAsVisitor,
  signGeneralDocument as signGeneralDocumentCall,
} from "#contract/agreements.ts";
import { AppError } from "../app-error.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { confirmSignature } from "./confirm-signature.ts";
import { listSignedGeneralDocuments } from "./list-signed-general-documents.ts";
import { mailSigningCode } from "./mail-signing-code.ts";
import { findGeneralDocuments, findGeneralTerms, findOwnSignatures } from "./queries.ts";
import { signAsVisitor } from "./sign-as-visitor.ts";
import { signGeneralDocument } from "./sign-general-document.ts";

export const agreementRoutes: Route[] = [
  route(getGeneralDocument, async ({ deps, params }) => {
    const [document] = await findGeneralDocuments(deps.db, [params.id]);
    if (!document) throw new AppError("not-found", "There is no such document.");
    return document;
  }),
  route(getGeneralTerms, async ({ deps }) => {
    const terms = await findGeneralTerms(deps.db);
    if (!terms) throw new AppError("not-found", "There are no general terms yet.");
    return terms;
  }),
  route(listGeneralDocuments, ({ deps, body }) => findGeneralDocuments(deps.db, body.generalDocumentIds)),
  listRoute(listSignedGeneralDocumentsCall, ({ deps, caller, query }) =>
    listSignedGeneralDocuments(deps, caller.organizationId, query),
  ),
  route(listOwnSignatures, ({ deps, caller }) => findOwnSignatures(deps.db, caller.userProfileId)),
  route(signGeneralDocumentCall, ({ deps, caller, body, origin }) =>
    signGeneralDocument(deps, caller, body, origin),
  ),
  route(signGeneralDocumentAsVisitor, ({ deps, body, origin }) => signAsVisitor(deps, body, origin)),
  route(requestSigningCode, ({ deps, body, origin }) => mailSigningCode(deps, body, origin)),
  route(confirmSignatureCall, ({ deps, body, origin }) => confirmSignature(deps, body.token, origin)),
];
