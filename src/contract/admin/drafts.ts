import { z } from "zod";
import { OpenedView } from "#domain/access/access.ts";
import { ManagedDocument } from "#domain/documents/managed-document.ts";
import { ChosenRecipients, RecipientChoices } from "#domain/documents/recipients.ts";
import { DocumentCheck, Message, Reason } from "#domain/documents/sending.ts";
import { ValidUntil } from "#domain/documents/validity.ts";
import { Colleague, Saved, WorkingDraft } from "#domain/drafts/working-draft.ts";
import { Id } from "#domain/id.ts";
import { VariableTexts } from "#domain/templates/own-variable.ts";
import { defineAdminCall } from "../call.ts";
import { definePageCalls } from "./page-calls.ts";

export const getDraft = defineAdminCall("GET", "unique-document/admin/{id}/draft", "viewer", {
  summary: "The page of a document as the company works on it, with its work and images for the editor",
  reply: WorkingDraft,
});

export const { savePage, reportPresence, leaveOutUnread, listRevisions, getRevision, restoreRevision } =
  definePageCalls("draft", "unique-document/admin/{id}", "draft");

export const fillDraft = defineAdminCall("POST", "unique-document/admin/{id}/draft/variables", "editor", {
  summary: "Fills the variables on the page of a draft, also in blocks that its template has locked",
  body: VariableTexts.extend({
    /** The revision that the editor sees now. */
    revision: z.int(),
  }),
  reply: Saved,
});

export const getChecks = defineAdminCall("GET", "unique-document/admin/{id}/checks", "viewer", {
  summary: "What there is to look at before a draft is sent, such as pictures without text and broken links",
  reply: z.strictObject({
    /** The revision that was checked. */
    revision: z.int(),
    checks: z.array(DocumentCheck),
    /** A colleague of the caller who has it open in the editor. */
    holder: Colleague.nullable(),
  }),
});

export const openPreview = defineAdminCall("POST", "unique-document/admin/{id}/preview", "viewer", {
  summary:
    "openClientView for the client of a draft, whose reads also answer the draft as if it had been sent",
  reply: OpenedView,
});

export const printDraft = defineAdminCall("GET", "unique-document/admin/{id}/draft/pdf", "viewer", {
  summary: "The PDF that a draft would become, marked as a preview on every page; nothing is stored",
  reply: z.strictObject({
    revision: z.int(),
    /** Base64. */
    pdf: z.string(),
  }),
});

export const getRecipients = defineAdminCall("GET", "unique-document/admin/{id}/recipients", "viewer", {
  staleAfter: ["permission", "person"],
  summary:
    "Who can be emailed when a document is sent: members, invited people, colleagues, and who was last time",
  reply: RecipientChoices,
});

export const sendSample = defineAdminCall("POST", "unique-document/admin/{id}/sample", "editor", {
  summary:
    "Mails a draft to its editor as its client will get it, marked as a sample; nothing is sent to the client",
  body: z.strictObject({
    /** Chosen by the caller: the same sample is mailed once. */
    sampleId: Id,
  }),
  /** Where it goes. */
  reply: z.strictObject({ email: z.string() }),
});

export const sendDocument = defineAdminCall("POST", "unique-document/admin/{id}/send", "editor", {
  summary:
    "Sends a draft to its client for a decision: page and work stay as they are now, and the recipients are emailed",
  body: z.strictObject({
    /** The revision that the sender has read. */
    revision: z.int(),
    /** What the mail says besides. */
    message: Message.optional(),
    /** The last day on which it can be accepted; null: none. Left out: as the draft has it. */
    validUntil: ValidUntil.nullable().optional(),
    /** Who is mailed; left out: every member and everybody who is invited. */
    recipients: ChosenRecipients.refine(
      ({ members, invited, newPeople }) => members.length + invited.length + newPeople.length > 0,
      "Please choose at least one recipient of your client",
    ).optional(),
  }),
  reply: ManagedDocument,
});

export const recallDocument = defineAdminCall("POST", "unique-document/admin/{id}/recall", "editor", {
  summary: "Recalls an undecided document, to change it and send it again",
  body: z.strictObject({}),
  reply: ManagedDocument,
});

export const withdrawDocument = defineAdminCall("POST", "unique-document/admin/{id}/withdraw", "editor", {
  summary: "Takes a document back for good; its client reads why",
  body: z.strictObject({ reason: Reason }),
  reply: ManagedDocument,
});

export const extendDocument = defineAdminCall("POST", "unique-document/admin/{id}/extend", "editor", {
  summary: "Moves the last day of a sent or expired document to a later one, and tells its people",
  body: z.strictObject({ validUntil: ValidUntil }),
  reply: ManagedDocument,
});

export const addNewVersion = defineAdminCall("POST", "unique-document/admin/{id}/new-version", "editor", {
  summary: "Copies a document that its client knows, with its work orders, as a draft that names it",
  body: z.strictObject({}),
  reply: ManagedDocument,
});
