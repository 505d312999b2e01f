import { eq, type SQL, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/admin/work-orders.ts";
import { changedFields } from "#domain/canonical-json.ts";
import { describeOver, statusOn } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { quotedWorkOrderIds } from "#domain/page/quoted-work.ts";
import { priceOwnWork } from "#domain/pricing/price-work-orders.ts";
import type { ManagedWorkOrder } from "#domain/work-orders/managed-work-order.ts";
import { NO_PROPOSAL, type WorkOrder } from "#domain/work-orders/work-order.ts";
import {
  type DetailsAsRead,
  detailsOf,
  type NewWorkOrder,
  type WorkOrderDetails,
} from "#domain/work-orders/work-order-details.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError, conflict, conflictError, refuseIssues } from "../app-error.ts";
import { checkReferences, type Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { updateStoredTotals } from "../documents/content.ts";
import { findProducts } from "../documents/find-work.ts";
import {
  type DocumentRow,
  lockDocument,
  lockWorkOrders,
  publishWorkOrderChanges,
  todayOf,
} from "../documents/queries.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { findRetiredChoices } from "../products/queries.ts";
import { requireAsRead } from "../record-version.ts";
import { shownName } from "../schema/documents.ts";
import { workOrderProducts, workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";
import { findGstPercent } from "../settings/queries.ts";
import { getManagedWorkOrder, NO_WORK_ORDER } from "./admin-queries.ts";
import { addLines, allocateNumbers, createWorkOrders, referencesOf, unless } from "./create-work-orders.ts";

/**
 * Adds a draft, which clients do not see until its document is sent or it is shown. Locks its document before it takes
 * a number, like copies of a document, to prevent deadlocks.
 */
export async function addWorkOrder(
  deps: Deps,
  editor: Editor,
  { isOptional, ...details }: NewWorkOrder,
): Promise<ManagedWorkOrder> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const workOrderId = v7();
    const { organizationId, uniqueDocument, name } = details;
    const document = await lockDocument(tx, organizationId, uniqueDocument);
    if (document) refuseClosed(document, todayOf(deps, at));
    await checkDetails(tx, workOrderId, { isOptional, ...details });
    const [externalId = ""] = await allocateNumbers(tx, 1);
    await createWorkOrders(tx, [
      {
        ...details,
        workOrderId,
        externalId,
        workOrderStatus: "DRAFT",
        optional: { isOptional, doesClientWantWorkDone: false },
        createdAt: at,
        updatedAt: at,
        shownAt: null,
      },
    ]);
    if (uniqueDocument !== NO_PROPOSAL) await updateStoredTotals(tx, organizationId, [uniqueDocument]);
    await record({
      action: "work-order.add",
      subjectId: workOrderId,
      organizationId,
      details: { name, externalId },
    });
    await publishWorkOrderChanges(tx, deps, [{ workOrderId, organizationId, shownAt: null }]);
    return getManagedWorkOrder(tx, workOrderId);
  });
}

type ChangedWorkOrder = z.output<(typeof calls.changeWorkOrder)["body"]>;

/** Changes a work order. Locks its documents first, like decisions and choices, then the work order. */
export async function changeWorkOrder(
  deps: Deps,
  editor: Editor,
  workOrderId: Id,
  { recordVersion, asRead, ...sentDetails }: ChangedWorkOrder,
): Promise<ManagedWorkOrder> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const seen = await getManagedWorkOrder(tx, workOrderId);
    const { organizationId } = seen;
    const changes = { ...sentDetails, description: sanitiseHtml(sentDetails.description) };
    const documents = await lockDocuments(tx, organizationId, [seen.uniqueDocument, changes.uniqueDocument]);
    await lockWorkOrders(tx, [workOrderId]);
    const before = await getManagedWorkOrder(tx, workOrderId);
    const now = detailsOf(before);
    const fields = changedFields(now, changes);
    if (fields.length === 0) return before;
    // Its documents are locked as they were seen.
    if (before.uniqueDocument !== seen.uniqueDocument)
      throw conflictError("this work order", { workOrder: before, recordVersion: before.recordVersion });
    requireAsRead({ recordVersion, asRead }, before, now, "this work order", { workOrder: before });
    const isMoved = fields.includes("uniqueDocument");
    const sent = isMoved ? documents.get(before.uniqueDocument) : undefined;
    if (sent && wasSent(sent)) throw staysWith(sent.name);
    const to = isMoved ? documents.get(changes.uniqueDocument) : undefined;
    if (to) refuseClosed(to, todayOf(deps, at));
    await checkDetails(tx, workOrderId, { ...changes, organizationId });

    const { uniqueDocument, invoice, products, discountPercent, ...plain } = changes;
    await tx
      .update(workOrders)
      .set({
        ...plain,
        uniqueDocumentId: unless(NO_PROPOSAL, uniqueDocument),
        invoiceId: unless(NO_INVOICE, invoice),
        discountPercent: String(discountPercent),
        ...(isMoved && {
          hidesPrices: false,
          hidesLines: false,
          shownNet: null,
          sentName: knownName(uniqueDocument),
        }),
        recordVersion: sql`${workOrders.recordVersion} + 1`,
        updatedAt: at,
      })
      .where(eq(workOrders.workOrderId, workOrderId));
    await tx.delete(workOrderProducts).where(eq(workOrderProducts.workOrderId, workOrderId));
    await addLines(tx, [{ workOrderId, products }]);
    await updateStoredTotals(tx, organizationId, [...documents.keys()]);
    await record({
      action: "work-order.change",
      subjectId: workOrderId,
      organizationId,
      details: { fields, before: shortOf(now, fields), after: shortOf(changes, fields) },
    });
    await publishWorkOrderChanges(tx, deps, [{ workOrderId, organizationId, shownAt: shownAtOf(before) }]);
    return getManagedWorkOrder(tx, workOrderId);
  });
}

async function lockDocuments(
  tx: Tx,
  organizationId: Id,
  named: readonly WorkOrder["uniqueDocument"][],
): Promise<Map<Id, DocumentRow>> {
  const locked = new Map<Id, DocumentRow>();
  for (const id of [...new Set(named)].toSorted()) {
    const document = id === NO_PROPOSAL ? null : await lockDocument(tx, organizationId, id);
    if (document) locked.set(id, document);
  }
  return locked;
}

/** The name that a client knows already, for work that moves into a draft which they do not know. */
export function knownName(uniqueDocument: WorkOrder["uniqueDocument"]): SQL | null {
  if (uniqueDocument === NO_PROPOSAL) return null;
  return sql`case when ${workOrderVisibleToClients(workOrders)} then ${shownName(workOrders)} end`;
}

/** Its client read the work in this document, also if it was taken back since. */
function wasSent({ status, recalledAt, withdrawnAt, expiredAt }: DocumentRow): boolean {
  return status !== "DRAFT" || recalledAt !== null || withdrawnAt !== null || expiredAt !== null;
}

function staysWith(name: string): AppError {
  return conflict(
    "document-sent",
    `This work belongs to “${name}”, which has been sent, so it stays there. Nothing was saved. For another document please add another work order.`,
  );
}

/** Refuses to put work into a document that is over: it could neither be read there nor taken out again. */
export function refuseClosed(document: DocumentRow, today: string): void {
  const over = describeOver(statusOn(document, today));
  if (over === null) return;
  throw conflict(
    "document-closed",
    `“${document.name}” ${over}, so no work can be added to it. Nothing was saved. Please make a new version of it first.`,
  );
}

/** The changed fields without long texts. */
function shortOf(details: DetailsAsRead, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).filter(([field]) => field !== "description" && fields.includes(field)),
  );
}

function shownAtOf({ shownAt }: ManagedWorkOrder): Date | null {
  return shownAt === null ? null : new Date(shownAt);
}

/** Deletes a work order that clients never saw and that no invoice or page names. Locks its document first. */
export async function deleteWorkOrder(
  deps: Deps,
  editor: Editor,
  workOrderId: Id,
): Promise<{ workOrderId: Id }> {
  return change(deps, editor, async ({ tx, record }) => {
    const seen = await getManagedWorkOrder(tx, workOrderId);
    const document = await lockDocument(tx, seen.organizationId, seen.uniqueDocument);
    const row = (await lockWorkOrders(tx, [workOrderId])).get(workOrderId);
    if (!row) throw NO_WORK_ORDER;
    const { organizationId, name, externalId } = row;
    if (row.shownAt !== null) throw SHOWN;
    if (row.invoiceId !== null) throw INVOICED;
    const quotedIds = document ? quotedWorkOrderIds(migratePage(document.puckState).page) : [];
    if (document && quotedIds.includes(workOrderId)) throw quotedOnPage(document.name);
    await tx.delete(workOrders).where(eq(workOrders.workOrderId, workOrderId));
    await record({
      action: "work-order.delete",
      subjectId: workOrderId,
      organizationId,
      details: { name, externalId },
    });
    await publishWorkOrderChanges(tx, deps, [row]);
    return { workOrderId };
  });
}

const SHOWN = conflict(
  "shown",
  "Clients have seen this work order, so it is kept. Nothing was deleted. You can archive it instead.",
);

const INVOICED = conflict(
  "invoiced",
  "An invoice names this work order. Nothing was deleted. Remove it from the invoice first.",
);

function quotedOnPage(name: string): AppError {
  return conflict(
    "quoted",
    `The page of “${name}” quotes this work order. Nothing was deleted. Remove it from the page first.`,
  );
}

/** Refuses names of records that are not there or are another organization's, and a price that cannot be counted. */
export async function checkDetails(
  tx: Tx,
  workOrderId: Id,
  draft: WorkOrderDetails & { organizationId: Id },
): Promise<void> {
  // First the lock: a product that is being deleted is gone when the references are read.
  const retired = await findRetiredChoices(tx, workOrderId, draft.products);
  const problems: Problem[] = [];
  await checkReferences(tx, { fresh: [{ at: 0, id: workOrderId, draft }], problems }, referencesOf);
  problems.push(...retired);
  refuseIssues(problems);
  const ids = draft.products.map(({ productId }) => productId);
  if (priceOwnWork(draft, await findProducts(tx, ids), await findGstPercent(tx)).isUncountable) {
    throw new AppError(
      "invalid",
      "This work would come to a trillion dollars or more, which the portal can't count. Nothing was saved.",
    );
  }
}
