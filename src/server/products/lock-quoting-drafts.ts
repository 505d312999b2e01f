import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { quotedWorkOrderIds } from "#domain/page/quoted-work.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { workOrderProducts, workOrders } from "../schema/work-orders.ts";

/** The drafts whose page shows one of the products, locked: a draft is sent wholly before the change or wholly after it. */
export async function lockQuotingDrafts(tx: Tx, productIds: readonly Id[]): Promise<DocumentRow[]> {
  const { workOrderId, uniqueDocumentId } = workOrders;
  const quoted = await tx
    .selectDistinct({ workOrderId, uniqueDocumentId })
    .from(workOrders)
    .innerJoin(workOrderProducts, eq(workOrderProducts.workOrderId, workOrderId))
    .where(isAnyOf(workOrderProducts.productId, productIds));
  const documents = await tx
    .select()
    .from(uniqueDocuments)
    .where(
      and(
        eq(uniqueDocuments.status, "DRAFT"),
        isAnyOf(
          uniqueDocuments.uniqueDocumentId,
          quoted.flatMap((one) => one.uniqueDocumentId ?? []),
        ),
      ),
    )
    .orderBy(uniqueDocuments.uniqueDocumentId)
    .for("update");
  const holding = new Set(quoted.map((one) => one.workOrderId));
  return documents.filter(({ puckState }) =>
    quotedWorkOrderIds(migratePage(puckState).page).some((id) => holding.has(id)),
  );
}
