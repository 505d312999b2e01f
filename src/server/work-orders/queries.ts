import { and, asc, desc, eq, inArray, isNotNull, or, type SQL } from "drizzle-orm";
import type { DocumentStatus } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import type { QuotedWorkOrder } from "#domain/work-orders/document-work.ts";
import { type LinkedWorkOrder, NO_PROPOSAL, type ShownWorkOrder } from "#domain/work-orders/work-order.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { presentWorkOrder, selectProducts, type WorkOrderProductRow } from "../documents/find-work.ts";
import { findSentWork, type WorkOrderRow } from "../documents/queries.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import type { ListSelection } from "../lists/read-list.ts";
import { isVisibleToEverybody, type Moment } from "../public-view/queries.ts";
import {
  documentVisibleToClients,
  invoices,
  pageVisibleToClients,
  shownName,
  uniqueDocuments,
} from "../schema/documents.ts";
import { documentSharings } from "../schema/public-view.ts";
import { netVisibleToClients, workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";

type Linked = Required<Pick<LinkedWorkOrder, "linkedNames" | "net">>;

/** The names of the documents and invoices of an organization's work orders, and the prices that clients see. */
export async function findLinkedNames(
  reader: DbOrTx,
  organizationId: Id,
  workOrderIds: readonly Id[],
): Promise<Map<Id, Linked>> {
  const rows = await reader
    .select({
      workOrderId: workOrders.workOrderId,
      uniqueDocument: shownName(uniqueDocuments),
      invoice: invoices.name,
      net: netVisibleToClients(uniqueDocuments, workOrders),
    })
    .from(workOrders)
    .leftJoin(uniqueDocuments, linkedShownDocument())
    .leftJoin(invoices, linkedInvoice())
    .where(and(eq(workOrders.organizationId, organizationId), isAnyOf(workOrders.workOrderId, workOrderIds)));
  return new Map(rows.map(({ workOrderId, net, ...linkedNames }) => [workOrderId, { linkedNames, net }]));
}

/** Joins a work order's document, if both belong to the same organization. */
export function linkedDocument(): SQL | undefined {
  return and(
    eq(uniqueDocuments.uniqueDocumentId, workOrders.uniqueDocumentId),
    eq(uniqueDocuments.organizationId, workOrders.organizationId),
  );
}

/** linkedDocument for clients, to whom an unsent document is none. */
export function linkedShownDocument(): SQL | undefined {
  return and(linkedDocument(), documentVisibleToClients(uniqueDocuments));
}

/** Joins a work order's invoice, if both belong to the same organization. */
export function linkedInvoice(): SQL | undefined {
  return and(
    eq(invoices.invoiceId, workOrders.invoiceId),
    eq(invoices.organizationId, workOrders.organizationId),
  );
}

export async function findWorkOrder(
  reader: DbOrTx,
  organizationId: Id,
  workOrderId: Id,
): Promise<ShownWorkOrder | null> {
  const isThis = eq(workOrders.workOrderId, workOrderId);
  const [found] = await findWorkOrders(reader, { where: and(isShownTo(organizationId), isThis) });
  return found ?? null;
}

export async function findWorkOrdersOfInvoice(
  reader: DbOrTx,
  organizationId: Id,
  invoiceId: Id,
): Promise<ShownWorkOrder[]> {
  return findWorkOrders(reader, {
    where: and(isShownTo(organizationId), eq(workOrders.invoiceId, invoiceId)),
  });
}

function isShownTo(organizationId: Id): SQL | undefined {
  return and(eq(workOrders.organizationId, organizationId), workOrderVisibleToClients(workOrders));
}

/** The choices on work orders of the organization's documents, if any, and of shared ones. Drafts are left out. */
export async function findChoices(
  reader: DbOrTx,
  organizationId: Id | null,
  workOrderIds: readonly Id[],
  moment: Moment,
) {
  if (workOrderIds.length === 0) return [];
  const rows = await reader
    .select({
      workOrderId: workOrders.workOrderId,
      uniqueDocumentId: workOrders.uniqueDocumentId,
      isOptional: workOrders.isOptional,
      doesClientWantWorkDone: workOrders.doesClientWantWorkDone,
    })
    .from(workOrders)
    .leftJoin(uniqueDocuments, linkedDocument())
    .leftJoin(documentSharings, eq(documentSharings.uniqueDocumentId, workOrders.uniqueDocumentId))
    .where(
      and(
        inArray(workOrders.workOrderId, [...workOrderIds]),
        workOrderVisibleToClients(workOrders),
        or(
          organizationId === null ? undefined : isOfOwnDocument(organizationId),
          and(isNotNull(documentSharings.uniqueDocumentId), isVisibleToEverybody(moment)),
        ),
      ),
    )
    .orderBy(asc(workOrders.workOrderId));
  const sentOf = await findSent(reader, rows);
  return rows.map(({ uniqueDocumentId, workOrderId, isOptional: isOptionalNow, doesClientWantWorkDone }) => {
    const isOptional = sentOf({ workOrderId, uniqueDocumentId })?.optional.isOptional ?? isOptionalNow;
    return { workOrderId, optional: { isOptional, doesClientWantWorkDone } };
  });
}

function isOfOwnDocument(organizationId: Id): SQL | undefined {
  return and(eq(workOrders.organizationId, organizationId), pageVisibleToClients(uniqueDocuments));
}

const NEWEST_FIRST = [desc(workOrders.createdAt), desc(workOrders.workOrderId)];

/** Work orders as clients see them. */
export async function findWorkOrders(
  reader: DbOrTx,
  { where, orderBy = NEWEST_FIRST }: Pick<ListSelection, "where"> & Partial<ListSelection>,
): Promise<ShownWorkOrder[]> {
  const rows = await reader
    .select({ workOrder: workOrders, documentStatus: uniqueDocuments.status })
    .from(workOrders)
    .leftJoin(uniqueDocuments, linkedShownDocument())
    .leftJoin(invoices, linkedInvoice())
    .where(where)
    .orderBy(...orderBy);
  const found = rows.map(({ workOrder }) => workOrder);
  const productsOf = await selectProducts(reader, found);
  const sentOf = await findSent(reader, found);
  return rows.map(({ workOrder, documentStatus }) => {
    const sent = sentOf(workOrder);
    const shown = presentShown(workOrder, productsOf(workOrder), { documentStatus, sent });
    return { ...shown, description: sanitiseHtml(shown.description) };
  });
}

type Placed = Pick<WorkOrderRow, "workOrderId" | "uniqueDocumentId">;

/** Finds work orders as the newest versions of their documents have them. */
async function findSent(
  reader: DbOrTx,
  of: readonly Placed[],
): Promise<(workOrder: Placed) => QuotedWorkOrder | undefined> {
  const documentIds = of.flatMap(({ uniqueDocumentId }) => uniqueDocumentId ?? []);
  const workByDocument = await findSentWork(reader, documentIds);
  const byDocument = new Map(
    [...workByDocument].map(([id, work]) => [
      id,
      new Map(work.workOrders.map((one) => [one.workOrderId, one])),
    ]),
  );
  return ({ workOrderId, uniqueDocumentId }) => byDocument.get(uniqueDocumentId ?? "")?.get(workOrderId);
}

/** The document of a work order: its status, and the work order as the document's newest version has it. */
type OfDocument = { documentStatus: DocumentStatus | null; sent: QuotedWorkOrder | undefined };

/** A work order as it was sent, with its current choice, status and invoice. `documentStatus` is null for no document. */
function presentShown(
  row: WorkOrderRow,
  products: readonly WorkOrderProductRow[],
  { documentStatus, sent }: OfDocument,
): ShownWorkOrder {
  const isAddedLater = documentStatus === "PENDING" && !sent;
  // The draft is one that the client does not know.
  const isInUnseenDraft = documentStatus === null && row.uniqueDocumentId !== null;
  const isUnsent = documentStatus === "DRAFT" || isInUnseenDraft || isAddedLater;
  const shown = { ...presentWorkOrder(row, products), ...sent };
  const isOptional = shown.optional.isOptional && !isAddedLater;
  return {
    ...shown,
    ...(documentStatus === null && { uniqueDocument: NO_PROPOSAL }),
    optional: { isOptional, doesClientWantWorkDone: row.doesClientWantWorkDone },
    ...(isInUnseenDraft && row.sentName !== null && { name: row.sentName }),
    ...(isUnsent && { description: "" }),
    ...((isUnsent || row.hidesLines) && { products: [] }),
    ...((isUnsent || row.hidesPrices) && { discountPercent: null, discountName: null }),
  };
}
