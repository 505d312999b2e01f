import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/admin/products.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import type { CataloguedProduct, Product, ProductDetails } from "#domain/products/product.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import { beginCreation, type Created, createRecords } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { updateTotals } from "../documents/content.ts";
import { requireAsRead } from "../record-version.ts";
import { products } from "../schema/products.ts";
import { countUses } from "./get-product.ts";
import { lockDraftsShowing, lockProduct } from "./queries.ts";

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

type ChangedProduct = z.output<(typeof calls.changeProduct)["body"]>;

/** Changes a product. Drafts that show it get their new total; what was sent keeps the product as it was sent. */
export async function changeProduct(
  deps: ChangeDeps,
  editor: Editor,
  productId: Id,
  { recordVersion, asRead, ...changes }: ChangedProduct,
): Promise<CataloguedProduct> {
  return change(deps, editor, async ({ tx, record }) => {
    // Work locks its document before its products. Locking in the same order prevents deadlocks.
    await lockDraftsShowing(tx, [productId]);
    const product = await lockProduct(tx, productId);
    if (!product) throw new AppError("not-found", "There is no such product.");
    if (changedFields(changes, product).length === 0) return product;
    const { productName, productUnit, productRate } = product;
    const before = { productName, productUnit, productRate };
    requireAsRead({ recordVersion, asRead }, product, before, "this product", { product });
    const [{ recordVersion: raised } = product] = await tx
      .update(products)
      .set({ ...changes, productRate: String(changes.productRate) })
      .where(eq(products.productId, productId))
      .returning({ recordVersion: products.recordVersion });
    for (const { organizationId, uniqueDocumentId } of await lockDraftsShowing(tx, [productId])) {
      await updateTotals(tx, organizationId, uniqueDocumentId);
    }
    await record({ action: "product.change", subjectId: productId, details: { before, after: changes } });
    return { ...product, ...changes, recordVersion: raised };
  });
}

/** Retires a product or restores it. Work that names a retired product keeps it. Repeating has no effect. */
export async function retireProduct(
  deps: ChangeDeps,
  editor: Editor,
  productId: Id,
  isRetired: boolean,
): Promise<CataloguedProduct> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const before = await lockProduct(tx, productId);
    if (!before) throw new AppError("not-found", "There is no such product.");
    if (before.isRetired === isRetired) return before;
    await tx
      .update(products)
      .set({ retiredAt: isRetired ? at : null })
      .where(eq(products.productId, productId));
    await record({
      action: isRetired ? "product.retire" : "product.restore",
      subjectId: productId,
      details: { productName: before.productName },
    });
    return { ...before, isRetired };
  });
}

/** Deletes a product that no work order names. Work that is saved at the same moment comes wholly before or after. */
export async function deleteProduct(
  deps: ChangeDeps,
  editor: Editor,
  productId: Id,
): Promise<{ productId: Id }> {
  return change(deps, editor, async ({ tx, record }) => {
    const product = await lockProduct(tx, productId);
    if (!product) throw new AppError("not-found", "There is no such product.");
    const uses = await countUses(tx, productId);
    if (uses > 0) throw inUse(uses);
    await tx.delete(products).where(eq(products.productId, productId));
    const { productId: _, isRetired: __, ...details } = product;
    await record({ action: "product.delete", subjectId: productId, details });
    return { productId };
  });
}

function inUse(workOrders: number): AppError {
  const which = workOrders === 1 ? "1 work order charges" : `${workOrders} work orders charge`;
  const message = `${which} for this product, so it is kept. Nothing was deleted. You can retire it instead.`;
  return conflict("in-use", message, { workOrders });
}
