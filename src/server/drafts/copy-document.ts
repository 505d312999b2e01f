import { eq, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { withTitle } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { mapWorkOrderData } from "#domain/page/quoted-work.ts";
import type { Change } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { checkDocumentDetails } from "../documents/check-document-details.ts";
import { pageToStore, updatePages } from "../documents/content.ts";
import { addDraft, newDocumentId } from "../documents/create-documents.ts";
import { indexPageText } from "../documents/index-page-text.ts";
import { publishDocumentChange } from "../documents/publish-document-change.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { copyStoredPage } from "../documents/resolve-page.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { workOrders } from "../schema/work-orders.ts";
import { allocateNumber } from "../settings/allocate-number.ts";
import { publishWorkOrderChanges } from "../work-orders/admin-queries.ts";
import { copyWorkOrders } from "../work-orders/copy-work-orders.ts";

type Copy = {
  name: string;
  organizationId: Id;
  /** Whether the copy is the next version of its source, of the same organization. */
  isNewVersion: boolean;
};

type Copied = { uniqueDocumentId: Id; externalId: string };

/** Copies a locked document with its page and work orders: a draft without invoice that no client sees. */
export async function copyDocument(
  { tx, at }: Pick<Change, "tx" | "at">,
  deps: Deps,
  source: DocumentRow,
  { name, organizationId, isNewVersion }: Copy,
): Promise<Copied> {
  await checkDocumentDetails(tx, { organizationId }, null);
  const { documentType, templateId, puckState } = source;
  const copy = { uniqueDocumentId: newDocumentId(), organizationId };
  const { uniqueDocumentId } = copy;
  const externalId = await allocateNumber(tx, deps, "document");
  const draft = { ...copy, externalId, name, documentType, templateId, puckState, invoice: null, at };
  await addDraft(tx, deps, draft);
  const copyOf = await copyWorkOrders(tx, source, copy, at);
  const page = mapWorkOrderData(
    retitled(copyStoredPage(puckState), source, organizationId),
    ({ workOrderIds }) => ({
      // Work of another document, which the source does not show either, is left out.
      workOrderIds: workOrderIds.flatMap((id) => copyOf.get(id) ?? []),
    }),
  );
  const predecessorId = isNewVersion ? source.uniqueDocumentId : null;
  await tx
    .update(uniqueDocuments)
    .set({ puckState: pageToStore(page), predecessorId })
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (isNewVersion) {
    const originals = sql.param([...copyOf.keys()]);
    const copies = sql.param([...copyOf.values()]);
    await tx.execute(sql`update ${workOrders} set predecessor_id = pair.original
      from unnest(${originals}::text[], ${copies}::text[]) as pair (original, copy)
      where ${workOrders.workOrderId} = pair.copy`);
  }
  await indexPageText(tx, [{ ...copy, page }]);
  await updatePages(tx, organizationId, [uniqueDocumentId]);
  await publishDocumentChange(tx, deps, { ...copy, shownAt: null });
  const copied = [...copyOf.values()].map((workOrderId) => ({ workOrderId, organizationId, shownAt: null }));
  await publishWorkOrderChanges(tx, deps, copied);
  return { uniqueDocumentId, externalId };
}

/**
 * A title that is the source's name, or was written for another organization, would name what its readers do not know.
 */
function retitled(page: PuckState, source: DocumentRow, organizationId: Id): PuckState {
  const isOwn = organizationId === source.organizationId && page.root.props?.title !== source.name;
  return isOwn ? page : withTitle(page, "");
}
