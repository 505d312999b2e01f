import { v7 } from "uuid";
import type { CataloguedProduct, Product, ProductDetails } from "#domain/products/product.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
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

/** Adds a product to the catalogue. Names may repeat, because the unit tells two products apart. */
export async function addProduct(
  deps: ChangeDeps,
  editor: Editor,
  details: ProductDetails,
): Promise<CataloguedProduct> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const product = { productId: v7(), ...details };
    await createProducts(tx, [{ ...product, createdAt: at }]);
    await record({ action: "product.add", subjectId: product.productId, details });
    return { ...product, isRetired: false, recordVersion: 1 };
  });
}
