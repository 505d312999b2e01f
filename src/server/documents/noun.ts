import { eq } from "drizzle-orm";
import * as adminCalls from "#contract/admin/documents.ts";
import * as calls from "#contract/documents.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { inCents } from "../db/cents-sql.ts";
import { conditionText } from "../db/columns.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { HitLoader } from "../deps.ts";
import { byId, listRoute, previewRoute, type Route, route } from "../http/route.ts";
import { ORGANIZATION, PROPOSAL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { getOpenings } from "../openings/get-openings.ts";
import { AS_SENT, NAME_AND_NUMBER, type WordSource } from "../rls/find-functions.ts";
import {
  add,
  COMPANY,
  change,
  EVERY_ROW,
  lock,
  MEMBER_ROLES,
  OF_ORGANIZATION,
  partOf,
  see,
} from "../rls/row-rules.ts";
import {
  amountVisibleToClients,
  documentVisibleToClients,
  hidesAmount,
  isArchived,
  isListed,
  isOpened,
  isUnopened,
  lastTouched,
  pageVisibleToClients,
  shownName,
  shownType,
  uniqueDocuments,
} from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { getManagedDocument } from "./admin-queries.ts";
import { approveDocument, receiveDocument } from "./approve-document.ts";
import { archiveDocument, changeDocument, changeDocumentOwner } from "./change-document.ts";
import {
  composeAcceptance,
  composeApproval,
  composeDecline,
  composeOwnAcceptance,
} from "./decision-mails.ts";
import { declineDocument } from "./decline-document.ts";
import { readDocument } from "./get-document.ts";
import { getVersionChanges } from "./get-version-changes.ts";
import { listDocuments } from "./list-documents.ts";
import { listManagedDocuments } from "./list-managed-documents.ts";
import { mailDecline } from "./mail-decline.job.ts";
import { previewDocument, previewVersionChanges } from "./preview-document.ts";
import { priceDrafts } from "./price-drafts.job.ts";
import { registerStoredImages } from "./register-stored-images.job.ts";
import { renderDocumentPdf } from "./render-document-pdf.job.ts";
import { storeShownPrices } from "./store-shown-prices.job.ts";

const ACCEPTED = {
  ...PROPOSAL,
  uniqueDocumentId: "sample",
  organizationName: ORGANIZATION,
  price: {
    total: "21608.13",
    hidesPrices: false,
    label: "Total inc. GST",
    hasGst: true,
    unpricedNote: null,
  },
  isAttached: true,
};

const MAILS: readonly MailSample[] = [
  {
    order: 170,
    mailKind: "document-accepted",
    name: "A client accepted what you sent",
    when: "The PDF of an accepted document is ready",
    to: "Its owner, and colleagues who chose to be notified of every document",
    again: "Each version that is accepted",
    compose: (brand, publicUrl) => composeAcceptance(brand, publicUrl, ACCEPTED),
  },
  {
    order: 190,
    mailKind: "document-approved",
    name: "A document was accepted",
    when: "The PDF of an accepted document is ready",
    to: "Everyone else in the organization who may accept",
    again: "Each version that is accepted",
    compose: (brand, publicUrl) => composeApproval(brand, publicUrl, ACCEPTED),
  },
  {
    order: 200,
    mailKind: "own-acceptance",
    name: "You accepted a document",
    when: "The PDF of an accepted document is ready",
    to: "The person who accepted it, if they may still accept for the organization",
    again: "Each version that is accepted",
    compose: (brand, publicUrl) => composeOwnAcceptance(brand, publicUrl, ACCEPTED),
  },
  {
    order: 210,
    mailKind: "document-declined",
    name: "A document was declined",
    when: "A client declines a document",
    to: "Its owner, and colleagues who chose to be notified of every document; of a document without an owner, all",
    again: "Each version that is declined",
    compose: (brand, publicUrl) =>
      composeDecline(brand, publicUrl, {
        ...ACCEPTED,
        reason: "The second stage comes too early for us.",
      }),
  },
];

const ACTIONS: Actions = {
  opened: {
    "document.open-link": "opened a document by the link of their email, for the first time",
    "document.open": "opened a document for the first time",
    "document.reopen": "opened a document again",
    "document.download": "opened the PDF of a document",
    "document.take-evidence": "downloaded the evidence bundle of a document",
    "document.visit": "opened a shared document, as the first visitor",
  },
  decisions: {
    "document.approve": "accepted a document",
    "document.decline": "declined a document",
  },
  documents: {
    "document.add": "added a document",
    "document.archive": "archived a document",
    "document.change": "changed a document",
    "document.change-owner": "named the owner of a document",
    "document.delete": "deleted a document",
    "document.duplicate": "copied a document",
    "document.expire": "closed a document whose last day had passed",
    "document.edit": "changed the page of a document",
    "document.extend": "extended a document",
    "document.fill": "filled in variables of a document",
    "document.new-version": "began a new version of a document",
    "document.recall": "recalled a document",
    "document.restore": "restored an earlier version of a document",
    "document.sample": "sent themselves a sample of a document",
    "document.send": "sent a document to its client",
    "document.share": "shared a document",
    "document.snapshot": "made the PDF of an accepted document",
    "document.unarchive": "brought a document back from the archive",
    "document.unshare": "stopped sharing a document",
    "document.withdraw": "withdrew a document",
  },
};

const DOCUMENT_VISIBLE = conditionText(uniqueDocuments, documentVisibleToClients);

const PAGE_VISIBLE = conditionText(uniqueDocuments, pageVisibleToClients);

const STATE = { status: uniqueDocuments.listedStatus, at: lastTouched(uniqueDocuments) };

const nameDocuments: HitLoader = async (reader, ids) => {
  const { uniqueDocumentId, externalId, name, documentType, totalCost } = uniqueDocuments;
  const { organizationName } = organizations;
  const rows = await reader
    .select({
      id: uniqueDocumentId,
      number: externalId,
      name,
      documentType,
      organizationName,
      ...STATE,
      total: inCents(totalCost),
    })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(isAnyOf(uniqueDocumentId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row, at: new Date(row.at).toISOString() }));
};

/** Clients read the names and types that were sent, as in their lists, and no hidden price. */
const nameShownDocuments: HitLoader = async (reader, ids) => {
  const { uniqueDocumentId: id, externalId: number } = uniqueDocuments;
  const rows = await reader
    .select({
      id,
      number,
      name: shownName(uniqueDocuments),
      documentType: shownType(uniqueDocuments),
      ...STATE,
      total: inCents(amountVisibleToClients(uniqueDocuments)),
    })
    .from(uniqueDocuments)
    .where(isAnyOf(id, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row, at: new Date(row.at).toISOString() }));
};

const SOURCE: WordSource = {
  table: "unique_documents",
  id: "unique_document_id",
  text: NAME_AND_NUMBER,
  words: "words",
  touchedAt: conditionText(uniqueDocuments, lastTouched),
  isOrdered: true,
  where: "true",
  isOfOrganization: true,
};

const COUNTED_COLUMNS = { table: "unique_documents", kind: "document_type", status: "listed_status" };
const AMOUNT_COLUMNS = { ...COUNTED_COLUMNS, amount: "total_cost" };

export const noun: Noun = {
  actions: ACTIONS,
  namedInDetails: ["document.delete"],
  jobs: [storeShownPrices, mailDecline, priceDrafts, registerStoredImages, renderDocumentPdf],
  mails: MAILS,
  rows: {
    unique_documents: [
      see(MEMBER_ROLES, `${DOCUMENT_VISIBLE} and ${OF_ORGANIZATION}`),
      change(["writer"], `${DOCUMENT_VISIBLE} and ${OF_ORGANIZATION}`, [
        "status",
        "total_cost",
        "shown_total",
        "updated_at",
      ]),
      see(
        ["visitor"],
        `${PAGE_VISIBLE} and (${OF_ORGANIZATION} or ${partOf("document_sharings", "unique_document_id", "unique_documents.unique_document_id")}
        or ${partOf("document_recipients", "unique_document_id", "unique_documents.unique_document_id")})`,
      ),
      lock(["worker"], EVERY_ROW, "unique_document_id"),
      ...COMPANY,
    ],
    // Clients read no page of a draft.
    document_parts: [
      see(
        MEMBER_ROLES,
        `${OF_ORGANIZATION} and exists (select from unique_documents as parent
        where parent.unique_document_id = document_parts.unique_document_id and ${PAGE_VISIBLE})`,
      ),
      ...COMPANY,
    ],
    document_decisions: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      add(["writer"], OF_ORGANIZATION),
      see(
        ["visitor"],
        partOf("unique_documents", "unique_document_id", "document_decisions.unique_document_id"),
      ),
      see(["admin", "worker", "portal"], EVERY_ROW),
      add(["admin", "portal"], EVERY_ROW),
    ],
    document_snapshots: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      see(["admin", "worker", "portal"], EVERY_ROW),
      add(["worker", "portal"], EVERY_ROW),
    ],
    document_versions: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      see(
        ["visitor"],
        partOf("unique_documents", "unique_document_id", "document_versions.unique_document_id"),
      ),
      see(["admin", "worker", "portal"], EVERY_ROW),
      add(["admin", "portal"], EVERY_ROW),
    ],
  },
  search: {
    kind: "document",
    ofOrganization: {
      source: { ...SOURCE, ...AS_SENT, where: DOCUMENT_VISIBLE },
      name: nameShownDocuments,
    },
    ofCompany: { source: SOURCE, name: nameDocuments },
  },
  countedLists: {
    documents: { ...COUNTED_COLUMNS, rows: conditionText(uniqueDocuments, isListed) },
    "archived documents": { ...COUNTED_COLUMNS, rows: conditionText(uniqueDocuments, isArchived) },
    "shown documents": {
      ...COUNTED_COLUMNS,
      rows: DOCUMENT_VISIBLE,
      kind: conditionText(uniqueDocuments, shownType),
      amount: conditionText(uniqueDocuments, amountVisibleToClients),
      isHidden: conditionText(uniqueDocuments, hidesAmount),
    },
    "opened documents": { ...AMOUNT_COLUMNS, rows: conditionText(uniqueDocuments, isOpened) },
    "unopened documents": {
      ...AMOUNT_COLUMNS,
      rows: `${conditionText(uniqueDocuments, isUnopened)} and sent_at is not null`,
    },
  },
};

export const routes: Route[] = [
  listRoute(calls.listDocuments, ({ deps, caller, query }) =>
    listDocuments(
      deps,
      caller.organizationId,
      caller.isDeactivated ? { ...query, status: "APPROVED" as const } : query,
    ),
  ),
  route(calls.getDocumentBySlug, ({ deps, caller, params }) =>
    readDocument(deps, caller, { slug: params.slug }),
  ),
  previewRoute(
    calls.getDocument,
    ({ deps, caller, params }) => readDocument(deps, caller, { uniqueDocumentId: params.id }),
    ({ deps, caller, params }) => previewDocument(deps, caller.organizationId, params.id),
  ),
  previewRoute(
    calls.getVersionChanges,
    ({ deps, caller, params }) => getVersionChanges(deps.db, caller.organizationId, params.id),
    ({ deps, caller, params }) => previewVersionChanges(deps, caller.organizationId, params.id),
  ),
  route(calls.approveDocument, ({ deps, caller, params, body, origin, proof }) =>
    approveDocument(deps, caller, { ...body, id: params.id, origin, proof }),
  ),
  route(calls.declineDocument, ({ deps, caller, params, body, origin }) =>
    declineDocument(deps, caller, { ...body, id: params.id, origin }),
  ),
  route(calls.receiveDocument, ({ deps, caller, body, origin, proof }) =>
    receiveDocument(deps, caller, body, { origin, proof }),
  ),
  listRoute(adminCalls.listManagedDocuments, ({ deps, query }) => listManagedDocuments(deps, query)),
  route(adminCalls.getManagedDocument, ({ deps, params }) => getManagedDocument(deps, params.id)),
  route(adminCalls.getOpenings, async ({ deps, params }) => {
    await getManagedDocument(deps, params.id);
    return getOpenings(deps.db, params.id);
  }),
  route(adminCalls.changeDocument, byId(changeDocument)),
  route(adminCalls.changeDocumentOwner, byId(changeDocumentOwner)),
  route(adminCalls.archiveDocument, ({ deps, caller, params, body }) =>
    archiveDocument(deps, caller, params.id, body.isArchived),
  ),
];
