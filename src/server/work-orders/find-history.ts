import type { Id } from "#domain/id.ts";
import { WorkOrderEvent } from "#domain/work-orders/admin-work-order.ts";
import { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { findEventsOf } from "../audit/find-events-of.ts";
import type { Reader } from "../db/database.ts";

const DEEDS = WorkOrderEvent.shape.what.options;

/** What happened to a work order, the latest first. */
export async function findHistory(reader: Reader, workOrderId: Id): Promise<WorkOrderEvent[]> {
  const events = await findEventsOf(reader, workOrderId, "work-order", DEEDS);
  return events.map(({ details, ...event }) => ({
    ...event,
    from: statusOf(details.from),
    to: statusOf(details.to),
    isWanted: typeof details.doesClientWantWorkDone === "boolean" ? details.doesClientWantWorkDone : null,
  }));
}

function statusOf(found: unknown): WorkOrderStatus | null {
  return WorkOrderStatus.safeParse(found).data ?? null;
}
