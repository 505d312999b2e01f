import { v7 } from "uuid";
import type { CataloguedProduct, ProductDetails } from "#domain/products/product.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { createProducts } from "./create-products.ts";

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
    return { ...product, isRetired: false };
  });
}
