import { z } from "zod";
import { ContentHash } from "#domain/canonical-json.ts";
import { DECLINE_REASON_LIMIT } from "#domain/documents/decline.ts";
import {
  DocumentStatus,
  DocumentType,
  ListedDocument,
  ListedStatus,
  OtherVersion,
  Slug,
  UniqueDocument,
} from "#domain/documents/unique-document.ts";
import { Id } from "#domain/id.ts";
import { DOCUMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { OPENED } from "#domain/openings/opening.ts";
import { defineCall } from "./call.ts";
import { countedPage, listQuery } from "./list-query.ts";
import { ShownWords } from "./shown-words.ts";

export const getDocument = defineCall("GET", "unique-document/user/{id}", "former-member", {
  reach: "organization",
  summary: "One document of the active organization, with its page, its prices and the hash of both",
  reply: UniqueDocument,
});

export const getDocumentBySlug = defineCall("GET", "unique-document/user/slug/{slug}", "former-member", {
  reach: "organization",
  summary: "The same document, found by its slug",
  params: z.strictObject({ slug: Slug }),
  reply: UniqueDocument,
});

export const getVersionChanges = defineCall("GET", "unique-document/user/{id}/changes", "member", {
  reach: "organization",
  summary: "What changed in a document from the version before it, which is a document of its own",
  reply: z.strictObject({
    predecessor: OtherVersion,
    /** Sentences, also of kept choices; empty: nothing that readers see. */
    changes: z.array(z.string()),
  }),
});

export const listDocuments = defineCall("GET", "unique-document/user/list", "former-member", {
  reach: "organization",
  staleAfter: ["document"],
  summary: "The documents of the active organization, most recently updated first",
  query: listQuery(DOCUMENT_LIST_COLUMNS).safeExtend({
    include: z.literal("puckState").optional(),
    documentType: DocumentType.optional(),
    status: DocumentStatus.optional(),
    /** The invoiceId of the documents' invoice. */
    invoice: Id.optional(),
  }),
  reply: z.array(ListedDocument),
  page: countedPage(ListedStatus).extend({
    /** The sum of the totals in dollars, without drafts; null if there are none, or too many rows to count. */
    totalCost: z.string().nullable(),
    /** Whether one of these documents hides prices. Its shown prices are not in the sum either. */
    hidesPrices: z.boolean(),
  }),
});

export const approveDocument = defineCall("POST", "unique-document/user/{id}/approve", "signatory", {
  reach: "organization",
  summary: "Accepts a document on behalf of the active organization",
  body: z.strictObject({
    uniqueDocumentId: Id,
    status: z.literal("APPROVED"),
    /** The contentHash that came with the document the person read. */
    contentHash: ContentHash,
    /** The declaration on screen, the portal's own. A program that leaves it out makes it by this call. */
    declaration: z.string().max(1000).optional(),
    shown: ShownWords.optional(),
  }),
  reply: UniqueDocument,
});

export const declineDocument = defineCall("POST", "unique-document/user/{id}/decline", "signatory", {
  reach: "organization",
  summary:
    "Declines a document on behalf of the active organization, and tells the company why if it is said",
  body: z.strictObject({
    uniqueDocumentId: Id,
    status: z.literal("DECLINED"),
    reason: z.string().trim().max(DECLINE_REASON_LIMIT).optional(),
  }),
  reply: UniqueDocument,
});

export const receiveDocument = defineCall("PATCH", "unique-document/user", "signatory", {
  reach: "organization",
  summary: "Takes a document back from a client, who may have decided on it and changed nothing else",
  /** Status APPROVED accepts the content of the contentHash. Every other field must be unchanged. */
  body: UniqueDocument.partial().required({ uniqueDocumentId: true }),
  reply: UniqueDocument,
});

export const reportOpening = defineCall("POST", "unique-document/user/{id}/opened", "former-member", {
  reach: "organization",
  summary: "Tells the company that the caller has opened a document or its PDF, once a visit",
  body: z.strictObject({ what: z.enum(OPENED) }),
  reply: z.strictObject({ uniqueDocumentId: Id }),
});
