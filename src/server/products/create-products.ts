import type { Product } from "#domain/products/product.ts";
import { beginCreation, type Created, createRecords } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { products } from "../schema/products.ts";

export type ProductDraft = Product & { createdAt: Date };

/** Adds new products. */
export async function createProducts(
  tx: Tx,
  drafts: readonly ProductDraft[],
): Promise<Created<ProductDraft>> {
  const creation = await beginCreation(tx, "products", drafts);
  return createRecords(tx, creation, products, (draft) => ({
    ...draft,
    productRate: draft.productRate === null ? null : String(draft.productRate),
  }));
}
