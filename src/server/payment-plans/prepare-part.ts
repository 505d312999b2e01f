import { and, eq } from "drizzle-orm";
import { exact } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import { dueDateAfter } from "#domain/invoices/invoice.ts";
import { invoiceOfPage } from "#domain/invoices/invoice-of-page.ts";
import { invoiceOfPlanPart } from "#domain/invoices/invoice-of-plan.ts";
import { openPercent } from "#domain/invoices/invoice-part.ts";
import { isPreparable, type ManagedPlanPart } from "#domain/payment-plans/managed-plan.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { findOwner } from "../account/find-owner.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { type DocumentRow, lockAnyDocument, publishDocumentChange, todayOf } from "../documents/queries.ts";
import { readIntact } from "../documents/read-intact.ts";
import { insertInvoice, publishInvoiceChange } from "../invoices/insert-invoice.ts";
import { type Notice, notify } from "../notifications/notify.ts";
import { paymentPlanParts } from "../schema/payment-plans.ts";
import { findPlannedInvoices, findPlanParts, getPaymentPlan, type PlanPartRow } from "./queries.ts";

/** Prepares the invoice of a part by hand: before its time, or again after its invoice was cancelled. */
export async function preparePlanPart(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { position }: { position: number },
): Promise<ManagedPlanPart[]> {
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    const document = await lockAnyDocument(tx, uniqueDocumentId);
    const part = (await getPaymentPlan(tx, uniqueDocumentId)).find((one) => one.position === position);
    if (!part) throw new AppError("not-found", "The payment plan of this document has no such payment.");
    if (!isPreparable(part)) throw PREPARED;
    const reserved = (await findPlanParts(tx, uniqueDocumentId)).filter(
      (one) => one.preparedAt === null && one.position !== position,
    );
    if (!(await prepare(opened, deps, document, position, reserved))) throw INVOICED;
    return getPaymentPlan(tx, uniqueDocumentId);
  });
}

const PREPARED = conflict(
  "prepared",
  "The invoice of this payment has been prepared already. Nothing was changed.",
);

const INVOICED = conflict(
  "too-much",
  "Other invoices and the payments that wait leave too little of the document. Nothing was prepared. Cancel one of its invoices first.",
);

export type WaitingPart = Pick<PlanPartRow, "uniqueDocumentId" | "position">;

/** Prepares the invoice of a part that waits. Another job or an editor may have prepared it in the meantime. */
export async function prepareWaiting(
  opened: Change,
  deps: Deps,
  { uniqueDocumentId, position }: WaitingPart,
): Promise<void> {
  const { tx, at } = opened;
  const document = await lockAnyDocument(tx, uniqueDocumentId);
  const parts = await findPlanParts(tx, uniqueDocumentId);
  const part = parts.find((one) => one.position === position);
  if (!part || part.preparedAt !== null) return;
  if (await prepare(opened, deps, document, position)) return;
  await tx.update(paymentPlanParts).set({ preparedAt: at }).where(isPart(part));
  await notifyOwner(opened, deps, document, {
    message: `The invoice of “${part.name.slice(0, 80)}” wasn't prepared, because other invoices leave too little of ${document.name.slice(0, 100)}`,
    link: `/admin/documents/${encodeURIComponent(uniqueDocumentId)}`,
    event: `plan.not-prepared:${uniqueDocumentId}:${position}`,
  });
  await publishDocumentChange(tx, deps, document);
}

/**
 * Inserts the draft invoice of a part of a locked document. Returns false if other invoices and the `reserved` parts
 * leave too little.
 */
async function prepare(
  opened: Change,
  deps: Deps,
  document: DocumentRow,
  position: number,
  reserved: readonly PlanPartRow[] = [],
): Promise<boolean> {
  const { tx, at } = opened;
  const { uniqueDocumentId, organizationId, name, externalId } = document;
  const parts = await findPlanParts(tx, uniqueDocumentId);
  const index = parts.findIndex((one) => one.position === position);
  const part = parts[index];
  const { decision, content } = await readIntact(deps, tx, document);
  if (!part || decision?.decision !== "APPROVED")
    throw new Error(`${uniqueDocumentId} has no accepted plan.`);
  const others = await findPlannedInvoices(tx, uniqueDocumentId);
  const percent = Number(part.percent);
  const taken = [...others, ...reserved.map((one) => ({ percent: Number(one.percent) }))];
  if (exact(openPercent(taken)).lt(percent)) return false;
  const percents = parts.map((one) => Number(one.percent));
  const whole = invoiceOfPage(content.page);
  const invoice = await insertInvoice(opened, deps, {
    organizationId,
    uniqueDocumentId,
    dueDate: dueDateAfter(todayOf(deps, at), deps.settings.now().defaultDueDays),
    amounts: invoiceOfPlanPart(whole, percents, index, others, `${name} (${externalId})`),
    name: `${name.slice(0, 100)}: ${part.name.slice(0, 80)} (${percent}%)`,
    percent: String(percent),
    invoiceStatus: "UNPAID",
    xeroLink: null,
  });
  const { invoiceId } = invoice;
  await tx.update(paymentPlanParts).set({ preparedAt: at, invoiceId }).where(isPart(part));
  await notifyOwner(opened, deps, document, {
    message: `Invoice ${invoice.externalId} is prepared and can be issued: ${invoice.name}`,
    link: `/admin/invoices/${encodeURIComponent(invoiceId)}`,
    event: `invoice.prepared:${invoiceId}`,
  });
  await publishInvoiceChange(tx, deps, invoice);
  await publishDocumentChange(tx, deps, document);
  return true;
}

/** Begins the events of parts whose work is archived. */
export const OF_MISSING_WORK = "plan.archived:";

/** Notifies who looks after a document that a part waits for work that will never be done. */
export async function warnOfMissingWork(
  opened: Change,
  deps: Deps,
  { uniqueDocumentId, position }: WaitingPart,
): Promise<void> {
  const document = await lockAnyDocument(opened.tx, uniqueDocumentId);
  const part = (await findPlanParts(opened.tx, uniqueDocumentId)).find((one) => one.position === position);
  if (!part || part.preparedAt !== null) return;
  await notifyOwner(opened, deps, document, {
    message: `“${part.name.slice(0, 80)}” of ${document.name.slice(0, 100)} waits for work that is archived or wasn't chosen. Prepare its invoice yourself.`,
    link: `/admin/documents/${encodeURIComponent(uniqueDocumentId)}`,
    event: `${OF_MISSING_WORK}${uniqueDocumentId}:${position}`,
  });
}

/** Notifies who looks after a document, or else the company. */
async function notifyOwner({ tx }: Change, deps: Deps, document: DocumentRow, notice: Notice): Promise<void> {
  const owner = await findOwner(tx, document);
  await notify(tx, deps, owner ? { person: owner.userProfileId } : { company: true }, notice);
}

function isPart({ uniqueDocumentId, position }: PlanPartRow) {
  return and(
    eq(paymentPlanParts.uniqueDocumentId, uniqueDocumentId),
    eq(paymentPlanParts.position, position),
  );
}
