import { z } from "zod";
import {
  DetailsAsRead,
  DocumentCopy,
  DocumentDetails,
  NewDocument,
} from "#domain/documents/document-details.ts";
import { DocumentCard, ManagedDocument, Sharing } from "#domain/documents/managed-document.ts";
import { DocumentStatus, DocumentType, ListedStatus } from "#domain/documents/unique-document.ts";
import { Id } from "#domain/id.ts";
import { ADMIN_DOCUMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { Openings, WAITING } from "#domain/openings/opening.ts";
import { Timestamp } from "#domain/record-fields.ts";
import { Starter } from "#domain/starters/starter.ts";
import { defineAdminCall } from "../call.ts";
import { countedPage, listQuery } from "../list-query.ts";
import { ofVersion } from "../record-version.ts";

export const listManagedDocuments = defineAdminCall("GET", "unique-document/admin/list", "viewer", {
  staleAfter: ["document"],
  summary:
    "The documents of every organization, or of one, most recently updated first, without archived ones",
  query: listQuery(ADMIN_DOCUMENT_LIST_COLUMNS).safeExtend({
    organizationId: Id.optional(),
    documentType: DocumentType.optional(),
    status: DocumentStatus.optional(),
    waiting: z
      .enum(WAITING)
      .optional()
      .describe(
        "Of those that wait for a decision: opened by a reader, or sent some days ago and not opened.",
      ),
    notInvoiced: z
      .literal("only")
      .optional()
      .describe("Answers accepted ones of which a part is not invoiced."),
    archived: z.literal("only").optional().describe("Answers the archived ones instead."),
  }),
  reply: z.array(DocumentCard),
  page: countedPage(ListedStatus),
});

export const getManagedDocument = defineAdminCall("GET", "unique-document/admin/{id}", "viewer", {
  staleAfter: ["document", "draft", "work-order"],
  summary: "One document of any organization with its work orders and decision, without its page",
  reply: ManagedDocument,
});

const AddedDocument = ManagedDocument.extend({
  /** What people read for the variables that have no text yet. Left out without a template. */
  unfilled: z.array(z.string()).optional(),
});

export const addDocument = defineAdminCall("POST", "unique-document/admin", "editor", {
  summary: "Adds a document as a draft that clients do not see, with the next number and a template's page",
  body: NewDocument,
  reply: AddedDocument,
});

export const addDocumentFromStarter = defineAdminCall("POST", "starter/admin/document", "editor", {
  summary:
    "Adds a draft with a page of the portal's library, filled from the settings and the client's records",
  body: z.strictObject({
    starter: Starter,
    organizationId: NewDocument.shape.organizationId,
    contactId: NewDocument.shape.contactId,
  }),
  reply: AddedDocument,
});

export const changeDocument = defineAdminCall("PATCH", "unique-document/admin/{id}", "editor", {
  summary: "Changes the record of a document; once it was sent, its name, type and last day stay",
  body: ofVersion(DocumentDetails, DetailsAsRead),
  reply: ManagedDocument,
});

export const changeDocumentOwner = defineAdminCall("PATCH", "unique-document/admin/{id}/owner", "editor", {
  summary: "Names who hears of a document's openings and decisions; null: its organization's owner",
  body: z.strictObject({ ownerId: Id.nullable() }),
  reply: ManagedDocument,
});

export const duplicateDocument = defineAdminCall("POST", "unique-document/admin/{id}/copy", "editor", {
  summary: "Copies a document and its work orders as a draft that clients do not see, for any organization",
  body: DocumentCopy,
  reply: ManagedDocument,
});

export const archiveDocument = defineAdminCall("PATCH", "unique-document/admin/{id}/archived", "editor", {
  summary: "Moves a document out of the company's list or back, which clients do not notice",
  body: z.strictObject({ isArchived: z.boolean() }),
  reply: ManagedDocument,
});

export const deleteDocument = defineAdminCall("DELETE", "unique-document/admin/{id}", "editor", {
  summary:
    "Deletes a document that no client has seen, with its work orders that were never shared or invoiced",
  reply: z.strictObject({ uniqueDocumentId: Id }),
});

export const getSharing = defineAdminCall("GET", "unique-document/admin/{id}/sharing", "viewer", {
  staleAfter: ["document"],
  summary: "Whether a document's public view is open, and until when",
  reply: Sharing,
});

export const shareDocument = defineAdminCall("PATCH", "unique-document/admin/{id}/sharing", "editor", {
  summary: "Opens the public view of a document to everyone who has its address, or closes it at once",
  body: z.strictObject({
    isShared: z.boolean(),
    /** When sharing ends, in the future; null or left out: never. */
    expiresAt: Timestamp.nullable().optional(),
  }),
  reply: Sharing,
});

export const getOpenings = defineAdminCall("GET", "unique-document/admin/{id}/openings", "viewer", {
  staleAfter: ["document"],
  summary: "Who opened a document or its PDF, first and last, and how often visitors opened its public view",
  reply: Openings,
});
