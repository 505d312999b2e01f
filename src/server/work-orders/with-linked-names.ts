import type { Id } from "#domain/id.ts";
import type { LinkedWorkOrder, ShownWorkOrder } from "#domain/work-orders/work-order.ts";
import type { Reader } from "../db/database.ts";
import { findLinkedNames } from "./queries.ts";

const NOTHING_LINKED = { uniqueDocument: null, invoice: null };

/** Work orders of an organization with the names of their documents and invoices. */
export async function withLinkedNames(
  reader: Reader,
  organizationId: Id,
  found: readonly ShownWorkOrder[],
): Promise<LinkedWorkOrder[]> {
  const ids = found.map(({ workOrderId }) => workOrderId);
  const names = await findLinkedNames(reader, organizationId, ids);
  return found.map((one) => ({ ...one, linkedNames: names.get(one.workOrderId) ?? NOTHING_LINKED }));
}
