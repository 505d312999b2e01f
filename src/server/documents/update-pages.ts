import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { keepHiding, updateTotals } from "./content.ts";
import { findDecision, findDocument } from "./queries.ts";

/** Updates what is stored about undecided documents after a change of their work orders: totals and hidden prices. */
export async function updatePages(tx: Tx, organizationId: Id, documentIds: readonly Id[]): Promise<void> {
  for (const uniqueDocumentId of documentIds) {
    const document = await findDocument(tx, organizationId, { uniqueDocumentId });
    if (!document || (await findDecision(tx, uniqueDocumentId))) continue;
    const page = await updateTotals(tx, organizationId, uniqueDocumentId);
    // Of a draft, clients see what was sent before, or nothing.
    if (page && document.status !== "DRAFT") await keepHiding(tx, uniqueDocumentId, page);
  }
}
