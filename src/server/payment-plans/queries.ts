import { and, asc, eq, ne } from "drizzle-orm";
import { exact, roundToCents } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { PlannedInvoice } from "#domain/invoices/invoice-of-plan.ts";
import type { ManagedPlanPart } from "#domain/payment-plans/managed-plan.ts";
import { planAmounts } from "#domain/payment-plans/plan-amounts.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { documentDecisions } from "../schema/document-versions.ts";
import { invoices } from "../schema/documents.ts";
import { paymentPlanParts } from "../schema/payment-plans.ts";

export type PlanPartRow = typeof paymentPlanParts.$inferSelect;

export async function findPlanParts(reader: DbOrTx, uniqueDocumentId: Id): Promise<PlanPartRow[]> {
  return reader
    .select()
    .from(paymentPlanParts)
    .where(eq(paymentPlanParts.uniqueDocumentId, uniqueDocumentId))
    .orderBy(asc(paymentPlanParts.position));
}

/** The payment plan of a document as the company follows it; empty if it has none or is not accepted. */
export async function getPaymentPlan(reader: DbOrTx, uniqueDocumentId: Id): Promise<ManagedPlanPart[]> {
  const rows = await reader
    .select({ part: paymentPlanParts, invoice: invoices, totalCost: documentDecisions.totalCost })
    .from(paymentPlanParts)
    .innerJoin(documentDecisions, eq(documentDecisions.uniqueDocumentId, paymentPlanParts.uniqueDocumentId))
    .leftJoin(invoices, eq(invoices.invoiceId, paymentPlanParts.invoiceId))
    .where(eq(paymentPlanParts.uniqueDocumentId, uniqueDocumentId))
    .orderBy(asc(paymentPlanParts.position));
  const percents = rows.map(({ part }) => Number(part.percent));
  const amounts = planAmounts(roundToCents(exact(rows[0]?.totalCost)), percents);
  return rows.map(({ part, invoice }, index) => ({
    position: part.position,
    name: part.name,
    percent: Number(part.percent),
    due: part.due,
    day: part.day,
    amount: amounts[index] ?? "0.00",
    isWaiting: part.preparedAt === null,
    invoice: invoice && {
      invoiceId: invoice.invoiceId,
      externalId: invoice.externalId,
      invoiceStatus: invoice.invoiceStatus,
      issuedAt: invoice.issuedAt?.toISOString() ?? null,
    },
  }));
}

/** The invoices of parts of a document, without cancelled ones. Lock the document first. */
export async function findPlannedInvoices(tx: Tx, uniqueDocumentId: Id): Promise<PlannedInvoice[]> {
  const { percent, gst, total } = invoices;
  const rows = await tx
    .select({ percent, gst, total, part: paymentPlanParts.position })
    .from(invoices)
    .leftJoin(paymentPlanParts, eq(paymentPlanParts.invoiceId, invoices.invoiceId))
    .where(and(eq(invoices.uniqueDocumentId, uniqueDocumentId), ne(invoices.invoiceStatus, "CANCELLED")))
    .orderBy(asc(invoices.createdAt), asc(invoices.invoiceId));
  return rows.map(({ part, ...row }) => ({
    part,
    percent: Number(row.percent),
    gst: row.gst ?? "0",
    total: row.total ?? "0",
  }));
}
