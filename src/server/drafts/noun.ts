import * as documentCalls from "#contract/admin/documents.ts";
import * as calls from "#contract/admin/drafts.ts";
import * as organizationCalls from "#contract/admin/organizations.ts";
import { byId, type Route, route, slowRoute } from "../http/route.ts";
import { PROPOSAL, SENT, TOKEN } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { pageRoutes } from "../pages/page-routes.ts";
import { COMPANY, see, setting } from "../rls/row-rules.ts";
import { addDocument, addFromStarter } from "./add-document.ts";
import { closeExpired } from "./close-expired.job.ts";
import { addNewVersion, duplicateDocument } from "./copy-document.ts";
import { deleteDocument } from "./delete-document.ts";
import { DRAFTS } from "./draft-pages.ts";
import { extendDocument } from "./extend-document.ts";
import { fillDraft } from "./fill-draft.ts";
import { getRecipients } from "./find-recipients.ts";
import { getChecks } from "./get-checks.ts";
import { getDraft, openPreview } from "./get-draft.ts";
import { printDraft, readPrintableDraft } from "./print-draft.ts";
import { recallDocument, withdrawDocument } from "./recall-document.ts";
import { sendDocument } from "./send-document.ts";
import { sendSample } from "./send-sample.ts";
import { composeExtension, composeRecall, composeSending, composeWithdrawal } from "./sending-mails.ts";
import { changeUsualRecipients, getOrganizationRecipients } from "./usual-recipients.ts";

const RECIPIENTS = "The recipients of its newest version who are members, invited, or colleagues with a copy";

const MAILS: readonly MailSample[] = [
  {
    order: 140,
    mailKind: "document-sent",
    name: "A document was sent",
    when: "The company sends a document for a decision, or someone joins who wasn't emailed it",
    to: "The members among its recipients",
    again: "Each version that is sent",
    compose: (brand, publicUrl) => composeSending(brand, publicUrl, SENT, "member"),
  },
  {
    order: 142,
    mailKind: "document-sent-by-link",
    name: "A document was sent to someone who hasn't joined",
    when: "The company sends a document for a decision",
    to: "The invited people among its recipients",
    again: "Each version that is sent, with another link",
    compose: (brand, publicUrl) => composeSending(brand, publicUrl, SENT, { linkToken: TOKEN }),
  },
  {
    order: 144,
    mailKind: "document-copied",
    name: "A copy for a colleague",
    when: "The company sends a document for a decision",
    to: "The colleagues whom the sender chose",
    again: "Each version that is sent",
    compose: (brand, publicUrl) => composeSending(brand, publicUrl, SENT, "colleague"),
  },
  {
    order: 146,
    mailKind: "document-sample",
    name: "A sample of a document",
    when: "One of the company's people wants to see a draft as its client will get it",
    to: "The person who asks for it",
    again: "Each time they ask",
    compose: (brand, publicUrl) => composeSending(brand, publicUrl, SENT, "sample"),
  },
  {
    order: 150,
    mailKind: "document-recalled",
    name: "A document was recalled",
    when: "The company takes a document back to change it",
    to: RECIPIENTS,
    again: "Each version that is recalled",
    compose: (brand) => composeRecall(brand, { ...PROPOSAL, senderName: "Noah Castellan" }),
  },
  {
    order: 160,
    mailKind: "document-withdrawn",
    name: "A document was withdrawn",
    when: "The company withdraws a document for good",
    to: RECIPIENTS,
    again: "Never: a document is withdrawn once",
    compose: (brand, publicUrl) =>
      composeWithdrawal(brand, publicUrl, { ...SENT, reason: "The price of oak has gone up." }, "member"),
  },
  {
    order: 165,
    mailKind: "document-extended",
    name: "A document was extended",
    when: "The company moves the last day of a document to a later one",
    to: RECIPIENTS,
    again: "Each later day",
    compose: (brand, publicUrl) => composeExtension(brand, publicUrl, SENT, "member"),
  },
];

export const noun: Noun = {
  jobs: [closeExpired],
  mails: MAILS,
  rows: {
    // Only the company reads what was never sent.
    page_revisions: [...COMPANY],
    page_presences: [...COMPANY],
    // A visitor with a reading link sees its row, and by it the document.
    document_recipients: [see(["visitor"], `token_hash = ${setting("key")}`), ...COMPANY],
  },
};

export const routes: Route[] = [
  route(documentCalls.addDocument, ({ deps, caller, body }) => addDocument(deps, caller, body)),
  route(documentCalls.addDocumentFromStarter, ({ deps, caller, body }) => addFromStarter(deps, caller, body)),
  route(documentCalls.duplicateDocument, byId(duplicateDocument)),
  route(documentCalls.deleteDocument, byId(deleteDocument)),
  route(calls.getDraft, ({ deps, params }) => getDraft(deps, params.id)),
  route(calls.fillDraft, byId(fillDraft)),
  ...pageRoutes(calls, DRAFTS),
  route(calls.getChecks, byId(getChecks)),
  route(calls.openPreview, byId(openPreview)),
  slowRoute(calls.printDraft, ({ deps, params }) => readPrintableDraft(deps, params.id), printDraft),
  route(calls.getRecipients, ({ deps, params }) => getRecipients(deps, params.id)),
  route(calls.sendSample, byId(sendSample)),
  route(organizationCalls.getOrganizationRecipients, ({ deps, params }) =>
    getOrganizationRecipients(deps, params.id),
  ),
  route(organizationCalls.changeUsualRecipients, byId(changeUsualRecipients)),
  route(calls.sendDocument, byId(sendDocument)),
  route(calls.recallDocument, byId(recallDocument)),
  route(calls.withdrawDocument, ({ deps, caller, params, body }) =>
    withdrawDocument(deps, caller, params.id, body.reason),
  ),
  route(calls.extendDocument, byId(extendDocument)),
  route(calls.addNewVersion, byId(addNewVersion)),
];
