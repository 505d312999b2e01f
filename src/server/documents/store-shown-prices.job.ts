import { asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { Id } from "#domain/id.ts";
import { shownTotal } from "#domain/pricing/document-total.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import { defineBatchJob } from "../jobs/job.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { storeHiddenPrices, updateTotals } from "./content.ts";
import { findDecision } from "./queries.ts";
import { migrateAndSanitise } from "./resolve-page.ts";

/** Stores what clients see of the prices of documents and their work that were stored before the portal stored this. */
export const storeShownPrices = defineBatchJob({
  name: "store-shown-prices",
  isOnce: true,
  cursor: z.string(),
  start: "",
  step: storeNext,
});

/** Returns the id of the next document after it was kept; undefined at the end. */
async function storeNext(deps: ChangeDeps, after: Id): Promise<Id | undefined> {
  const { uniqueDocumentId, organizationId } = uniqueDocuments;
  return change(deps, PORTAL, async ({ tx }) => {
    const [next] = await tx
      .select({ uniqueDocumentId, organizationId })
      .from(uniqueDocuments)
      .where(gt(uniqueDocumentId, after))
      .orderBy(asc(uniqueDocumentId))
      .limit(1);
    if (!next) return undefined;
    const decision = await findDecision(tx, next.uniqueDocumentId);
    const page = decision
      ? migrateAndSanitise(decision.page)
      : await updateTotals(tx, next.organizationId, next.uniqueDocumentId);
    if (page) await storeHiddenPrices(tx, next.uniqueDocumentId, page);
    if (page && decision)
      await tx
        .update(uniqueDocuments)
        .set({ shownTotal: shownTotal(page) })
        .where(eq(uniqueDocumentId, next.uniqueDocumentId));
    return next.uniqueDocumentId;
  });
}
