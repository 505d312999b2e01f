import { exact } from "#domain/decimal.ts";
import { planOf } from "#domain/payment-plans/payment-plan.ts";
import { nameOfPart } from "#domain/payment-plans/plan-amounts.ts";
import type { Tx } from "../db/database.ts";
import { paymentPlanParts } from "../schema/payment-plans.ts";
import type { Content } from "./content.ts";
import type { DocumentRow } from "./queries.ts";

/**
 * Stores the parts of the payment plan that is being accepted. From then on invoices by hand leave their share. Returns
 * whether there are any.
 */
export async function storePlan(
  tx: Tx,
  { uniqueDocumentId, organizationId }: Pick<DocumentRow, "uniqueDocumentId" | "organizationId">,
  { page, totalCost }: Pick<Content, "page" | "totalCost">,
): Promise<boolean> {
  const parts = planOf(page);
  if (parts.length === 0 || exact(totalCost).lte(0)) return false;
  const rows = parts.map((part, position) => ({
    uniqueDocumentId,
    organizationId,
    position,
    name: nameOfPart(part, position).replaceAll(/\s+/g, " "),
    percent: String(part.percent),
    due: part.due,
    day: part.due === "date" ? (part.day ?? null) : null,
  }));
  await tx.insert(paymentPlanParts).values(rows);
  return true;
}
