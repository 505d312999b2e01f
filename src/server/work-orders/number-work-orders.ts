import { sql } from "drizzle-orm";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Tx } from "../db/database.ts";
import { workOrders } from "../schema/work-orders.ts";

/**
 * The next free numbers of work orders: "WO-3404", behind those that are `given` to others of the same transaction.
 * Others who need numbers wait until the transaction ends.
 */
export async function takeNumbers(tx: Tx, count: number, given: readonly string[] = []): Promise<string[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.workOrderNumbers})`);
  const [row] = await tx
    .select({
      highest: sql<number>`coalesce(max(substring(${workOrders.externalId} from '^WO-([0-9]{1,9})$')::int), 0)`,
    })
    .from(workOrders);
  const highest = given.reduce(
    (most, one) => Math.max(most, Number(/^WO-([0-9]{1,9})$/.exec(one)?.[1] ?? 0)),
    row?.highest ?? 0,
  );
  return Array.from({ length: count }, (_, at) => `WO-${highest + at + 1}`);
}
