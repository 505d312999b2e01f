import * as documentCalls from "#contract/admin/documents.ts";
import * as calls from "#contract/admin/drafts.ts";
import { type Route, route, slowRoute } from "../http/route.ts";
import { MEMBERS, PROPOSAL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { pageRoutes } from "../pages/page-routes.ts";
import { addDocument } from "./add-document.ts";
import { addNewVersion } from "./add-new-version.ts";
import { deleteDocument } from "./delete-document.ts";
import { DRAFTS } from "./draft-pages.ts";
import { duplicateDocument } from "./duplicate-document.ts";
import { fillDraft } from "./fill-draft.ts";
import { getChecks } from "./get-checks.ts";
import { getDraft, openPreview } from "./get-draft.ts";
import { printDraft, readPrintableDraft } from "./print-draft.ts";
import { recallDocument, withdrawDocument } from "./recall-document.ts";
import { composeRecall, composeWithdrawal } from "./recall-mails.ts";
import { sendDocument } from "./send-document.ts";
import { composeSending } from "./sending-mail.ts";

const MAILS: readonly MailSample[] = [
  {
    order: 140,
    mailKind: "document-sent",
    name: "A document was sent",
    when: "The company sends a document for a decision",
    to: MEMBERS,
    again: "Each version that is sent",
    compose: (brand, publicUrl) =>
      composeSending(brand, publicUrl, {
        ...PROPOSAL,
        senderName: "Noah Castellan",
        isAgain: false,
        message: "Here is what we talked about on Tuesday. I am glad to explain any part of it.",
      }),
  },
  {
    order: 150,
    mailKind: "document-recalled",
    name: "A document was recalled",
    when: "The company takes a document back to change it",
    to: MEMBERS,
    again: "Each version that is recalled",
    compose: (brand) => composeRecall(brand, { ...PROPOSAL, senderName: "Noah Castellan" }),
  },
  {
    order: 160,
    mailKind: "document-withdrawn",
    name: "A document was withdrawn",
    when: "The company withdraws a document for good",
    to: MEMBERS,
    again: "Never: a document is withdrawn once",
    compose: (brand, publicUrl) =>
      composeWithdrawal(brand, publicUrl, {
        ...PROPOSAL,
        senderName: "Noah Castellan",
        reason: "The price of oak has gone up.",
      }),
  },
];

export const noun: Noun = { mails: MAILS };

export const routes: Route[] = [
  route(documentCalls.addDocument, ({ deps, caller, body }) => addDocument(deps, caller, body)),
  route(documentCalls.duplicateDocument, ({ deps, caller, params, body }) =>
    duplicateDocument(deps, caller, params.id, body),
  ),
  route(documentCalls.deleteDocument, ({ deps, caller, params }) => deleteDocument(deps, caller, params.id)),
  route(calls.getDraft, ({ deps, params }) => getDraft(deps, params.id)),
  route(calls.fillDraft, ({ deps, caller, params, body }) => fillDraft(deps, caller, params.id, body)),
  ...pageRoutes(calls, DRAFTS),
  route(calls.getChecks, ({ deps, caller, params }) => getChecks(deps, caller, params.id)),
  route(calls.openPreview, ({ deps, caller, params }) => openPreview(deps, caller, params.id)),
  slowRoute(calls.printDraft, ({ deps, params }) => readPrintableDraft(deps, params.id), printDraft),
  route(calls.sendDocument, ({ deps, caller, params, body }) => sendDocument(deps, caller, params.id, body)),
  route(calls.recallDocument, ({ deps, caller, params }) => recallDocument(deps, caller, params.id)),
  route(calls.withdrawDocument, ({ deps, caller, params, body }) =>
    withdrawDocument(deps, caller, params.id, body.reason),
  ),
  route(calls.addNewVersion, ({ deps, caller, params }) => addNewVersion(deps, caller, params.id)),
];
