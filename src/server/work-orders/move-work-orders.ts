import type { z } from "zod";
import type * as calls from "#contract/admin/work-orders.ts";
import type { WorkOrderCard } from "#domain/work-orders/admin-work-order.ts";
import { WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findCardsOf, lockWorkOrders, publishWorkOrderChanges } from "./admin-queries.ts";
import { type Refused, refuseAny } from "./show-work-orders.ts";

type Body = z.output<(typeof calls.moveWorkOrders)["body"]>;

/**
 * Moves work orders to a status, all or none. One that someone else has moved or deleted since the editor saw it is
 * refused; one that is there already stays.
 */
export async function moveWorkOrders(deps: Deps, editor: Editor, request: Body): Promise<WorkOrderCard[]> {
  const { workOrderStatus: to } = request;
  return change(deps, editor, async ({ tx, at, record }) => {
    const seen = new Map(
      request.workOrders.map((one) => [one.workOrderId, one.expectedStatus ?? one.asRead]),
    );
    const ids = [...seen.keys()];
    const rows = await lockWorkOrders(tx, ids);
    const refused = ids.flatMap((workOrderId): Refused[] => {
      const row = rows.get(workOrderId);
      if (!row) return [{ workOrderId, name: null, why: "It has been deleted." }];
      const { name, workOrderStatus: now } = row;
      if (now === to || now === seen.get(workOrderId)) return [];
      return [{ workOrderId, name, why: `Someone else has moved it to ${WORK_ORDER_STATUS_LABELS[now]}.` }];
    });
    refuseAny(refused, ids.length);

    const moved = [...rows.values()].filter(({ workOrderStatus }) => workOrderStatus !== to);
    await tx
      .update(workOrders)
      .set({ workOrderStatus: to, movedAt: at, updatedAt: at })
      .where(
        isAnyOf(
          workOrders.workOrderId,
          moved.map(({ workOrderId }) => workOrderId),
        ),
      );
    for (const { workOrderId, organizationId, workOrderStatus: from } of moved) {
      await record({
        action: "work-order.move",
        subjectId: workOrderId,
        organizationId,
        details: { from, to },
      });
    }
    await publishWorkOrderChanges(tx, deps, moved);
    return findCardsOf(tx, ids);
  });
}
