import { eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/work-orders.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import type { AdminWorkOrder } from "#domain/work-orders/admin-work-order.ts";
import { NO_PROPOSAL, type WorkOrder } from "#domain/work-orders/work-order.ts";
import { type DetailsAsRead, detailsOf } from "#domain/work-orders/work-order-details.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError, conflictError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { updatePages } from "../documents/content.ts";
import { type DocumentRow, lockDocument } from "../documents/queries.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { requireAsRead } from "../record-version.ts";
import { shownName } from "../schema/documents.ts";
import { workOrderProducts, workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";
import { findAdminWorkOrder, lockWorkOrders, publishWorkOrderChanges } from "./admin-queries.ts";
import { checkDetails } from "./check-details.ts";
import { addLines, unless } from "./create-work-orders.ts";

type Body = z.output<(typeof calls.changeWorkOrder)["body"]>;

/** Changes a work order. Locks its documents first, like decisions and choices, then the work order. */
export async function changeWorkOrder(
  deps: Deps,
  editor: Editor,
  workOrderId: Id,
  { recordVersion, asRead, ...sentDetails }: Body,
): Promise<AdminWorkOrder> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const seen = await findAdminWorkOrder(tx, workOrderId);
    if (!seen) throw GONE;
    const { organizationId } = seen;
    const changes = { ...sentDetails, description: sanitiseHtml(sentDetails.description) };
    const documents = await lockDocuments(tx, organizationId, [seen.uniqueDocument, changes.uniqueDocument]);
    await lockWorkOrders(tx, [workOrderId]);
    const before = await findAdminWorkOrder(tx, workOrderId);
    if (!before) throw GONE;
    const now = detailsOf(before);
    const fields = changedFields(now, changes);
    if (fields.length === 0) return before;
    // Its documents are locked as they were seen.
    const isOther = before.uniqueDocument !== seen.uniqueDocument;
    if (isOther)
      throw conflictError("this work order", { workOrder: before, recordVersion: before.recordVersion });
    requireAsRead({ recordVersion, asRead }, before, now, "this work order", { workOrder: before });
    const isMoved = fields.includes("uniqueDocument");
    const sent = isMoved ? documents.get(before.uniqueDocument) : undefined;
    if (sent && wasSent(sent)) throw staysWith(sent.name);
    await checkDetails(tx, workOrderId, { ...changes, organizationId });

    const { uniqueDocument, invoice, products, discountPercent, ...plain } = changes;
    await tx
      .update(workOrders)
      .set({
        ...plain,
        uniqueDocumentId: unless(NO_PROPOSAL, uniqueDocument),
        invoiceId: unless(NO_INVOICE, invoice),
        discountPercent: String(discountPercent),
        ...(isMoved && { hidesPrices: false, hidesLines: false, sentName: knownName(uniqueDocument) }),
        recordVersion: sql`${workOrders.recordVersion} + 1`,
        updatedAt: at,
      })
      .where(eq(workOrders.workOrderId, workOrderId));
    await tx.delete(workOrderProducts).where(eq(workOrderProducts.workOrderId, workOrderId));
    await addLines(tx, [{ workOrderId, products }]);
    await updatePages(tx, organizationId, [...documents.keys()]);
    await record({
      action: "work-order.change",
      subjectId: workOrderId,
      organizationId,
      details: { fields, before: shortOf(now, fields), after: shortOf(changes, fields) },
    });
    await publishWorkOrderChanges(tx, deps, [{ workOrderId, organizationId, shownAt: shownAtOf(before) }]);
    return (await findAdminWorkOrder(tx, workOrderId)) ?? before;
  });
}

const GONE = new AppError("not-found", "There is no such work order.");

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
function knownName(uniqueDocument: WorkOrder["uniqueDocument"]): SQL | null {
  if (uniqueDocument === NO_PROPOSAL) return null;
  return sql`case when ${workOrderVisibleToClients(workOrders)} then ${shownName(workOrders)} end`;
}

/** Its client read the work in this document, also if it was taken back since. */
function wasSent({ status, recalledAt, withdrawnAt }: DocumentRow): boolean {
  return status !== "DRAFT" || recalledAt !== null || withdrawnAt !== null;
}

function staysWith(name: string): AppError {
  return new AppError(
    "conflict",
    `This work belongs to “${name}”, which has been sent, so it stays there. Nothing was saved. For another document please add another work order.`,
    { reason: "document-sent" },
  );
}

/** The changed fields without long texts. */
function shortOf(details: DetailsAsRead, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).filter(([field]) => field !== "description" && fields.includes(field)),
  );
}

function shownAtOf({ shownAt }: AdminWorkOrder): Date | null {
  return shownAt === null ? null : new Date(shownAt);
}
