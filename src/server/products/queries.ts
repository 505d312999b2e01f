import { and, inArray, isNull } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Product } from "#domain/products/product.ts";
import type { Reader } from "../db/database.ts";
import { products } from "./tables.ts";

/** Those of these products that have not been deleted. */
export async function findProducts(reader: Reader, productIds: readonly Id[]): Promise<Product[]> {
  if (productIds.length === 0) return [];
  const rows = await reader
    .select()
    .from(products)
    .where(and(inArray(products.productId, [...productIds]), isNull(products.deletedAt)))
    .orderBy(products.productId);
  return rows.map(({ productId, productName, productUnit, productRate }) => ({
    productId,
    productName,
    productUnit,
    productRate: productRate === null ? null : Number(productRate),
  }));
}
