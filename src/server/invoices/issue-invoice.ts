import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import type { Id } from "#domain/id.ts";
import { invoiceAsRead, type ManagedInvoice } from "#domain/invoices/managed-invoice.ts";
import { quotedWorkOrders } from "#domain/page/blocks/work-orders.ts";
import { workOrdersBlocks } from "#domain/page/quoted-work.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict, conflictError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { readContent } from "../documents/content.ts";
import { findDecision, findDocument, todayOf, updateDocument } from "../documents/queries.ts";
import { notify } from "../notifications/notify.ts";
import { isAsRead } from "../record-version.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findTerms, getManagedInvoice, lockInvoice } from "./admin-queries.ts";
import { publishInvoiceChange } from "./insert-invoice.ts";
import { readInvoiceEvidence } from "./invoice-evidence.ts";
import { composeInvoiceMail } from "./invoice-mail.ts";
import { mailMembers } from "./mail-members.ts";
import { findBuyer, type InvoiceRow } from "./queries.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.job.ts";

type Body = z.output<(typeof calls.issueInvoice)["body"]>;

/** Shows an invoice to its client, as the editor read it. One that is issued already stays as it is. */
export async function issueInvoice(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  { linesVersion, xeroLink, ...read }: Body,
): Promise<ManagedInvoice> {
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    const invoice = await lockInvoice(tx, invoiceId);
    if (invoice.issuedAt === null) {
      if (invoice.invoiceStatus === "CANCELLED") throw CANCELLED;
      const now = await getManagedInvoice(tx, deps, invoiceId);
      const areLinesRead = read.asRead !== undefined || linesVersion === now.linesVersion;
      if (!areLinesRead || !isAsRead(read, now, invoiceAsRead(now)))
        throw conflictError("this invoice", {
          recordVersion: now.recordVersion,
          linesVersion: now.linesVersion,
        });
      if (hasRunOut(deps, invoice, opened.at)) throw PAST_DUE;
      await issue(opened, deps, xeroLink === undefined ? invoice : { ...invoice, xeroLink });
      await publishInvoiceChange(tx, deps, { ...invoice, issuedAt: opened.at });
    }
    return getManagedInvoice(tx, deps, invoiceId);
  });
}

/** Whether the due date of a draft has passed since it was made. One that was typed with an earlier date keeps it. */
function hasRunOut(deps: Deps, { dueDate, createdAt }: InvoiceRow, at: Date): boolean {
  return dueDate !== null && dueDate < todayOf(deps, at) && dueDate >= todayOf(deps, createdAt);
}

/** Issues a locked invoice: the client sees it, is told, and its PDF is made. */
export async function issue(
  { tx, at, record, attest }: Change,
  deps: Deps,
  invoice: InvoiceRow,
): Promise<void> {
  const { invoiceId, organizationId, externalId, total, xeroLink } = invoice;
  const buyer = await findBuyer(tx, organizationId);
  const issued = { issuedAt: at, buyer, xeroLink, ...(await findTerms(tx, deps, invoice)) };
  await tx
    .update(invoices)
    .set({ ...issued, updatedAt: at })
    .where(eq(invoices.invoiceId, invoiceId));
  await linkInvoice(tx, invoice);
  await record({
    action: "invoice.issue",
    subjectId: invoiceId,
    organizationId,
    details: { externalId, total, dueDate: invoice.dueDate },
  });
  await announce(tx, deps, { ...invoice, ...issued });
  await deps.queue.enqueue(tx, renderInvoicePdf, { invoiceId });
  await attest(await readInvoiceEvidence(tx, "invoice.issue", { ...invoice, ...issued }));
}

async function announce(tx: Tx, deps: Deps, invoice: InvoiceRow): Promise<void> {
  const { invoiceId, organizationId, externalId, name } = invoice;
  const event = `invoice.issued:${invoiceId}`;
  const link = `/invoices/${encodeURIComponent(invoiceId)}`;
  const message = `Invoice ${externalId} is here: ${name}`;
  await notify(tx, deps, { organization: organizationId }, { message, link, event });
  const mail = composeInvoiceMail(deps.settings.now(), deps.env.publicUrl, invoice);
  await mailMembers(tx, deps, invoice, mail, { event });
}

const PAST_DUE = conflict("past-due", "Its due date has passed. Change it first.");

const CANCELLED = conflict("cancelled", "This invoice is cancelled, so it wasn't issued.");

/** Makes an invoice the one that its document and the accepted work name: the newest. Lock the document first. */
export async function linkInvoice(
  tx: Tx,
  { invoiceId, organizationId, uniqueDocumentId }: InvoiceRow,
): Promise<void> {
  if (uniqueDocumentId === null) return;
  await updateDocument(tx, uniqueDocumentId, { invoiceId });
  const isAccepted = isAnyOf(
    workOrders.workOrderId,
    await findAcceptedWork(tx, organizationId, uniqueDocumentId),
  );
  await tx
    .update(workOrders)
    .set({ invoiceId })
    .where(and(eq(workOrders.uniqueDocumentId, uniqueDocumentId), isAccepted));
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
