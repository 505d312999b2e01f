import { v7 } from "uuid";
import type { AdminWorkOrder } from "#domain/work-orders/admin-work-order.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import type { NewWorkOrder } from "#domain/work-orders/work-order-details.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { updatePages } from "../documents/content.ts";
import { lockDocument } from "../documents/queries.ts";
import { findAdminWorkOrder, publishWorkOrderChanges } from "./admin-queries.ts";
import { checkDetails } from "./check-details.ts";
import { allocateNumbers, createWorkOrders } from "./create-work-orders.ts";

/**
 * Adds a work order: a draft that clients do not see until its document is sent or someone shows it. Locks its document
 * before it takes a number, like copies of a document, so that neither waits for the other.
 */
export async function addWorkOrder(
  deps: Deps,
  editor: Editor,
  { isOptional, ...details }: NewWorkOrder,
): Promise<AdminWorkOrder> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const workOrderId = v7();
    const { organizationId, uniqueDocument, name } = details;
    if (uniqueDocument !== NO_PROPOSAL) await lockDocument(tx, organizationId, uniqueDocument);
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
    if (uniqueDocument !== NO_PROPOSAL) await updatePages(tx, organizationId, [uniqueDocument]);
    await record({
      action: "work-order.add",
      subjectId: workOrderId,
      organizationId,
      details: { name, externalId },
    });
    await publishWorkOrderChanges(tx, deps, [{ workOrderId, organizationId, shownAt: null }]);
    const added = await findAdminWorkOrder(tx, workOrderId);
    if (!added) throw new Error("A work order that was just added is not there.");
    return added;
  });
}
