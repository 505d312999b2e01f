import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { DocumentCopy } from "#domain/documents/document-details.ts";
import type { Id } from "#domain/id.ts";
import { mapWorkOrderData } from "#domain/page/quoted-work.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { keepParts } from "../search/keep-parts.ts";
import { takeNumber } from "../settings/take-number.ts";
import { copyWorkOrders } from "../work-orders/copy-work-orders.ts";
import { tellOfWorkOrders } from "../work-orders/tell-of-work-orders.ts";
import { updatePages } from "../work-orders/update-pages.ts";
import { addDraft } from "./add-draft.ts";
import { lockAnyDocument } from "./admin-queries.ts";
import { checkDocumentDetails } from "./check-document-details.ts";
import { getAdminDocument, NO_DOCUMENT } from "./get-admin-document.ts";
import { pageToStore } from "./page-to-store.ts";
import { NO_WORK, resolve, showStoredPage } from "./resolve-page.ts";
import { uniqueDocuments } from "./tables.ts";
import { tellOfDocument } from "./tell-of-document.ts";

/** Copies a document with its page and work orders: a draft without invoice and decision that no client sees. */
export async function duplicateDocument(
  deps: Deps,
  editor: Editor,
  sourceId: Id,
  { name, organizationId }: DocumentCopy,
): Promise<AdminDocument> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const source = await lockAnyDocument(tx, sourceId);
    if (!source) throw NO_DOCUMENT;
    await checkDocumentDetails(tx, { organizationId }, null);
    const { documentType, templateId, puckState } = source;
    const copy = { uniqueDocumentId: v7(), organizationId };
    const externalId = await takeNumber(tx, deps, "document");
    await addDraft(tx, deps, {
      ...copy,
      externalId,
      name,
      documentType,
      templateId,
      puckState,
      invoice: null,
      at,
    });
    const copyOf = await copyWorkOrders(tx, source, copy, at);
    const page = mapWorkOrderData(showStoredPage(puckState), ({ workOrderIds }) => ({
      // Work of another document, which the source does not show either, is left out.
      workOrderIds: workOrderIds.flatMap((id) => copyOf.get(id) ?? []),
    }));
    await tx
      .update(uniqueDocuments)
      .set({ puckState: pageToStore(page) })
      .where(eq(uniqueDocuments.uniqueDocumentId, copy.uniqueDocumentId));
    await keepParts(tx, [{ ...copy, page: resolve(page, NO_WORK) }]);
    await updatePages(tx, organizationId, [copy.uniqueDocumentId]);
    await record({
      action: "document.duplicate",
      subjectId: copy.uniqueDocumentId,
      organizationId,
      details: { name, externalId, copyOf: source.externalId, copyOfId: sourceId },
    });
    await tellOfDocument(tx, deps, { ...copy, shownAt: null });
    const copies = [...copyOf.values()].map((workOrderId) => ({
      workOrderId,
      organizationId,
      shownAt: null,
    }));
    await tellOfWorkOrders(tx, deps, copies);
    return getAdminDocument(deps, copy.uniqueDocumentId, tx);
  });
}
