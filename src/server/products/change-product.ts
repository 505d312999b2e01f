import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/products.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import type { CataloguedProduct } from "#domain/products/product.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { updateTotals } from "../documents/content.ts";
import { requireAsRead } from "../record-version.ts";
import { products } from "../schema/products.ts";
import { lockQuotingDrafts } from "./lock-quoting-drafts.ts";
import { lockProduct } from "./queries.ts";

type Body = z.output<(typeof calls.changeProduct)["body"]>;

/** Changes a product. Drafts that quote it get their new total; what was sent keeps the product as it was sent. */
export async function changeProduct(
  deps: ChangeDeps,
  editor: Editor,
  productId: Id,
  { recordVersion, asRead, ...changes }: Body,
): Promise<CataloguedProduct> {
  return change(deps, editor, async ({ tx, record }) => {
    // Work locks its document before its products. Locking in the same order prevents deadlocks.
    await lockQuotingDrafts(tx, [productId]);
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
    for (const { organizationId, uniqueDocumentId } of await lockQuotingDrafts(tx, [productId])) {
      await updateTotals(tx, organizationId, uniqueDocumentId);
    }
    await record({ action: "product.change", subjectId: productId, details: { before, after: changes } });
    return { ...product, ...changes, recordVersion: raised };
  });
}
