import type { Id } from "#domain/id.ts";
import { settleWork } from "#domain/work-orders/agreed-work.ts";
import { withCurrentChoices } from "#domain/work-orders/document-work.ts";
import type { Change } from "../access/change.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { workOrders } from "../schema/work-orders.ts";
import type { Content } from "./content.ts";
import { lockWorkOrders, publishWorkOrderChanges } from "./queries.ts";

/**
 * Opens the agreed work of a document that is being accepted and archives the rest that was sent with it, unless the
 * company has switched this off. Decisions made elsewhere never come here. The caller has locked the document.
 */
export async function settleAcceptedWork(
  { tx, at, recordAll }: Pick<Change, "tx" | "at" | "recordAll">,
  deps: Pick<Deps, "live" | "settings">,
  uniqueDocumentId: Id,
  { page, sent }: Pick<Content, "page" | "sent">,
): Promise<void> {
  if (!sent || !deps.settings.now().opensAcceptedWork) return;
  const ids = sent.work.workOrders.map(({ workOrderId }) => workOrderId);
  const locked = await lockWorkOrders(tx, ids);
  const rows = [...locked.values()].filter((row) => row.uniqueDocumentId === uniqueDocumentId);
  const choices = new Map(rows.map((row) => [row.workOrderId, row.doesClientWantWorkDone]));
  const { workOrders: offered } = withCurrentChoices(sent.work, choices);
  for (const { to, work } of settleWork(offered, page, rows)) {
    const movedIds = work.map(({ workOrderId }) => workOrderId);
    await tx
      .update(workOrders)
      .set({ workOrderStatus: to, movedAt: at, updatedAt: at })
      .where(isAnyOf(workOrders.workOrderId, movedIds));
    await recordAll(
      work.map(({ workOrderId, organizationId, workOrderStatus: from }) => ({
        action: "work-order.settle",
        subjectId: workOrderId,
        organizationId,
        details: { from, to, uniqueDocumentId },
      })),
    );
    await publishWorkOrderChanges(tx, deps, work);
  }
}
