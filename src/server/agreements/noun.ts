import * as managed from "#contract/admin/agreements.ts";
import * as calls from "#contract/agreements.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { AppError } from "../app-error.ts";
import { conditionText } from "../db/columns.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { HitLoader } from "../deps.ts";
import { byId, listRoute, type Route, route } from "../http/route.ts";
import { ADA, ANCHOR, AT, CODES, EACH_TIME, ORGANIZATION, TOKEN } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import type { WordSource } from "../rls/find-functions.ts";
import {
  add,
  CLIENT_ROLES,
  COMPANY,
  change,
  EVERY_ROW,
  MEMBER_ROLES,
  OF_ORGANIZATION,
  OF_PERSON,
  OF_THEIR_ORGANIZATIONS,
  remove,
  see,
  setting,
  WITHIN_LIMIT,
} from "../rls/row-rules.ts";
import { generalDocuments, generalDocumentVersions, isOffered } from "../schema/agreements.ts";
import { requestSigningCode } from "./check-signing-code.ts";
import { confirmSignature } from "./confirm-signature.ts";
import {
  findManagedGeneralDocuments,
  readDocumentVersion,
  readManagedGeneralDocument,
} from "./find-managed-documents.ts";
import {
  getSignature,
  getSignedGeneralDocument,
  listSignatures,
  listSignedGeneralDocuments,
} from "./list-signatures.ts";
import { mailSigningRequests } from "./mail-signing-requests.job.ts";
import { findGeneralDocuments, findGeneralTerms, findOwnSignatures, isNewest } from "./queries.ts";
import { renderSignedCopy } from "./render-signed-copy.job.ts";
import { requestNewSignatures } from "./request-new-signatures.ts";
import { signGeneralDocument } from "./sign-general-document.ts";
import { signGeneralDocumentAsVisitor } from "./sign-general-document-as-visitor.ts";
import { composeSignedCopy, composeSigningCode, composeSigningRequest } from "./signing-mails.ts";
import {
  addGeneralDocument,
  addStarterTerms,
  discardDraft,
  publishDraft,
  retireGeneralDocument,
  saveDraft,
} from "./write-general-documents.ts";

const SIGNED = {
  name: "General terms",
  ...ADA,
  signedAt: AT,
  organizationName: ORGANIZATION,
  isRepeat: false,
  anchor: ANCHOR,
};

const SIGNER = "The person who signed";

const MAILS: readonly MailSample[] = [
  {
    order: 230,
    mailKind: "signed-copy",
    name: "Signed copy",
    when: "A person with an account has signed a general document",
    to: SIGNER,
    again: "Never: a person signs a version once",
    compose: (brand, publicUrl) =>
      composeSignedCopy(brand, publicUrl, { ...SIGNED, greeting: "Ada", token: null }),
  },
  {
    order: 240,
    mailKind: "visitors-signed-copy",
    name: "Signed copy of a visitor",
    when: "A visitor without an account has signed a general document",
    to: "The email that they typed",
    again: "Never: a signer signs a version once",
    compose: (brand, publicUrl) =>
      composeSignedCopy(brand, publicUrl, { ...SIGNED, greeting: null, token: TOKEN }),
  },
  {
    order: 250,
    mailKind: "repeated-signed-copy",
    name: "Signed copy, again",
    when: "A visitor has signed the same text again, more than an hour later",
    to: "The email that they typed",
    again: "When they sign the same text once more, at most each hour",
    compose: (brand, publicUrl) =>
      composeSignedCopy(brand, publicUrl, { ...SIGNED, isRepeat: true, greeting: null, token: TOKEN }),
  },
  {
    order: 260,
    mailKind: "signing-code",
    name: "Code before a signature",
    when: `A visitor asks for the code that signing needs (SIGNING_CODE=1). ${CODES}`,
    to: "The email that they typed",
    again: EACH_TIME,
    compose: (brand) => composeSigningCode(brand, { documentName: SIGNED.name, code: "40718265" }),
  },
  {
    order: 270,
    mailKind: "signing-request",
    name: "Request to sign a new version",
    when: "The company asks earlier signers to sign the published version",
    to: SIGNER,
    again: "Each version, once",
    compose: (brand, publicUrl) =>
      composeSigningRequest(brand, publicUrl, {
        generalDocumentId: "general-terms",
        name: SIGNED.name,
        signedAt: AT,
        version: 3,
        signedVersion: 2,
      }),
  },
];

const ACTIONS: Actions = {
  decisions: {
    "agreement.confirm": "confirmed the email address of a signature",
    "agreement.sign": "signed an agreement",
  },
  documents: {
    "agreement.ask": "asked people to sign a general document again",
    "agreement.take-evidence": "downloaded the evidence bundle of a signature",
    "agreement.copy": "made the PDF of a signed agreement",
    "agreement.discard-draft": "threw the draft of a general document away",
    "agreement.draft": "wrote a draft of a general document",
    "agreement.make-terms": "made a document the General Terms and Conditions",
    "agreement.publish": "published a general document",
    "agreement.restore": "brought a general document back",
    "agreement.retire": "retired a general document",
  },
};

/** The signature that a visitor gives now, or whose mailed token they have. */
const SIGNED_WITH_KEY = `user_profile_id is null and organization_id is null and (signer_hash = ${setting("key")}
  or exists (select from signature_confirmations as confirmation where confirmation.token_hash = ${setting("key")}
    and confirmation.signed_general_document_id = signed_general_documents.signed_general_document_id))`;

const nameGeneralDocuments: HitLoader = async (reader, ids) => {
  const { generalDocumentId } = generalDocuments;
  const rows = await reader
    .select({ id: generalDocumentId, name: generalDocumentVersions.name })
    .from(generalDocuments)
    .innerJoin(generalDocumentVersions, isNewest)
    .where(isAnyOf(generalDocumentId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row }));
};

/** The newest versions. */
const SOURCE: WordSource = {
  table: "general_document_versions",
  id: "general_document_id",
  text: "name",
  words: "words",
  touchedAt: "published_at",
  isOrdered: false,
  where: "(general_document_id, version) in (select general_document_id, version from general_documents)",
  isOfOrganization: false,
};

export const noun: Noun = {
  actions: ACTIONS,
  jobs: [mailSigningRequests, renderSignedCopy],
  mails: MAILS,
  rows: {
    general_documents: [see(CLIENT_ROLES, EVERY_ROW), ...COMPANY],
    general_document_drafts: [...COMPANY],
    signing_requests: [change(["worker"], EVERY_ROW, ["mailed_at"]), ...COMPANY],
    signature_confirmations: [
      see(["visitor"], `token_hash = ${setting("key")} or expires_at < now()`),
      add(["visitor", "worker"], EVERY_ROW),
      remove(["visitor", "worker"], "expires_at < now()"),
      ...COMPANY,
    ],
    signing_codes: [{ command: "all", roles: ["visitor"], rows: EVERY_ROW }, ...COMPANY],
    signed_versions: [
      see(["visitor", "person"], EVERY_ROW),
      add(["visitor", "person"], EVERY_ROW),
      see(["admin", "worker", "portal"], EVERY_ROW),
      add(["portal"], EVERY_ROW),
    ],
    // What the portal learns later of a signature is written once.
    signed_general_documents: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      see(["person"], `${OF_PERSON} and (organization_id is null or ${WITHIN_LIMIT})`),
      add(["person"], `${OF_PERSON} and (organization_id is null or ${OF_THEIR_ORGANIZATIONS})`),
      see(["visitor"], SIGNED_WITH_KEY),
      add(["visitor"], "user_profile_id is null and organization_id is null"),
      change(["visitor"], SIGNED_WITH_KEY, ["email_confirmed_at"]),
      change(["worker", "portal"], EVERY_ROW, ["file_id"]),
      see(["admin", "worker", "portal"], EVERY_ROW),
      add(["admin", "portal"], EVERY_ROW),
    ],
    general_document_versions: [
      see(CLIENT_ROLES, EVERY_ROW),
      see(["admin", "worker", "portal"], EVERY_ROW),
      add(["admin", "portal"], EVERY_ROW),
    ],
  },
  search: {
    kind: "generalDocument",
    ofOrganization: {
      source: {
        ...SOURCE,
        // What they may sign, and what they or their organization have signed.
        where: `(general_document_id, version) in (
      select general_document_id, version from general_documents where ${conditionText(generalDocuments, isOffered)} or general_document_id in (
        select general_document_id from signed_general_documents
        where organization_id = organization or user_profile_id = person))`,
      },
      name: nameGeneralDocuments,
    },
    ofCompany: { source: SOURCE, name: nameGeneralDocuments },
  },
};

export const routes: Route[] = [
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
  route(managed.listManagedGeneralDocuments, ({ deps }) => findManagedGeneralDocuments(deps.db)),
  route(managed.getManagedGeneralDocument, ({ deps, params }) =>
    readManagedGeneralDocument(deps.db, params.id),
  ),
  route(managed.getDocumentVersion, ({ deps, params }) =>
    readDocumentVersion(deps.db, params.id, Number(params.version)),
  ),
  route(managed.addGeneralDocument, ({ deps, caller, body }) => addGeneralDocument(deps, caller, body)),
  route(managed.saveDraft, byId(saveDraft)),
  route(managed.discardDraft, ({ deps, caller, params, body }) =>
    discardDraft(deps, caller, params.id, body.revision ?? body.asRead),
  ),
  route(managed.publishDraft, ({ deps, caller, params, body }) =>
    publishDraft(deps, caller, params.id, body.revision ?? body.asRead),
  ),
  route(managed.addStarterTerms, ({ deps, caller, body }) => addStarterTerms(deps, caller, body)),
  route(managed.retireGeneralDocument, ({ deps, caller, params, body }) =>
    retireGeneralDocument(deps, caller, params.id, body.isRetired),
  ),
  route(managed.requestNewSignatures, byId(requestNewSignatures)),
  listRoute(managed.listSignatures, ({ deps, query }) => listSignatures(deps, query)),
  route(managed.getSignature, ({ deps, params }) => getSignature(deps, params.id)),
];
