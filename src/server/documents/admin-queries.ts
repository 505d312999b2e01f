import { and, asc, desc, eq } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { DocumentCard, ManagedDocument, SentVersion } from "#domain/documents/managed-document.ts";
import { statusOn } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { findOwner } from "../account/find-owner.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { ListSelection } from "../lists/read-list.ts";
import { userProfiles } from "../schema/account.ts";
import { documentVersions } from "../schema/document-versions.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { templates } from "../schema/templates.ts";
import { workOrders } from "../schema/work-orders.ts";
import { presentSnapshots } from "./present.ts";
import {
  type DecisionRow,
  type DocumentRow,
  findDecision,
  findOtherVersions,
  findSnapshots,
  NO_DOCUMENT,
  todayOf,
  withdrawalOf,
} from "./queries.ts";
import { compareDecision, compareNewest, readDecided } from "./read-intact.ts";

const CARD_COLUMNS = {
  uniqueDocumentId: uniqueDocuments.uniqueDocumentId,
  organizationId: uniqueDocuments.organizationId,
  organizationName: organizations.organizationName,
  externalId: uniqueDocuments.externalId,
  name: uniqueDocuments.name,
  documentType: uniqueDocuments.documentType,
  status: uniqueDocuments.status,
  withdrawnAt: uniqueDocuments.withdrawnAt,
  expiredAt: uniqueDocuments.expiredAt,
  validUntil: uniqueDocuments.validUntil,
  totalCost: uniqueDocuments.totalCost,
  createdAt: uniqueDocuments.createdAt,
  updatedAt: uniqueDocuments.updatedAt,
  shownAt: uniqueDocuments.shownAt,
  archivedAt: uniqueDocuments.archivedAt,
};

const { slug, templateId, invoiceId, predecessorId, recordVersion } = uniqueDocuments;
const { recalledAt, withdrawalReason, ownerId } = uniqueDocuments;

const RECORD_COLUMNS = {
  card: CARD_COLUMNS,
  shown: {
    slug,
    templateId,
    templateName: templates.name,
    templateValidDays: templates.validDays,
    invoiceName: invoices.name,
    recordVersion,
  },
  row: {
    invoiceId,
    predecessorId,
    recalledAt,
    withdrawnAt: uniqueDocuments.withdrawnAt,
    withdrawalReason,
    ownerId,
  },
};

type CardRow = Pick<DocumentRow, keyof Omit<typeof CARD_COLUMNS, "organizationName">> & {
  organizationName: string;
};

/** Documents of any organization without their pages. */
export async function findDocumentCards(
  reader: DbOrTx,
  { where, orderBy }: ListSelection,
  today: string,
): Promise<DocumentCard[]> {
  const rows = await reader
    .select(CARD_COLUMNS)
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(where)
    .orderBy(...orderBy);
  return rows.map((row) => presentCard(row, today));
}

/** One document of any organization, with its decision. `linkTo` makes a short-lived address for a stored file. */
async function findManagedDocument(
  reader: DbOrTx,
  uniqueDocumentId: Id,
  decision: DecisionRow | null,
  { linkTo, today }: { linkTo: (fileId: Id) => string; today: string },
): Promise<Omit<ManagedDocument, "evidenceDifferences" | "isBroughtIn">> {
  const [found] = await reader
    .select(RECORD_COLUMNS)
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .leftJoin(invoices, isOwnInvoice)
    .leftJoin(templates, eq(templates.templateId, uniqueDocuments.templateId))
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!found) throw NO_DOCUMENT;
  const { card, shown, row } = found;
  const snapshots = await findSnapshots(reader, uniqueDocumentId);
  return {
    ...presentCard(card, today),
    ...shown,
    owner: await findOwner(reader, { ...row, organizationId: card.organizationId }),
    invoice: row.invoiceId ?? NO_INVOICE,
    decision: decision && {
      userName: decision.userName,
      userEmail: decision.userEmail,
      decidedAt: decision.decidedAt.toISOString(),
      reason: decision.reason,
    },
    documentSnapshots: presentSnapshots(snapshots, linkTo),
    workOrders: await findOwnWork(reader, uniqueDocumentId),
    recalledAt: row.recalledAt?.toISOString() ?? null,
    withdrawal: withdrawalOf(row),
    ...(await findOtherVersions(reader, { uniqueDocumentId, ...row }, uniqueDocuments.name)),
    versions: await findSentVersions(reader, uniqueDocumentId),
  };
}

const isOwnInvoice = and(
  eq(invoices.invoiceId, invoiceId),
  eq(invoices.organizationId, uniqueDocuments.organizationId),
);

async function findSentVersions(reader: DbOrTx, uniqueDocumentId: Id): Promise<SentVersion[]> {
  const { number, sentAt, message, sentByUserProfileId } = documentVersions;
  const { userProfileId, firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({ number, sentAt, message, sender: { userProfileId, firstName, lastName, email } })
    .from(documentVersions)
    .leftJoin(userProfiles, eq(userProfileId, sentByUserProfileId))
    .where(eq(documentVersions.uniqueDocumentId, uniqueDocumentId))
    .orderBy(desc(number));
  return rows.map(({ sender, ...row }) => ({
    ...row,
    sentAt: row.sentAt.toISOString(),
    sentBy: sender && displayName(sender),
  }));
}

/** The work orders of a document, oldest first. */
async function findOwnWork(reader: DbOrTx, uniqueDocumentId: Id): Promise<ManagedDocument["workOrders"]> {
  const { workOrderId, externalId, name, workOrderStatus, isOptional, doesClientWantWorkDone } = workOrders;
  const rows = await reader
    .select({ workOrderId, externalId, name, workOrderStatus, isOptional, doesClientWantWorkDone })
    .from(workOrders)
    .where(eq(workOrders.uniqueDocumentId, uniqueDocumentId))
    .orderBy(asc(workOrders.createdAt), asc(workOrderId));
  return rows.map(({ isOptional, doesClientWantWorkDone, ...row }) => ({
    ...row,
    optional: { isOptional, doesClientWantWorkDone },
  }));
}

function presentCard(
  { totalCost, createdAt, updatedAt, shownAt, archivedAt, withdrawnAt, expiredAt, ...row }: CardRow,
  today: string,
): DocumentCard {
  return {
    ...row,
    ...statusOn({ ...row, withdrawnAt, expiredAt }, today),
    totalCost: totalCost === null ? null : Number(totalCost),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    shownAt: shownAt?.toISOString() ?? null,
    archivedAt: archivedAt?.toISOString() ?? null,
  };
}

/** One document of any organization, as the company's people see it. */
export async function getManagedDocument(
  deps: Pick<Deps, "db" | "clock" | "links" | "evidence" | "settings">,
  uniqueDocumentId: Id,
  reader: DbOrTx = deps.db,
): Promise<ManagedDocument> {
  const now = deps.clock();
  const decision = await findDecision(reader, uniqueDocumentId);
  const found = await findManagedDocument(reader, uniqueDocumentId, decision, {
    linkTo: (id) => deps.links.sign(id, now),
    today: todayOf(deps, now),
  });
  const decided = await readDecided(reader, uniqueDocumentId, decision);
  const { differences, isBroughtIn } = await compareDecision(deps, reader, found, decided);
  const isOpen = found.status === "PENDING" && decision === null;
  const ofSent = isOpen ? await compareNewest(deps, reader, uniqueDocumentId) : [];
  return { ...found, isBroughtIn, evidenceDifferences: [...differences, ...ofSent] };
}
