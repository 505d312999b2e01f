import { and, eq, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { CataloguedProduct } from "#domain/products/product.ts";
import { orderable } from "../db/comparable-sql.ts";
import type { Reader, Tx } from "../db/database.ts";
import { toProduct } from "../documents/find-work.ts";
import { isInCatalogue, products } from "../schema/products.ts";

/** All products that have not been deleted, by name. */
export async function findCatalogue(reader: Reader): Promise<CataloguedProduct[]> {
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
