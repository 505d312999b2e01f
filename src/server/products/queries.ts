import { and, eq, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { quotedWorkOrderIds } from "#domain/page/quoted-work.ts";
import type { CataloguedProduct } from "#domain/products/product.ts";
import type { Problem } from "../creation/creation.ts";
import { orderable } from "../db/comparable-sql.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { toProduct } from "../documents/find-work.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { isInCatalogue, products } from "../schema/products.ts";
import { workOrderProducts, workOrders } from "../schema/work-orders.ts";

/** All products that have not been deleted, by name. */
export async function findCatalogue(reader: DbOrTx): Promise<CataloguedProduct[]> {
  const rows = await reader
    .select()
    .from(products)
    .where(isInCatalogue(products))
    .orderBy(sql`${orderable(products.productName)} collate "C"`, products.productId);
  return rows.map(toCatalogued);
}

/** Reads and locks a product's row until the transaction ends: work that names the product waits. */
export async function lockProduct(tx: Tx, productId: Id): Promise<CataloguedProduct | null> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.productId, productId), isInCatalogue(products)))
    .for("update");
  return row ? toCatalogued(row) : null;
}

export function toCatalogued(row: typeof products.$inferSelect): CataloguedProduct {
  const { retiredAt, recordVersion } = row;
  return { ...toProduct(row), isRetired: retiredAt !== null, recordVersion };
}

/** The drafts whose page shows one of the products, locked: a draft is sent wholly before the change or wholly after it. */
export async function lockDraftsShowing(tx: Tx, productIds: readonly Id[]): Promise<DocumentRow[]> {
  const { workOrderId, uniqueDocumentId } = workOrders;
  const charging = await tx
    .selectDistinct({ workOrderId, uniqueDocumentId })
    .from(workOrders)
    .innerJoin(workOrderProducts, eq(workOrderProducts.workOrderId, workOrderId))
    .where(isAnyOf(workOrderProducts.productId, productIds));
  const documentIds = charging.flatMap((one) => one.uniqueDocumentId ?? []);
  const documents = await tx
    .select()
    .from(uniqueDocuments)
    .where(
      and(eq(uniqueDocuments.listedStatus, "DRAFT"), isAnyOf(uniqueDocuments.uniqueDocumentId, documentIds)),
    )
    .orderBy(uniqueDocuments.uniqueDocumentId)
    .for("update");
  const chargingIds = new Set(charging.map((one) => one.workOrderId));
  return documents.filter(({ puckState }) =>
    quotedWorkOrderIds(migratePage(puckState).page).some((id) => chargingIds.has(id)),
  );
}

/** Reports newly chosen retired products of a work order. Locks all, so that none is deleted before the commit. */
export async function findRetiredChoices(
  tx: Tx,
  workOrderId: Id,
  lines: readonly { productId: Id }[],
): Promise<Problem[]> {
  const { productId, productName, retiredAt } = products;
  const ids = lines.map((line) => line.productId);
  const chosen = await tx
    .select({ productId, productName, retiredAt })
    .from(products)
    .where(isAnyOf(productId, ids))
    .for("key share");
  const named = await tx
    .select({ productId: workOrderProducts.productId })
    .from(workOrderProducts)
    .where(eq(workOrderProducts.workOrderId, workOrderId));
  const isNamed = new Set(named.map((line) => line.productId));
  const retired = chosen.filter((one) => one.retiredAt !== null);
  const nameOf = new Map(retired.map((one) => [one.productId, one.productName]));
  return lines.flatMap((line, index) => {
    const name = nameOf.get(line.productId);
    if (name === undefined || isNamed.has(line.productId)) return [];
    const message = `The product “${name}” is retired, so new work can't choose it`;
    return [{ at: 0, path: `products[${index}].productId`, message }];
  });
}
