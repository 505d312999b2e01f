import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/work-orders.ts";
import { statusOn } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import type { ShownWorkOrder } from "#domain/work-orders/work-order.ts";
import { change } from "../access/change.ts";
import type { Signatory } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { updateTotals } from "../documents/content.ts";
import { type DocumentRow, lockDocument, publishDocumentChange, todayOf } from "../documents/queries.ts";
import { workOrders } from "../schema/work-orders.ts";
import { NO_WORK_ORDER } from "./admin-queries.ts";
import { findWorkOrder } from "./queries.ts";

type Choice = z.output<(typeof calls.chooseOptionalWork)["body"]>["optional"];

/**
 * Saves whether the client wants optional work done, while its document waits for a decision. The document is locked
 * first, so that a choice comes entirely before or after an acceptance.
 */
export async function chooseOptionalWork(
  deps: Deps,
  signatory: Signatory,
  workOrderId: Id,
  { isOptional, doesClientWantWorkDone }: Choice,
): Promise<ShownWorkOrder> {
  return change(deps, signatory, async ({ tx, at, record }) => {
    const document = await lockDocumentOf(tx, signatory.organizationId, workOrderId);
    const before = await findWorkOrder(tx, signatory.organizationId, workOrderId);
    if (!before) throw NO_WORK_ORDER;
    if (!document || statusOn(document, todayOf(deps, at)).status !== "PENDING") throw NOT_WAITING;
    if (isOptional !== undefined && isOptional !== before.optional.isOptional) throw NOT_THEIRS;
    if (!before.optional.isOptional) throw NOT_OPTIONAL;
    if (before.optional.doesClientWantWorkDone === doesClientWantWorkDone) return before;

    await tx
      .update(workOrders)
      .set({ doesClientWantWorkDone, updatedAt: at })
      .where(eq(workOrders.workOrderId, workOrderId));
    await record({
      action: "work-order.choose",
      subjectId: workOrderId,
      details: { doesClientWantWorkDone },
    });
    await updateTotals(tx, signatory.organizationId, document.uniqueDocumentId);
    await publishDocumentChange(tx, deps, document);
    return {
      ...before,
      updatedAt: at.toISOString(),
      optional: { isOptional: true, doesClientWantWorkDone },
    };
  });
}

const NOT_THEIRS = new AppError(
  "forbidden",
  "A client can't change whether work is optional. Nothing was changed.",
  { reason: "server-owned", field: "isOptional" },
);

const NOT_OPTIONAL = conflict("not-optional", "This work isn't optional.");

const NOT_WAITING = conflict(
  "not-waiting",
  "This work isn't part of a document that waits for a decision, so its choice stands.",
);

/** Reads and locks the document of the work order; null if it has none. */
async function lockDocumentOf(tx: Tx, organizationId: Id, workOrderId: Id): Promise<DocumentRow | null> {
  const [workOrder] = await tx
    .select({ uniqueDocumentId: workOrders.uniqueDocumentId })
    .from(workOrders)
    .where(and(eq(workOrders.organizationId, organizationId), eq(workOrders.workOrderId, workOrderId)));
  if (!workOrder?.uniqueDocumentId) return null;
  return lockDocument(tx, organizationId, workOrder.uniqueDocumentId);
}
