import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { WorkOrderRow } from "../documents/find-work.ts";

/** Tells the company's open pages of changed work orders, and their clients' pages of those that clients see. */
export async function tellOfWorkOrders(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  changed: readonly Pick<WorkOrderRow, "workOrderId" | "organizationId" | "shownAt">[],
): Promise<void> {
  for (const { workOrderId, organizationId, shownAt } of changed) {
    const event = { kind: "work-order", id: workOrderId } as const;
    await live.publish(tx, { company: true }, event);
    if (shownAt !== null) await live.publish(tx, { organization: organizationId }, event);
  }
}
