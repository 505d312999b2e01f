import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { workOrders } from "../schema/work-orders.ts";

/**
 * Gives the optional work of a new version the choices of its client on the version before: when it is made, so that
 * its author sees them, and when it is first sent, because the client may have chosen otherwise in the meantime.
 */
export async function copyChoices(tx: Tx, uniqueDocumentId: Id): Promise<void> {
  const before = alias(workOrders, "before");
  await tx.execute(sql`update ${workOrders} set does_client_want_work_done = before.does_client_want_work_done
    from ${workOrders} as before
    where ${workOrders.predecessorId} = ${before.workOrderId}
      and ${workOrders.uniqueDocumentId} = ${uniqueDocumentId} and ${workOrders.isOptional} and ${before.isOptional}`);
}
