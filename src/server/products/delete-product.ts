import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { products } from "../schema/products.ts";
import { countUses } from "./get-product.ts";
import { lockProduct } from "./queries.ts";

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
  return new AppError("conflict", message, { reason: "in-use", workOrders });
}
