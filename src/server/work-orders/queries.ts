import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { WorkOrder } from "#domain/work-orders/work-order.ts";
import type { Reader } from "../db/database.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { presentWorkOrder, type WorkOrderProductRow } from "./present.ts";
import { workOrderProducts, workOrders } from "./tables.ts";

export async function findWorkOrders(reader: Reader, organizationId: Id): Promise<WorkOrder[]> {
  return select(reader, eq(workOrders.organizationId, organizationId));
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

/** The work orders of a document, in no order of their own: the page says in which order it shows them. */
export async function findWorkOrdersOfDocument(
  reader: Reader,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<WorkOrder[]> {
  return select(
    reader,
    and(eq(workOrders.organizationId, organizationId), eq(workOrders.uniqueDocumentId, uniqueDocumentId)),
  );
}

/** The choices on those of the given work orders that the organization may see: none of a draft's. */
export async function findChoices(reader: Reader, organizationId: Id, workOrderIds: readonly Id[]) {
  if (workOrderIds.length === 0) return [];
  const rows = await reader
    .select({
      workOrderId: workOrders.workOrderId,
      isOptional: workOrders.isOptional,
      doesClientWantWorkDone: workOrders.doesClientWantWorkDone,
    })
    .from(workOrders)
    .leftJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, workOrders.uniqueDocumentId))
    .where(
      and(
        eq(workOrders.organizationId, organizationId),
        inArray(workOrders.workOrderId, [...workOrderIds]),
        or(isNull(uniqueDocuments.status), ne(uniqueDocuments.status, "DRAFT")),
      ),
    );
  return rows.map(({ workOrderId, ...optional }) => ({ workOrderId, optional }));
}

async function select(reader: Reader, where: SQL | undefined): Promise<WorkOrder[]> {
  const rows = await reader
    .select()
    .from(workOrders)
    .where(where)
    .orderBy(desc(workOrders.createdAt), workOrders.workOrderId);
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
    .where(inArray(workOrderProducts.workOrderId, workOrderIds))
    .orderBy(asc(workOrderProducts.workOrderId), asc(workOrderProducts.position));
  return Map.groupBy(rows, (row) => row.workOrderId);
}
