import { z } from "zod";
import { OpenedView } from "#domain/access/opened-view.ts";
import { AdminDocument } from "#domain/documents/admin-document.ts";
import { DocumentCheck } from "#domain/documents/document-check.ts";
import { Message, Reason } from "#domain/documents/sending.ts";
import { Colleague, Saved, WorkingDraft } from "#domain/drafts/working-draft.ts";
import { VariableTexts } from "#domain/templates/own-variable.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";
import { definePageCalls } from "./page-calls.ts";

export const getDraft = defineCall({
  method: "GET",
  path: "unique-document/admin/{id}/draft",
  who: "viewer",
  reach: "every-organization",
  summary: "The page of a document as the company works on it, with its work and images for the editor",
  params: IdParams,
  reply: WorkingDraft,
});

export const { savePage, reportPresence, leaveOutUnread, listRevisions, getRevision, restoreRevision } =
  definePageCalls("draft", "unique-document/admin/{id}", "draft");

export const fillDraft = defineCall({
  method: "POST",
  path: "unique-document/admin/{id}/draft/variables",
  who: "editor",
  reach: "every-organization",
  summary: "Fills the variables on the page of a draft, also in blocks that its template has locked",
  params: IdParams,
  body: VariableTexts.extend({
    /** The revision that the editor sees now. */
    revision: z.int(),
  }),
  reply: Saved,
});

export const getChecks = defineCall({
  method: "GET",
  path: "unique-document/admin/{id}/checks",
  who: "viewer",
  reach: "every-organization",
  summary: "What there is to look at before a draft is sent, such as pictures without text and broken links",
  params: IdParams,
  reply: z.strictObject({
    /** The revision that was checked. */
    revision: z.int(),
    checks: z.array(DocumentCheck),
    /** A colleague of the caller who has it open in the editor. */
    holder: Colleague.nullable(),
  }),
});

export const openPreview = defineCall({
  method: "POST",
  path: "unique-document/admin/{id}/preview",
  who: "viewer",
  reach: "every-organization",
  summary:
    "openClientView for the client of a draft, whose reads also answer the draft as if it had been sent",
  params: IdParams,
  reply: OpenedView,
});

export const printDraft = defineCall({
  method: "GET",
  path: "unique-document/admin/{id}/draft/pdf",
  who: "viewer",
  reach: "every-organization",
  summary: "The PDF that a draft would become, marked as a preview on every page; nothing is stored",
  params: IdParams,
  reply: z.strictObject({
    revision: z.int(),
    /** Base64. */
    pdf: z.string(),
  }),
});

export const sendDocument = defineCall({
  method: "POST",
  path: "unique-document/admin/{id}/send",
  who: "editor",
  reach: "every-organization",
  summary:
    "Sends a draft to its client for a decision: page and work stay as they are now, and its people are told",
  params: IdParams,
  body: z.strictObject({
    /** The revision that the sender has read. */
    revision: z.int(),
    /** What the mail says besides. */
    message: Message.optional(),
  }),
  reply: AdminDocument,
});

export const recallDocument = defineCall({
  method: "POST",
  path: "unique-document/admin/{id}/recall",
  who: "editor",
  reach: "every-organization",
  summary: "Takes a document back that nobody has decided on, to change it and send it again",
  params: IdParams,
  body: z.strictObject({}),
  reply: AdminDocument,
});

export const withdrawDocument = defineCall({
  method: "POST",
  path: "unique-document/admin/{id}/withdraw",
  who: "editor",
  reach: "every-organization",
  summary: "Takes a document back for good; its client reads why",
  params: IdParams,
  body: z.strictObject({ reason: Reason }),
  reply: AdminDocument,
});

export const addNewVersion = defineCall({
  method: "POST",
  path: "unique-document/admin/{id}/new-version",
  who: "editor",
  reach: "every-organization",
  summary: "Copies a document that its client knows, with its work orders, as a draft that names it",
  params: IdParams,
  body: z.strictObject({}),
  reply: AdminDocument,
});
