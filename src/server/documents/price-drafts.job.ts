import { and, asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { defineBatchJob } from "../jobs/job.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { PRICE_DRAFTS } from "../settings/update-settings.ts";
import { updateTotals } from "./content.ts";
import { publishDocumentChange } from "./queries.ts";

/** Prices all drafts again after the rate of GST has changed. What was sent keeps its own rate. */
export const priceDrafts = defineBatchJob({
  name: PRICE_DRAFTS.name,
  cursor: z.string(),
  start: "",
  async step(deps, after) {
    const next = await findDraftAfter(deps, after);
    if (next !== undefined) await priceDraft(deps, next);
    return next;
  },
});

async function findDraftAfter({ db }: Pick<Deps, "db">, after: Id): Promise<Id | undefined> {
  const { uniqueDocumentId, listedStatus } = uniqueDocuments;
  const [next] = await db
    .select({ uniqueDocumentId })
    .from(uniqueDocuments)
    .where(and(eq(listedStatus, "DRAFT"), gt(uniqueDocumentId, after)))
    .orderBy(asc(uniqueDocumentId))
    .limit(1);
  return next?.uniqueDocumentId;
}

async function priceDraft(deps: Deps, draftId: Id): Promise<void> {
  const { uniqueDocumentId, organizationId, shownAt, listedStatus } = uniqueDocuments;
  try {
    await change(deps, PORTAL, async ({ tx }) => {
      const [draft] = await tx
        .select({ uniqueDocumentId, organizationId, shownAt })
        .from(uniqueDocuments)
        .where(and(eq(uniqueDocumentId, draftId), eq(listedStatus, "DRAFT")));
      if (!draft) return;
      await updateTotals(tx, draft.organizationId, draftId);
      await publishDocumentChange(tx, deps, draft);
    });
  } catch (error) {
    // A total that the portal cannot count stays as it was, and sending the draft is refused.
    if (!(error instanceof AppError && error.code === "invalid")) throw error;
  }
}
