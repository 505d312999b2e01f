import { z } from "zod";
import { SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import {
  GeneralDocumentDetails,
  GeneralDocumentSlug,
  GeneralDocumentVersion,
  ListedGeneralDocument,
  ManagedGeneralDocument,
  ManagedSignature,
} from "#domain/agreements/managed-general-document.ts";
import { Id } from "#domain/id.ts";
import { ADMIN_SIGNATURE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { defineAdminCall, IdParams } from "../call.ts";
import { ListPage, listQuery } from "../list-query.ts";
import { ofRead } from "../record-version.ts";

const Version = z.int().min(1);
const Revision = z.int().min(1);

/** The revision of the draft as the editor read it. If it is another one by now, nothing is changed. */
const OfRevision = ofRead(z.strictObject({}), "revision", Revision, Revision);

export const listManagedGeneralDocuments = defineAdminCall("GET", "general-document/admin/list", "viewer", {
  staleAfter: ["agreement"],
  summary: "All general documents by title, also those that were never published",
  reply: z.array(ListedGeneralDocument),
});

export const getManagedGeneralDocument = defineAdminCall("GET", "general-document/admin/{id}", "viewer", {
  staleAfter: ["agreement"],
  summary: "One general document with its draft and its versions",
  reply: ManagedGeneralDocument,
});

export const getDocumentVersion = defineAdminCall(
  "GET",
  "general-document/admin/{id}/version/{version}",
  "viewer",
  {
    summary: "One published version of a general document with its text",
    params: IdParams.extend({
      version: z.string().regex(/^[1-9]\d{0,8}$/, "Expected the number of a version"),
    }),
    reply: GeneralDocumentVersion,
  },
);

export const addGeneralDocument = defineAdminCall("POST", "general-document/admin", "editor", {
  summary: "Adds a general document as a draft, which only the company sees before it is published",
  body: GeneralDocumentDetails.extend({ generalDocumentId: GeneralDocumentSlug }),
  reply: ManagedGeneralDocument,
});

export const addStarterTerms = defineAdminCall("POST", "starter/admin/general-document", "editor", {
  summary:
    "Adds the general terms of the portal's library as a draft, or answers the general document that has the address",
  body: z.strictObject({ generalDocumentId: GeneralDocumentSlug }),
  reply: ManagedGeneralDocument,
});

export const saveDraft = defineAdminCall("PATCH", "general-document/admin/{id}/draft", "editor", {
  summary: "Saves the next version of a general document as a draft; what is published stays as it is",
  /** A revision of null: the editor saw no draft. */
  body: ofRead(
    GeneralDocumentDetails.extend({
      /** The newest version as the editor read it. A new draft begins on it. */
      onVersion: Version.nullable(),
    }),
    "revision",
    Revision.nullable(),
    Revision.nullable(),
  ),
  reply: ManagedGeneralDocument,
});

export const discardDraft = defineAdminCall("DELETE", "general-document/admin/{id}/draft", "editor", {
  summary: "Throws a draft away, and with it a general document that was never published",
  body: OfRevision,
  reply: z.strictObject({ generalDocumentId: Id }),
});

export const publishDraft = defineAdminCall("POST", "general-document/admin/{id}/publish", "editor", {
  summary: "Publishes the draft as a new version, which everyone reads and signs from now on",
  body: OfRevision,
  reply: ManagedGeneralDocument,
});

export const retireGeneralDocument = defineAdminCall(
  "PATCH",
  "general-document/admin/{id}/retired",
  "editor",
  {
    summary: "Retires a general document, which can then no longer be signed, or restores it",
    body: z.strictObject({ isRetired: z.boolean() }),
    reply: ManagedGeneralDocument,
  },
);

export const requestNewSignatures = defineAdminCall("POST", "general-document/admin/{id}/ask", "editor", {
  summary: "Emails signers of an earlier text that there is a newer version to sign, each once per version",
  body: z.strictObject({
    /** The newest version as the editor read it. If there is a newer one, no one is asked. */
    version: Version,
    /** All who have not signed the newest text, or those of these signatures. */
    of: z.union([
      z.strictObject({ all: z.literal(true) }),
      z.strictObject({ signedGeneralDocumentIds: z.array(Id).min(1).max(2000) }),
    ]),
  }),
  /** How many people are mailed now. Anyone who was asked before, or has signed the newest text, is not. */
  reply: z.strictObject({ asked: z.int().min(0) }),
});

export const listSignatures = defineAdminCall("GET", "signed-general-document/admin/list", "viewer", {
  staleAfter: ["agreement"],
  summary: "Who has signed which version of every general document or of one, newest first",
  query: listQuery(ADMIN_SIGNATURE_LIST_COLUMNS).safeExtend({ generalDocumentId: Id.optional() }),
  reply: z.array(ManagedSignature),
  page: ListPage,
});

export const getSignature = defineAdminCall("GET", "signed-general-document/admin/{id}", "viewer", {
  summary: "One signature, with a link to its signed copy",
  reply: SignedGeneralDocument,
});
