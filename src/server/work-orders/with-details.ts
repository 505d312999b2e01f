import { and, eq } from "drizzle-orm";
import { statusOn } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { quoteOfWorkOrder } from "#domain/pricing/quote-of-work-order.ts";
import {
  type DetailedWorkOrder,
  type DocumentOfWork,
  InvoiceOfWork,
  type LinkedWorkOrder,
  NO_PROPOSAL,
  type WorkOrderQuote,
  WorkOrderStatus,
  type WorkProgress,
} from "#domain/work-orders/work-order.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { readContent } from "../documents/content.ts";
import { findProducts } from "../documents/find-work.ts";
import {
  type DocumentRow,
  findDecision,
  findSentWork,
  findShownDocument,
  pricesOf,
  todayOf,
} from "../documents/queries.ts";
import { presentInvoice } from "../invoices/queries.ts";
import { invoices, invoiceVisibleToClients } from "../schema/documents.ts";
import { workOrders } from "../schema/work-orders.ts";

/** A work order with its lines and price as clients see them, its progress, document and invoice. */
export async function withDetails(
  deps: Pick<Deps, "db" | "clock" | "settings">,
  organizationId: Id,
  workOrder: LinkedWorkOrder,
): Promise<DetailedWorkOrder> {
  const { db } = deps;
  const { uniqueDocument: uniqueDocumentId } = workOrder;
  const document =
    uniqueDocumentId === NO_PROPOSAL
      ? null
      : await findShownDocument(db, organizationId, { uniqueDocumentId });
  return {
    ...workOrder,
    quote: await findQuote(db, workOrder, document),
    progress: await findProgress(db, workOrder.workOrderId),
    documentOfWork: document && presentDocumentOfWork(document, todayOf(deps, deps.clock())),
    invoiceOfWork: await findInvoiceOfWork(db, organizationId, workOrder.invoice),
  };
}

/** A draft's work order has neither lines nor a price. */
async function findQuote(
  reader: DbOrTx,
  workOrder: LinkedWorkOrder,
  document: DocumentRow | null,
): Promise<WorkOrderQuote | null> {
  if (document?.status === "DRAFT") return null;
  const decision = document && (await findDecision(reader, document.uniqueDocumentId));
  const content = document && (await readContent(reader, document, decision));
  const quote = content && quoteOfWorkOrder(content.page, workOrder.workOrderId);
  return quote ?? readUnquoted(reader, workOrder);
}

/** No page prices this work, so that only its quantities are known. */
async function readUnquoted(
  reader: DbOrTx,
  { uniqueDocument, products }: LinkedWorkOrder,
): Promise<WorkOrderQuote> {
  const ids = products.map(({ productId }) => productId);
  const sent = (await findSentWork(reader, [uniqueDocument])).get(uniqueDocument);
  const known = sent?.products ?? (await findProducts(reader, ids));
  const byId = new Map(known.map((product) => [product.productId, product]));
  const lines = products.map(({ productId, total }) => {
    const { productName = null, productUnit = null } = byId.get(productId) ?? {};
    return { productName, productUnit, total, rate: null, amount: null };
  });
  return { lines, price: null };
}

/** When the work came to its statuses, in the order of a work order's life. */
async function findProgress(reader: DbOrTx, workOrderId: Id): Promise<WorkProgress> {
  const [found] = await reader
    .select({ reachedAt: workOrders.reachedAt })
    .from(workOrders)
    .where(eq(workOrders.workOrderId, workOrderId));
  return WorkOrderStatus.options.flatMap((status) => {
    const at = found?.reachedAt[status];
    return at === undefined ? [] : [{ status, at }];
  });
}

function presentDocumentOfWork(document: DocumentRow, today: string): DocumentOfWork {
  const { externalId, documentType } = document;
  return { externalId, documentType, ...statusOn(document, today), ...pricesOf(document) };
}

async function findInvoiceOfWork(
  reader: DbOrTx,
  organizationId: Id,
  invoiceId: LinkedWorkOrder["invoice"],
): Promise<InvoiceOfWork | null> {
  if (invoiceId === NO_INVOICE) return null;
  const [row] = await reader
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        eq(invoices.invoiceId, invoiceId),
        invoiceVisibleToClients(invoices),
      ),
    );
  return row ? InvoiceOfWork.strip().parse(presentInvoice(row)) : null;
}
