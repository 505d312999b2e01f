import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { quotedWorkOrders } from "#domain/page/blocks/work-orders.ts";
import { workOrdersBlocks } from "#domain/page/quoted-work.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { readContent } from "../documents/content.ts";
import { findDecision, findDocument } from "../documents/queries.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { workOrders } from "../schema/work-orders.ts";
import type { InvoiceRow } from "./queries.ts";

/** Makes an invoice the one that its document and the accepted work name: the newest. Lock the document first. */
export async function linkInvoice(
  tx: Tx,
  { invoiceId, organizationId, uniqueDocumentId }: InvoiceRow,
): Promise<void> {
  if (uniqueDocumentId === null) return;
  await tx
    .update(uniqueDocuments)
    .set({ invoiceId })
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  await tx
    .update(workOrders)
    .set({ invoiceId })
    .where(
      and(
        eq(workOrders.uniqueDocumentId, uniqueDocumentId),
        isAnyOf(workOrders.workOrderId, await findAcceptedWork(tx, organizationId, uniqueDocumentId)),
      ),
    );
}

async function findAcceptedWork(tx: Tx, organizationId: Id, uniqueDocumentId: Id): Promise<Id[]> {
  const document = await findDocument(tx, organizationId, { uniqueDocumentId });
  const decision = await findDecision(tx, uniqueDocumentId);
  if (!document || !decision) return [];
  const { page } = await readContent(tx, document, decision);
  return workOrdersBlocks(page).flatMap(({ props }) =>
    quotedWorkOrders(props.workOrderData).flatMap(({ workOrderId, workOrder }) =>
      workOrder && isIncluded(workOrder) ? [workOrderId] : [],
    ),
  );
}

/** Lets documents and work that name a cancelled invoice name another one, or none. */
export async function relinkInvoice(tx: Tx, from: Id, to: Id | null): Promise<void> {
  await tx.update(uniqueDocuments).set({ invoiceId: to }).where(eq(uniqueDocuments.invoiceId, from));
  await tx.update(workOrders).set({ invoiceId: to }).where(eq(workOrders.invoiceId, from));
}
