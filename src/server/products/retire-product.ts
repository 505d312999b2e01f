import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { CataloguedProduct } from "#domain/products/product.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { products } from "../schema/products.ts";
import { lockProduct } from "./queries.ts";

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
