import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/work-orders.ts";
import type { Id } from "#domain/id.ts";
import { MAX_PLACED_WORK, type WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { updateStoredTotals } from "../documents/content.ts";
import { lockAnyDocument, lockWorkOrders, publishWorkOrderChanges, todayOf } from "../documents/queries.ts";
import { requireOrganization } from "../organizations/queries.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findCardsOf } from "./admin-queries.ts";
import { type Refused, refuseAny } from "./move-work-orders.ts";
import { knownName, refuseClosed } from "./write-work-order.ts";

/** The newest work of an organization that belongs to no document and is not archived. Throws AppError "not-found". */
export async function findUnplacedWork(reader: DbOrTx, organizationId: Id): Promise<WorkOrderCard[]> {
  await requireOrganization(reader, organizationId);
  const rows = await reader
    .select({ workOrderId: workOrders.workOrderId })
    .from(workOrders)
    .where(
      and(
        eq(workOrders.organizationId, organizationId),
        isNull(workOrders.uniqueDocumentId),
        ne(workOrders.workOrderStatus, "ARCHIVED"),
      ),
    )
    .orderBy(desc(workOrders.createdAt), desc(workOrders.workOrderId))
    .limit(MAX_PLACED_WORK);
  return findCardsOf(
    reader,
    rows.map(({ workOrderId }) => workOrderId),
  );
}

/**
 * Adds work orders without a document to a draft of their organization, all or none. Locks the document first, like
 * every change of its work. Work that is there already stays.
 */
export async function addWorkToDocument(
  deps: Deps,
  editor: Editor,
  { uniqueDocumentId, workOrderIds }: z.output<(typeof calls.addWorkToDocument)["body"]>,
): Promise<WorkOrderCard[]> {
  return change(deps, editor, async ({ tx, at, recordAll }) => {
    const document = await lockAnyDocument(tx, uniqueDocumentId);
    const { organizationId, status } = document;
    refuseClosed(document, todayOf(deps, at));
    if (status !== "DRAFT") throw NOT_A_DRAFT;
    const ids = [...new Set(workOrderIds)];
    const rows = await lockWorkOrders(tx, ids);
    const refused = ids.flatMap((workOrderId): Refused[] => {
      const row = rows.get(workOrderId);
      if (row?.organizationId !== organizationId)
        return [{ workOrderId, name: null, why: "This organization has no such work order." }];
      if (row.uniqueDocumentId === null || row.uniqueDocumentId === uniqueDocumentId) return [];
      return [{ workOrderId, name: row.name, why: "It belongs to another document." }];
    });
    refuseAny(refused, ids.length);

    const placed = [...rows.values()].filter((row) => row.uniqueDocumentId === null);
    const placedIds = placed.map(({ workOrderId }) => workOrderId);
    await tx
      .update(workOrders)
      .set({
        uniqueDocumentId,
        hidesPrices: false,
        hidesLines: false,
        sentName: knownName(uniqueDocumentId),
        updatedAt: at,
      })
      .where(isAnyOf(workOrders.workOrderId, placedIds));
    await updateStoredTotals(tx, organizationId, [uniqueDocumentId]);
    await recordAll(
      placedIds.map((subjectId) => ({
        action: "work-order.change",
        subjectId,
        organizationId,
        details: {
          fields: ["uniqueDocument"],
          before: { uniqueDocument: NO_PROPOSAL },
          after: { uniqueDocument: uniqueDocumentId },
        },
      })),
    );
    await publishWorkOrderChanges(tx, deps, placed);
    return findCardsOf(tx, ids);
  });
}

const NOT_A_DRAFT = conflict(
  "not-a-draft",
  "Work is added to drafts only. Nothing was changed. Recall this document or make a new version of it first.",
);
