import { and, asc, desc, eq, inArray, isNotNull, ne, or, type SQL } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { LinkedWorkOrder, ShownWorkOrder, WorkOrder } from "#domain/work-orders/work-order.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { invoices } from "../invoices/tables.ts";
import type { Slice } from "../lists/read-list.ts";
import { isVisibleToEverybody } from "../public-view/queries.ts";
import { documentSharings } from "../public-view/tables.ts";
import { presentShown, presentWorkOrder, type WorkOrderProductRow, type WorkOrderRow } from "./present.ts";
import { workOrderProducts, workOrders } from "./tables.ts";

/** The work orders of a list as clients see them. */
export function findWorkOrders(reader: Reader, { where, orderBy }: Slice): Promise<ShownWorkOrder[]> {
  return selectShown(reader, where, orderBy);
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
): Promise<ShownWorkOrder | null> {
  const found = await selectShown(
    reader,
    and(eq(workOrders.organizationId, organizationId), eq(workOrders.workOrderId, workOrderId)),
  );
  return found[0] ?? null;
}

export async function findWorkOrdersOfInvoice(
  reader: Reader,
  organizationId: Id,
  invoiceId: Id,
): Promise<ShownWorkOrder[]> {
  return selectShown(
    reader,
    and(eq(workOrders.organizationId, organizationId), eq(workOrders.invoiceId, invoiceId)),
  );
}

/** The whole work orders of documents, unordered: each page defines its own order, and hides what it hides. */
export async function findWorkOrdersOfDocuments(
  reader: Reader,
  organizationId: Id,
  uniqueDocumentIds: readonly Id[],
): Promise<WorkOrder[]> {
  if (uniqueDocumentIds.length === 0) return [];
  const rows = await reader
    .select()
    .from(workOrders)
    .where(
      and(
        eq(workOrders.organizationId, organizationId),
        isAnyOf(workOrders.uniqueDocumentId, uniqueDocumentIds),
      ),
    );
  const productsOf = await selectProducts(reader, rows);
  return rows.map((row) => presentWorkOrder(sanitised(row), productsOf(row)));
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

const NEWEST_FIRST = [desc(workOrders.createdAt), desc(workOrders.workOrderId)];

async function selectShown(
  reader: Reader,
  where: SQL | undefined,
  orderBy: readonly SQL[] = NEWEST_FIRST,
): Promise<ShownWorkOrder[]> {
  const rows = await reader
    .select({ workOrder: workOrders, documentStatus: uniqueDocuments.status })
    .from(workOrders)
    .leftJoin(uniqueDocuments, linkedDocument())
    .leftJoin(invoices, linkedInvoice())
    .where(where)
    .orderBy(...orderBy);
  const productsOf = await selectProducts(
    reader,
    rows.map(({ workOrder }) => workOrder),
  );
  return rows.map(({ workOrder, documentStatus }) =>
    presentShown(sanitised(workOrder), productsOf(workOrder), documentStatus),
  );
}

function sanitised(row: WorkOrderRow): WorkOrderRow {
  return { ...row, description: sanitiseHtml(row.description) };
}

type ProductsOf = (workOrder: Pick<WorkOrderRow, "workOrderId">) => WorkOrderProductRow[];

async function selectProducts(reader: Reader, of: readonly WorkOrderRow[]): Promise<ProductsOf> {
  if (of.length === 0) return () => [];
  const ids = of.map(({ workOrderId }) => workOrderId);
  const rows = await reader
    .select()
    .from(workOrderProducts)
    .where(isAnyOf(workOrderProducts.workOrderId, ids))
    .orderBy(asc(workOrderProducts.workOrderId), asc(workOrderProducts.position));
  const byWorkOrder = Map.groupBy(rows, (row) => row.workOrderId);
  return ({ workOrderId }) => byWorkOrder.get(workOrderId) ?? [];
}
