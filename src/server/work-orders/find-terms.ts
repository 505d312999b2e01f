import type { DocumentStatus } from "#domain/documents/unique-document.ts";
import { priceOwnWork } from "#domain/pricing/price-work-orders.ts";
import type { WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import type { DbOrTx } from "../db/database.ts";
import { findProducts, selectProducts } from "../documents/find-work.ts";
import { findSentWork, type WorkOrderRow } from "../documents/queries.ts";

type Priced = Pick<
  WorkOrderRow,
  "workOrderId" | "uniqueDocumentId" | "isOptional" | "doesClientWantWorkDone" | "discountPercent"
> & { documentStatus: DocumentStatus | null };

/** The price of work orders and whether they are optional: as they were sent, or as they are now in drafts. */
export async function findTerms<Row extends Priced>(
  reader: DbOrTx,
  rows: readonly Row[],
): Promise<(row: Row) => Pick<WorkOrderCard, "net" | "optional">> {
  const isSent = ({ documentStatus }: Row) => documentStatus !== null && documentStatus !== "DRAFT";
  const sentIds = rows.flatMap((row) => (isSent(row) ? (row.uniqueDocumentId ?? []) : []));
  const [workByDocument, linesOf] = await Promise.all([
    findSentWork(reader, sentIds),
    selectProducts(reader, rows),
  ]);
  const sentWork = new Map(
    [...workByDocument.values()].flatMap(({ workOrders, products }) =>
      workOrders.map((workOrder) => [workOrder.workOrderId, { workOrder, products }] as const),
    ),
  );
  const current = rows.filter((row) => !(isSent(row) && sentWork.has(row.workOrderId)));
  const productIds = current.flatMap((row) => linesOf(row).map(({ productId }) => productId));
  const catalogue = await findProducts(reader, [...new Set(productIds)]);
  return (row) => {
    const { doesClientWantWorkDone } = row;
    const sent = isSent(row) ? sentWork.get(row.workOrderId) : undefined;
    const products = linesOf(row).map(({ productId, total }) => ({
      productId,
      total: total === null ? null : Number(total),
    }));
    const work = sent?.workOrder ?? { products, discountPercent: Number(row.discountPercent) };
    const isOptional = sent?.workOrder.optional.isOptional ?? row.isOptional;
    const { net } = priceOwnWork(work, sent?.products ?? catalogue, 0);
    return { net, optional: { isOptional, doesClientWantWorkDone } };
  };
}
