import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/products.ts";
import type { Id } from "#domain/id.ts";
import type { CataloguedProduct, Product } from "#domain/products/product.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError, changedMeanwhile } from "../app-error.ts";
import { updateTotals } from "../documents/content.ts";
import { products } from "../schema/products.ts";
import { lockQuotingDrafts } from "./lock-quoting-drafts.ts";
import { lockProduct } from "./queries.ts";

type Wanted = z.output<(typeof calls.changeProduct)["body"]>;

/** Changes a product. Drafts that quote it get their new total; what was sent keeps the product as it was sent. */
export async function changeProduct(
  deps: ChangeDeps,
  editor: Editor,
  productId: Id,
  { asRead, ...wanted }: Wanted,
): Promise<CataloguedProduct> {
  return change(deps, editor, async ({ tx, record }) => {
    // Work locks its document before its products. Locking in the same order prevents deadlocks.
    await lockQuotingDrafts(tx, [productId]);
    const before = await lockProduct(tx, productId);
    if (!before) throw new AppError("not-found", "There is no such product.");
    if (isSame(before, wanted)) return before;
    if (!isSame(before, asRead)) throw changedMeanwhile("this product", { product: before });
    const productRate = String(wanted.productRate);
    await tx
      .update(products)
      .set({ ...wanted, productRate })
      .where(eq(products.productId, productId));
    for (const { organizationId, uniqueDocumentId } of await lockQuotingDrafts(tx, [productId])) {
      await updateTotals(tx, organizationId, uniqueDocumentId);
    }
    await record({
      action: "product.change",
      subjectId: productId,
      details: { before: asRead, after: wanted },
    });
    return { ...before, ...wanted };
  });
}

type Details = Omit<Product, "productId">;

function isSame(one: Details, other: Details): boolean {
  return (
    one.productName === other.productName &&
    one.productUnit === other.productUnit &&
    one.productRate === other.productRate
  );
}
