import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { quotedWorkOrderIds } from "#domain/page/quoted-work.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { lockDocument } from "../documents/queries.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findAdminWorkOrder, lockWorkOrders, publishWorkOrderChanges } from "./admin-queries.ts";

/**
 * Deletes a work order that clients have never seen and that no invoice and no page names. Locks its document first, if
 * it has one, like every change of a work order.
 */
export async function deleteWorkOrder(
  deps: Deps,
  editor: Editor,
  workOrderId: Id,
): Promise<{ workOrderId: Id }> {
  return change(deps, editor, async ({ tx, record }) => {
    const seen = await findAdminWorkOrder(tx, workOrderId);
    if (!seen) throw GONE;
    const document = await lockDocument(tx, seen.organizationId, seen.uniqueDocument);
    const row = (await lockWorkOrders(tx, [workOrderId])).get(workOrderId);
    if (!row) throw GONE;
    const { organizationId, name, externalId } = row;
    if (row.shownAt !== null) throw SHOWN;
    if (row.invoiceId !== null) throw INVOICED;
    const isQuoted =
      document && quotedWorkOrderIds(migratePage(document.puckState).page).includes(workOrderId);
    if (isQuoted) throw quoted(document.name);
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

const GONE = new AppError("not-found", "There is no such work order.");

const SHOWN = new AppError(
  "conflict",
  "Clients have seen this work order, so it is kept. Nothing was deleted. You can archive it instead.",
  { reason: "shown" },
);

const INVOICED = new AppError(
  "conflict",
  "An invoice names this work order. Nothing was deleted. Take it off the invoice first.",
  { reason: "invoiced" },
);

function quoted(name: string): AppError {
  return new AppError(
    "conflict",
    `The page of “${name}” quotes this work order. Nothing was deleted. Take it off the page first.`,
    { reason: "quoted" },
  );
}
