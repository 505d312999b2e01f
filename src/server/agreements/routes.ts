import * as managed from "#contract/admin/agreements.ts";
import * as calls from "#contract/agreements.ts";
import { AppError } from "../app-error.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { confirmSignature } from "./confirm-signature.ts";
import { findManagedDocuments, readDocumentVersion, readManagedDocument } from "./find-managed-documents.ts";
import { getSignature, listSignatures } from "./list-signatures.ts";
import { getSignedGeneralDocument, listSignedGeneralDocuments } from "./list-signed-general-documents.ts";
import { publishDraft } from "./publish-draft.ts";
import { findGeneralDocuments, findGeneralTerms, findOwnSignatures } from "./queries.ts";
import { requestNewSignatures } from "./request-new-signatures.ts";
import { requestSigningCode } from "./request-signing-code.ts";
import { retireGeneralDocument } from "./retire-general-document.ts";
import { signGeneralDocument } from "./sign-general-document.ts";
import { signGeneralDocumentAsVisitor } from "./sign-general-document-as-visitor.ts";
import { addGeneralDocument, discardDraft, saveDraft } from "./write-draft.ts";

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
  route(
    calls.listOwnSignatures,
    ({ deps, caller }) => findOwnSignatures(deps.db, caller.userProfileId),
    async () => [],
  ),
  route(calls.signGeneralDocument, ({ deps, caller, body, origin, proof }) =>
    signGeneralDocument(deps, caller, body, { origin, proof }),
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

export const managedAgreementRoutes: Route[] = [
  route(managed.listManagedDocuments, ({ deps }) => findManagedDocuments(deps.db)),
  route(managed.getManagedDocument, ({ deps, params }) => readManagedDocument(deps.db, params.id)),
  route(managed.getDocumentVersion, ({ deps, params }) =>
    readDocumentVersion(deps.db, params.id, Number(params.version)),
  ),
  route(managed.addGeneralDocument, ({ deps, caller, body }) => addGeneralDocument(deps, caller, body)),
  route(managed.saveDraft, ({ deps, caller, params, body }) => saveDraft(deps, caller, params.id, body)),
  route(managed.discardDraft, ({ deps, caller, params, body }) =>
    discardDraft(deps, caller, params.id, body.revision ?? body.asRead),
  ),
  route(managed.publishDraft, ({ deps, caller, params, body }) =>
    publishDraft(deps, caller, params.id, body.revision ?? body.asRead),
  ),
  route(managed.retireGeneralDocument, ({ deps, caller, params, body }) =>
    retireGeneralDocument(deps, caller, params.id, body.isRetired),
  ),
  route(managed.requestNewSignatures, ({ deps, caller, params, body }) =>
    requestNewSignatures(deps, caller, params.id, body),
  ),
  listRoute(managed.listSignatures, ({ deps, query }) => listSignatures(deps, query)),
  route(managed.getSignature, ({ deps, params }) => getSignature(deps, params.id)),
];
