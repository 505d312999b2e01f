import { and, asc, desc, eq, inArray, isNotNull, ne, or, type SQL } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { LinkedWorkOrder, WorkOrder } from "#domain/work-orders/work-order.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { invoices } from "../invoices/tables.ts";
import type { Slice } from "../lists/read-list.ts";
import { isVisibleToEverybody } from "../public-view/queries.ts";
import { documentSharings } from "../public-view/tables.ts";
import { presentWorkOrder, type WorkOrderProductRow, type WorkOrderRow } from "./present.ts";
import { workOrderProducts, workOrders } from "./tables.ts";

export async function findWorkOrders(reader: Reader, { where, orderBy }: Slice): Promise<WorkOrder[]> {
  const rows = await reader
    .select({ workOrder: workOrders })
    .from(workOrders)
    .leftJoin(uniqueDocuments, linkedDocument())
    .leftJoin(invoices, linkedInvoice())
    .where(where)
    .orderBy(...orderBy);
  return present(
    reader,
    rows.map(({ workOrder }) => workOrder),
  );
}

type LinkedNames = NonNullable<LinkedWorkOrder["linkedNames"]>;

/** The names of the documents and invoices of an organization's work orders. */
export async function findLinkedNames(
  reader: Reader,
  organizationId: Id,
  workOrderIds: readonly Id[],
): Promise<Map<Id, LinkedNames>> {
  const rows = await reader
    .select({
      workOrderId: workOrders.workOrderId,
      uniqueDocument: uniqueDocuments.name,
      invoice: invoices.name,
    })
    .from(workOrders)
    .leftJoin(uniqueDocuments, linkedDocument())
    .leftJoin(invoices, linkedInvoice())
    .where(and(eq(workOrders.organizationId, organizationId), isAnyOf(workOrders.workOrderId, workOrderIds)));
  return new Map(rows.map(({ workOrderId, ...names }) => [workOrderId, names]));
}

/** Joins a work order's document, if both belong to the same organization. */
export function linkedDocument(): SQL | undefined {
  return and(
    eq(uniqueDocuments.uniqueDocumentId, workOrders.uniqueDocumentId),
    eq(uniqueDocuments.organizationId, workOrders.organizationId),
  );
}

/** Joins a work order's invoice, if both belong to the same organization. */
export function linkedInvoice(): SQL | undefined {
  return and(
    eq(invoices.invoiceId, workOrders.invoiceId),
    eq(invoices.organizationId, workOrders.organizationId),
  );
}

export async function findWorkOrder(
  reader: Reader,
  organizationId: Id,
  workOrderId: Id,
): Promise<WorkOrder | null> {
  const found = await select(
    reader,
    and(eq(workOrders.organizationId, organizationId), eq(workOrders.workOrderId, workOrderId)),
  );
  return found[0] ?? null;
}

export async function findWorkOrdersOfInvoice(
  reader: Reader,
  organizationId: Id,
  invoiceId: Id,
): Promise<WorkOrder[]> {
  return select(
    reader,
    and(eq(workOrders.organizationId, organizationId), eq(workOrders.invoiceId, invoiceId)),
  );
}

/** The work orders of documents, unordered: each page defines its own order. */
export async function findWorkOrdersOfDocuments(
  reader: Reader,
  organizationId: Id,
  uniqueDocumentIds: readonly Id[],
): Promise<WorkOrder[]> {
  if (uniqueDocumentIds.length === 0) return [];
  return select(
    reader,
    and(
      eq(workOrders.organizationId, organizationId),
      isAnyOf(workOrders.uniqueDocumentId, uniqueDocumentIds),
    ),
  );
}

/**
 * The choices on work orders whose document the caller may see: their organization's documents, if they act for one,
 * and shared ones. Drafts are left out.
 */
export async function findChoices(
  reader: Reader,
  organizationId: Id | null,
  workOrderIds: readonly Id[],
  now: Date,
) {
  if (workOrderIds.length === 0) return [];
  const rows = await reader
    .select({
      workOrderId: workOrders.workOrderId,
      isOptional: workOrders.isOptional,
      doesClientWantWorkDone: workOrders.doesClientWantWorkDone,
    })
    .from(workOrders)
    .leftJoin(uniqueDocuments, linkedDocument())
    .leftJoin(documentSharings, eq(documentSharings.uniqueDocumentId, workOrders.uniqueDocumentId))
    .where(
      and(
        inArray(workOrders.workOrderId, [...workOrderIds]),
        or(
          organizationId === null ? undefined : isOfOwnDocument(organizationId),
          and(isNotNull(documentSharings.uniqueDocumentId), isVisibleToEverybody(now)),
        ),
      ),
    );
  return rows.map(({ workOrderId, ...optional }) => ({ workOrderId, optional }));
}

function isOfOwnDocument(organizationId: Id): SQL | undefined {
  return and(eq(workOrders.organizationId, organizationId), ne(uniqueDocuments.status, "DRAFT"));
}

async function select(reader: Reader, where: SQL | undefined): Promise<WorkOrder[]> {
  const rows = await reader
    .select()
    .from(workOrders)
    .where(where)
    .orderBy(desc(workOrders.createdAt), desc(workOrders.workOrderId));
  return present(reader, rows);
}

async function present(reader: Reader, rows: readonly WorkOrderRow[]): Promise<WorkOrder[]> {
  const productsByWorkOrder = await selectProducts(
    reader,
    rows.map((row) => row.workOrderId),
  );
  return rows.map((row) =>
    presentWorkOrder(
      { ...row, description: sanitiseHtml(row.description) },
      productsByWorkOrder.get(row.workOrderId) ?? [],
    ),
  );
}

async function selectProducts(reader: Reader, workOrderIds: Id[]): Promise<Map<Id, WorkOrderProductRow[]>> {
  if (workOrderIds.length === 0) return new Map();
  const rows = await reader
    .select()
    .from(workOrderProducts)
    .where(isAnyOf(workOrderProducts.workOrderId, workOrderIds))
    .orderBy(asc(workOrderProducts.workOrderId), asc(workOrderProducts.position));
  return Map.groupBy(rows, (row) => row.workOrderId);
}
