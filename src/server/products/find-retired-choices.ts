import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { products } from "../schema/products.ts";
import { workOrderProducts } from "../schema/work-orders.ts";

/**
 * Reports retired products among those of a work order, except those that it named before. Locks all of them, so that
 * none is deleted until the transaction ends.
 */
export async function findRetiredChoices(
  tx: Tx,
  workOrderId: Id,
  lines: readonly { productId: Id }[],
): Promise<Problem[]> {
  const { productId, productName, retiredAt } = products;
  const chosen = await tx
    .select({ productId, productName, retiredAt })
    .from(products)
    .where(
      isAnyOf(
        productId,
        lines.map((line) => line.productId),
      ),
    )
    .for("key share");
  const named = await tx
    .select({ productId: workOrderProducts.productId })
    .from(workOrderProducts)
    .where(eq(workOrderProducts.workOrderId, workOrderId));
  const isNamed = new Set(named.map((line) => line.productId));
  const retired = chosen.filter((one) => one.retiredAt !== null);
  const nameOf = new Map(retired.map((one) => [one.productId, one.productName]));
  return lines.flatMap((line, index) => {
    const name = nameOf.get(line.productId);
    if (name === undefined || isNamed.has(line.productId)) return [];
    const message = `The product “${name}” is retired, so new work cannot choose it`;
    return [{ at: 0, path: `products[${index}].productId`, message }];
  });
}
