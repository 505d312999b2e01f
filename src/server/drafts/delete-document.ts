import { and, eq, isNull, not } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { lockAnyDocument, publishDocumentChange, publishWorkOrderChanges } from "../documents/queries.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";

/** Deletes a document that its client never saw, with its unseen, uninvoiced work orders. Others are detached. */
export async function deleteDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
): Promise<{ uniqueDocumentId: Id }> {
  return change(deps, editor, async ({ tx, record }) => {
    const row = await lockAnyDocument(tx, uniqueDocumentId);
    if (row.shownAt !== null) throw SHOWN;
    const { organizationId, name, externalId } = row;
    const ofDocument = eq(workOrders.uniqueDocumentId, uniqueDocumentId);
    const deleted = await tx
      .delete(workOrders)
      .where(and(ofDocument, not(workOrderVisibleToClients(workOrders)), isNull(workOrders.invoiceId)))
      .returning();
    const detached = await tx
      .update(workOrders)
      .set({ uniqueDocumentId: null })
      .where(ofDocument)
      .returning();
    await tx.delete(uniqueDocuments).where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
    for (const work of deleted) {
      await record({
        action: "work-order.delete",
        subjectId: work.workOrderId,
        organizationId,
        details: { name: work.name, externalId: work.externalId },
      });
    }
    await record({
      action: "document.delete",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { name, externalId },
    });
    await publishWorkOrderChanges(tx, deps, [...deleted, ...detached]);
    await publishDocumentChange(tx, deps, row);
    return { uniqueDocumentId };
  });
}

const SHOWN = conflict(
  "shown",
  "A client has seen this document, so it is kept. Nothing was deleted. You can archive it instead.",
);
