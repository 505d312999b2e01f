import type { Id } from "#domain/id.ts";
import { priceOwnWork } from "#domain/pricing/price-work-orders.ts";
import type { WorkOrderDetails } from "#domain/work-orders/work-order-details.ts";
import { AppError } from "../app-error.ts";
import { checkReferences, type Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { findProducts } from "../documents/find-work.ts";
import { findRetiredChoices } from "../products/find-retired-choices.ts";
import { findGstPercent } from "../settings/queries.ts";
import { referencesOf } from "./create-work-orders.ts";

/** Refuses names of records that are not there or are another organization's, and a price that cannot be counted. */
export async function checkDetails(
  tx: Tx,
  workOrderId: Id,
  draft: WorkOrderDetails & { organizationId: Id },
): Promise<void> {
  // First the lock: a product that is being deleted is gone when the references are read.
  const retired = await findRetiredChoices(tx, workOrderId, draft.products);
  const problems: Problem[] = [];
  await checkReferences(tx, { fresh: [{ at: 0, id: workOrderId, draft }], problems }, referencesOf);
  problems.push(...retired);
  const [problem] = problems;
  if (problem) {
    throw new AppError("invalid", `${problem.message}. Nothing was saved.`, {
      issues: problems.map(({ path, message }) => ({ path, message })),
    });
  }
  const ids = draft.products.map(({ productId }) => productId);
  if (priceOwnWork(draft, await findProducts(tx, ids), await findGstPercent(tx)).isUncountable) {
    throw new AppError(
      "invalid",
      "This work would come to a trillion dollars or more, which the portal cannot count. Nothing was saved.",
    );
  }
}
