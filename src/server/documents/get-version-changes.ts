import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { getVersionChanges as changesCall } from "#contract/documents.ts";
import { describeContentChanges, describeKeptChoices } from "#domain/documents/describe-changes.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { mapWorkOrderData } from "#domain/page/quoted-work.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import { shownName, uniqueDocuments } from "../schema/documents.ts";
import { workOrders } from "../schema/work-orders.ts";
import { readContent } from "./content.ts";
import {
  type DocumentRow,
  findDecision,
  findNewestVersions,
  findOtherVersions,
  findShownDocument,
} from "./queries.ts";

type VersionChanges = z.input<typeof changesCall.reply>;

/** findVersionChanges. Throws AppError "not-found" if there is nothing to compare. */
export async function getVersionChanges(
  reader: DbOrTx,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<VersionChanges> {
  return requireBefore(await findVersionChanges(reader, organizationId, uniqueDocumentId));
}

/** What changed from the version before, as its client last read it; null: there is none. A draft is not compared. */
export async function findVersionChanges(
  reader: DbOrTx,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<VersionChanges | null> {
  const document = await findShownDocument(reader, organizationId, { uniqueDocumentId });
  const now = document && document.status !== "DRAFT" ? await readLastSent(reader, document) : null;
  return document && now && describeVersion(reader, document, now);
}

export function requireBefore(found: VersionChanges | null): VersionChanges {
  if (!found) throw new AppError("not-found", "There is no version before this one.");
  return found;
}

/** What changed to this page of a document from the version before; null: there is none. */
export async function describeVersion(
  reader: DbOrTx,
  document: DocumentRow,
  page: PuckState,
): Promise<VersionChanges | null> {
  const { uniqueDocumentId, organizationId } = document;
  const { predecessor } = await findOtherVersions(reader, document, shownName(uniqueDocuments));
  const before = predecessor && (await findShownDocument(reader, organizationId, predecessor));
  const earlier = before && (await readLastSent(reader, before));
  if (!before || !earlier) return null;
  const was = withWorkOf(earlier, await findCopies(reader, uniqueDocumentId));
  const { name, documentType } = before;
  const now = { ...document, puckState: hidePricesOfPage(page) };
  const changes = describeContentChanges({ ...document, name, documentType, puckState: was }, now);
  return { predecessor, changes: [...changes, ...describeKeptChoices(was, now.puckState)] };
}

/** The page that clients decided on, or the newest that was sent, with the prices that they see. */
async function readLastSent(reader: DbOrTx, document: DocumentRow): Promise<PuckState | null> {
  const { uniqueDocumentId } = document;
  const decision = await findDecision(reader, uniqueDocumentId);
  const isSent = (await findNewestVersions(reader, [uniqueDocumentId])).has(uniqueDocumentId);
  if (!decision && !isSent) return null;
  const { page } = await readContent(reader, { ...document, status: "PENDING" }, decision);
  return hidePricesOfPage(page);
}

/** The work orders of a new version by those of which they are copies. */
async function findCopies(reader: DbOrTx, uniqueDocumentId: Id): Promise<Map<Id | null, Id>> {
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
