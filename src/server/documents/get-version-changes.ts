import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { getVersionChanges as changesCall } from "#contract/documents.ts";
import { describeContentChanges } from "#domain/documents/describe-changes.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { mapWorkOrderData } from "#domain/page/quoted-work.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import { workOrders } from "../work-orders/tables.ts";
import { readContent } from "./content.ts";
import { findNewestVersions } from "./find-versions.ts";
import { type DocumentRow, findDecision, findOtherVersions, findShownDocument } from "./queries.ts";

/** What changed from the version before, as its client last read it. A draft is not compared. */
export async function getVersionChanges(
  reader: Reader,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<z.input<typeof changesCall.reply>> {
  const document = await findShownDocument(reader, organizationId, { uniqueDocumentId });
  const { predecessor } = document ? await findOtherVersions(reader, document) : { predecessor: null };
  const before = predecessor && (await findShownDocument(reader, organizationId, predecessor));
  if (!document || document.status === "DRAFT" || !before) throw NOTHING_BEFORE;
  const now = await readLastSent(reader, document);
  const earlier = await readLastSent(reader, before);
  if (!now || !earlier) throw NOTHING_BEFORE;
  const page = withWorkOf(earlier, await findCopies(reader, uniqueDocumentId));
  const was = { ...document, name: before.name, documentType: before.documentType, puckState: page };
  return { predecessor, changes: describeContentChanges(was, { ...document, puckState: now }) };
}

const NOTHING_BEFORE = new AppError("not-found", "There is no version before this one.");

/** The page that clients decided on, or the newest that was sent, with the prices that they see. */
async function readLastSent(reader: Reader, document: DocumentRow): Promise<PuckState | null> {
  const { uniqueDocumentId } = document;
  const decision = await findDecision(reader, uniqueDocumentId);
  const isSent = (await findNewestVersions(reader, [uniqueDocumentId])).has(uniqueDocumentId);
  if (!decision && !isSent) return null;
  const { page } = await readContent(reader, { ...document, status: "PENDING" }, decision);
  return hidePricesOfPage(page);
}

/** The work orders of a new version by those of which they are copies. */
async function findCopies(reader: Reader, uniqueDocumentId: Id): Promise<Map<Id | null, Id>> {
  const { workOrderId, predecessorId } = workOrders;
  const rows = await reader
    .select({ workOrderId, predecessorId })
    .from(workOrders)
    .where(eq(workOrders.uniqueDocumentId, uniqueDocumentId));
  return new Map(rows.map((row) => [row.predecessorId, row.workOrderId]));
}

/** The page with the ids of the copies in place of the originals', so that the same work is compared. */
function withWorkOf(page: PuckState, copies: ReadonlyMap<Id | null, Id>): PuckState {
  const idOf = (id: Id) => copies.get(id) ?? id;
  return mapWorkOrderData(page, (data) => ({
    ...data,
    workOrderIds: data.workOrderIds.map(idOf),
    workOrders: data.workOrders.map((one) => ({ ...one, workOrderId: idOf(one.workOrderId) })),
  }));
}
