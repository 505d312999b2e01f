import { and, asc, desc, eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  CLOSED_BECAUSE,
  type ClosedBecause,
  type DocumentStatus,
  type OtherVersion,
  type Withdrawal,
} from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { dayIn } from "#domain/invoices/invoice.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import type { ListSelection } from "../lists/read-list.ts";
import { documentDecisions, documentSnapshots, documentVersions } from "../schema/document-versions.ts";
import { documentVisibleToClients, shownName, uniqueDocuments } from "../schema/documents.ts";
import { workOrders } from "../schema/work-orders.ts";

export type DocumentRow = typeof uniqueDocuments.$inferSelect;
export type DecisionRow = typeof documentDecisions.$inferSelect;
export type SnapshotRow = typeof documentSnapshots.$inferSelect;
/** The part of a decision that lists show. */
export type Decider = Pick<DecisionRow, "userName" | "userEmail" | "decidedAt">;

export type ListedDocumentRow = {
  document: Pick<DocumentRow, keyof typeof LISTED_COLUMNS>;
  decider: Decider | null;
  snapshots: Pick<SnapshotRow, "fileId" | "status" | "createdAt">[];
};

const { uniqueDocumentId, externalId, name, sentName, slug, templateId } = uniqueDocuments;
const { documentType, sentType, status, invoiceId, shownTotal, hidesPrices } = uniqueDocuments;
const { createdAt, updatedAt, withdrawnAt, expiredAt, validUntil } = uniqueDocuments;
export const LISTED_COLUMNS = {
  organizationId: uniqueDocuments.organizationId,
  uniqueDocumentId,
  externalId,
  name,
  sentName,
  slug,
  templateId,
  documentType,
  sentType,
  status,
  withdrawnAt,
  expiredAt,
  validUntil,
  invoiceId,
  shownTotal,
  hidesPrices,
  createdAt,
  updatedAt,
};

const DECIDER_COLUMNS = {
  userName: documentDecisions.userName,
  userEmail: documentDecisions.userEmail,
  decidedAt: documentDecisions.decidedAt,
};

/** A document as its client knows it: with the name and type that were sent, whatever the company has written since. */
export function asSent<Row extends Pick<DocumentRow, "name" | "sentName" | "documentType" | "sentType">>(
  row: Row,
): Row {
  return { ...row, name: row.sentName ?? row.name, documentType: row.sentType ?? row.documentType };
}

/** Documents without their pages, as clients know them. */
export async function findDocuments(
  reader: DbOrTx,
  { where, orderBy, ids }: ListSelection,
): Promise<ListedDocumentRow[]> {
  const found = reader
    .select({ document: LISTED_COLUMNS, decider: DECIDER_COLUMNS })
    .from(uniqueDocuments)
    .leftJoin(documentDecisions, eq(documentDecisions.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(where)
    .orderBy(...orderBy);
  const [rows, ofPage] = await Promise.all([found, ids && findSnapshotsOf(reader, ids)]);
  const foundIds = rows.map(({ document }) => document.uniqueDocumentId);
  const snapshots = ofPage ?? (await findSnapshotsOf(reader, foundIds));
  const snapshotsById = Map.groupBy(snapshots, (snapshot) => snapshot.uniqueDocumentId);
  return rows.map(({ document, decider }) => ({
    document: asSent(document),
    decider,
    snapshots: snapshotsById.get(document.uniqueDocumentId) ?? [],
  }));
}

/** Several documents of an organization with their stored pages, as clients know them. */
export async function findPages(
  reader: DbOrTx,
  organizationId: Id,
  ids: readonly Id[],
): Promise<DocumentRow[]> {
  const rows = await reader
    .select()
    .from(uniqueDocuments)
    .where(
      and(eq(uniqueDocuments.organizationId, organizationId), isAnyOf(uniqueDocuments.uniqueDocumentId, ids)),
    );
  return rows.map(asSent);
}

/** The decisions on these documents. */
export async function findDecisions(reader: DbOrTx, ids: readonly Id[]): Promise<DecisionRow[]> {
  return reader.select().from(documentDecisions).where(isAnyOf(documentDecisions.uniqueDocumentId, ids));
}

export type DocumentKey = { uniqueDocumentId: Id } | { slug: string };

/** One document of an organization; null for another organization's document. */
export async function findDocument(
  reader: DbOrTx,
  organizationId: Id,
  key: DocumentKey,
): Promise<DocumentRow | null> {
  const [row] = await reader.select().from(uniqueDocuments).where(ownedBy(organizationId, key));
  return row ?? null;
}

/** One document that the organization's people see, as they know it. */
export async function findShownDocument(
  reader: DbOrTx,
  organizationId: Id,
  key: DocumentKey,
): Promise<DocumentRow | null> {
  const [row] = await reader
    .select()
    .from(uniqueDocuments)
    .where(and(ownedBy(organizationId, key), documentVisibleToClients(uniqueDocuments)));
  return row ? asSent(row) : null;
}

/** Reads and locks the document's row until the transaction ends. Decisions and choices take this lock first. */
export async function lockDocument(
  tx: Tx,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<DocumentRow | null> {
  const [row] = await tx
    .select()
    .from(uniqueDocuments)
    .where(ownedBy(organizationId, { uniqueDocumentId }))
    .for("update");
  return row ?? null;
}

/** lockDocument for a document that the organization's people see, as they know it. */
export async function lockShownDocument(
  tx: Tx,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<DocumentRow | null> {
  const document = await lockDocument(tx, organizationId, uniqueDocumentId);
  return document?.shownAt ? asSent(document) : null;
}

export async function findDecision(reader: DbOrTx, uniqueDocumentId: Id): Promise<DecisionRow | null> {
  const [row] = await reader
    .select()
    .from(documentDecisions)
    .where(eq(documentDecisions.uniqueDocumentId, uniqueDocumentId));
  return row ?? null;
}

/** The documents that answer this status: a closed one answers DRAFT. One index has them. */
export function isOfStatus(wanted: DocumentStatus): SQL {
  return isAnyOf(uniqueDocuments.listedStatus, wanted === "DRAFT" ? ["DRAFT", ...CLOSED_BECAUSE] : [wanted]);
}

/** Why a document is stored as closed. */
function closedBecause({ listedStatus, status: stored }: Record<"listedStatus" | "status", SQLWrapper>) {
  return sql<ClosedBecause | null>`nullif(${listedStatus}, ${stored})`;
}

/** The version before this document, as clients know it. */
export async function findShownPredecessor(
  reader: DbOrTx,
  uniqueDocumentId: Id,
): Promise<OtherVersion | null> {
  const before = alias(uniqueDocuments, "before");
  const [found] = await reader
    .select({
      uniqueDocumentId: before.uniqueDocumentId,
      externalId: before.externalId,
      name: shownName(before),
      status: before.status,
      closedBecause: closedBecause(before),
    })
    .from(uniqueDocuments)
    .innerJoin(before, eq(before.uniqueDocumentId, uniqueDocuments.predecessorId))
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  return found ?? null;
}

/** The version before this document, and those after it, oldest first. Clients read other names than the company. */
export async function findOtherVersions(
  reader: DbOrTx,
  { uniqueDocumentId: id, predecessorId }: Pick<DocumentRow, "uniqueDocumentId" | "predecessorId">,
  name: SQL<string> | typeof uniqueDocuments.name,
): Promise<{ predecessor: OtherVersion | null; successors: OtherVersion[] }> {
  const { uniqueDocumentId, externalId, status, createdAt } = uniqueDocuments;
  const rows = await reader
    .select({ uniqueDocumentId, externalId, name, status, closedBecause: closedBecause(uniqueDocuments) })
    .from(uniqueDocuments)
    .where(or(eq(uniqueDocuments.predecessorId, id), eq(uniqueDocumentId, predecessorId ?? "")))
    .orderBy(asc(createdAt), asc(uniqueDocumentId));
  return {
    predecessor: rows.find((row) => row.uniqueDocumentId === predecessorId) ?? null,
    successors: rows.filter((row) => row.uniqueDocumentId !== predecessorId),
  };
}

export async function findSnapshots(reader: DbOrTx, uniqueDocumentId: Id): Promise<SnapshotRow[]> {
  return reader
    .select()
    .from(documentSnapshots)
    .where(eq(documentSnapshots.uniqueDocumentId, uniqueDocumentId))
    .orderBy(desc(documentSnapshots.createdAt));
}

async function findSnapshotsOf(reader: DbOrTx, ids: readonly Id[]): Promise<SnapshotRow[]> {
  return reader.select().from(documentSnapshots).where(isAnyOf(documentSnapshots.uniqueDocumentId, ids));
}

/** The condition that a document is an organization's. */
export function ownedBy(organizationId: Id, key: DocumentKey): SQL | undefined {
  const named =
    "slug" in key
      ? eq(uniqueDocuments.slug, key.slug)
      : eq(uniqueDocuments.uniqueDocumentId, key.uniqueDocumentId);
  return and(eq(uniqueDocuments.organizationId, organizationId), named);
}

/** Reads and locks a document of any organization until the transaction ends. Throws AppError "not-found". */
export async function lockAnyDocument(tx: Tx, uniqueDocumentId: Id): Promise<DocumentRow> {
  const [row] = await tx
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
    .for("update");
  if (!row) throw NO_DOCUMENT;
  return row;
}

/** Changes columns of a document. */
export async function updateDocument(
  tx: Tx,
  uniqueDocumentId: Id,
  columns: Partial<typeof uniqueDocuments.$inferInsert>,
): Promise<void> {
  await tx.update(uniqueDocuments).set(columns).where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
}

export function withdrawalOf({
  withdrawnAt,
  withdrawalReason,
}: Pick<DocumentRow, "withdrawnAt" | "withdrawalReason">): Withdrawal | null {
  return withdrawnAt && { withdrawnAt: withdrawnAt.toISOString(), reason: withdrawalReason ?? "" };
}

/** The day that it is for the company. */
export function todayOf({ settings }: Pick<Deps, "settings">, at: Date): string {
  return dayIn(settings.now().timeZone, at);
}

export const NO_DOCUMENT = new AppError("not-found", "There is no such document.");

export type VersionRow = typeof documentVersions.$inferSelect;

/** The newest version of each of these documents. A document that was never sent has none. */
export async function findNewestVersions(
  reader: DbOrTx,
  uniqueDocumentIds: readonly Id[],
): Promise<Map<Id, VersionRow>> {
  if (uniqueDocumentIds.length === 0) return new Map();
  const rows = await reader
    .selectDistinctOn([documentVersions.uniqueDocumentId])
    .from(documentVersions)
    .where(isAnyOf(documentVersions.uniqueDocumentId, uniqueDocumentIds))
    .orderBy(documentVersions.uniqueDocumentId, desc(documentVersions.number));
  return new Map(rows.map((row) => [row.uniqueDocumentId, row]));
}

/** The newest version of a document and the document's names and types, read at one moment. */
export async function findNewestWithName(reader: DbOrTx, uniqueDocumentId: Id) {
  const { name, documentType, sentName, sentType } = uniqueDocuments;
  const [found] = await reader
    .select({ version: documentVersions, document: { name, documentType, sentName, sentType } })
    .from(documentVersions)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, documentVersions.uniqueDocumentId))
    .where(eq(documentVersions.uniqueDocumentId, uniqueDocumentId))
    .orderBy(desc(documentVersions.number))
    .limit(1);
  return found;
}

/** findNewestVersions without their pages. */
export async function findSentWork(
  reader: DbOrTx,
  uniqueDocumentIds: readonly Id[],
): Promise<Map<Id, DocumentWork>> {
  if (uniqueDocumentIds.length === 0) return new Map();
  const { uniqueDocumentId, number, work } = documentVersions;
  const rows = await reader
    .selectDistinctOn([uniqueDocumentId], { uniqueDocumentId, work })
    .from(documentVersions)
    .where(isAnyOf(uniqueDocumentId, [...new Set(uniqueDocumentIds)]))
    .orderBy(uniqueDocumentId, desc(number));
  return new Map(rows.map((row) => [row.uniqueDocumentId, row.work]));
}

/** Publishes a changed document to the company, and to its client if the client sees it. */
export async function publishDocumentChange(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  document: Pick<DocumentRow, "uniqueDocumentId" | "organizationId" | "shownAt">,
): Promise<void> {
  const { uniqueDocumentId, organizationId, shownAt } = document;
  const event = { kind: "document", id: uniqueDocumentId } as const;
  const toCompany = { audience: { company: true }, event } as const;
  const toClient = { audience: { organization: organizationId }, event };
  await live.publishAll(tx, shownAt === null ? [toCompany] : [toCompany, toClient]);
}

export type WorkOrderRow = typeof workOrders.$inferSelect;

/** Reads and locks these rows until the transaction ends, always in one order, so that two changes cannot deadlock. */
export async function lockWorkOrders(tx: Tx, ids: readonly Id[]): Promise<Map<Id, WorkOrderRow>> {
  const rows = await tx
    .select()
    .from(workOrders)
    .where(isAnyOf(workOrders.workOrderId, ids))
    .orderBy(asc(sql`${workOrders.workOrderId} collate "C"`))
    .for("update");
  return new Map(rows.map((row) => [row.workOrderId, row]));
}

/** Publishes changed work orders to the company, and those that clients see to their clients. */
export async function publishWorkOrderChanges(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  changed: readonly Pick<WorkOrderRow, "workOrderId" | "organizationId" | "shownAt">[],
): Promise<void> {
  for (const { workOrderId, organizationId, shownAt } of changed) {
    const event = { kind: "work-order", id: workOrderId } as const;
    await live.publish(tx, { company: true }, event);
    if (shownAt !== null) await live.publish(tx, { organization: organizationId }, event);
  }
}

/** What clients see of the price of a document in a list. */
export function pricesOf(document: Pick<DocumentRow, "status" | "shownTotal" | "hidesPrices">) {
  if (document.status === "DRAFT") return { totalCost: null, hidesPrices: false };
  return totalOf(document);
}

/** The sum of the shown prices is not the total of a document that hides others. */
export function totalOf({ shownTotal, hidesPrices }: Pick<DocumentRow, "shownTotal" | "hidesPrices">) {
  return { totalCost: hidesPrices || shownTotal === null ? null : Number(shownTotal), hidesPrices };
}
