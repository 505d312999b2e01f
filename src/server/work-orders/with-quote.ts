import type { Id } from "#domain/id.ts";
import { quoteOfWorkOrder } from "#domain/pricing/quote-of-work-order.ts";
import {
  type DetailedWorkOrder,
  type LinkedWorkOrder,
  NO_PROPOSAL,
  type WorkOrderQuote,
} from "#domain/work-orders/work-order.ts";
import type { DbOrTx } from "../db/database.ts";
import { readContent } from "../documents/content.ts";
import { findProducts } from "../documents/find-work.ts";
import { findDecision, findSentWork, findShownDocument } from "../documents/queries.ts";

/** A work order with what clients see of its lines and its price. A draft's work order has neither. */
export async function withQuote(
  reader: DbOrTx,
  organizationId: Id,
  workOrder: LinkedWorkOrder,
): Promise<DetailedWorkOrder> {
  const { uniqueDocument: uniqueDocumentId, workOrderId } = workOrder;
  const document =
    uniqueDocumentId === NO_PROPOSAL
      ? null
      : await findShownDocument(reader, organizationId, { uniqueDocumentId });
  if (document?.status === "DRAFT") return { ...workOrder, quote: null };
  const decision = document && (await findDecision(reader, uniqueDocumentId));
  const content = document && (await readContent(reader, document, decision));
  const quote = content && quoteOfWorkOrder(content.page, workOrderId);
  return { ...workOrder, quote: quote ?? (await readUnquoted(reader, workOrder)) };
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
