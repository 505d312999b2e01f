import { and, asc, desc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import { exact, roundToCents } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { InvoicedPart } from "#domain/invoices/invoice-part.ts";
import type { InvoiceableDocument, InvoiceCard, ManagedInvoice } from "#domain/invoices/managed-invoice.ts";
import type { ManagedPayment } from "#domain/invoices/payment.ts";
import { referenceOf } from "#domain/invoices/payment-terms.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import { nameOf } from "../activity/who-and-what.ts";
import { contains } from "../db/comparable-sql.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { lockDocument } from "../documents/queries.ts";
import type { ListSelection } from "../lists/read-list.ts";
import { lettersWithoutFont, shownTexts } from "../pdf/script-fonts.ts";
import { userProfiles } from "../schema/account.ts";
import { documentDecisions } from "../schema/document-versions.ts";
import { invoicePayments, invoices, invoiceVisibleToClients, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { paymentPlanParts } from "../schema/payment-plans.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findSettingsRow } from "../settings/queries.ts";
import {
  buyerNamed,
  findAmounts,
  findBuyer,
  INVOICE_NOT_FOUND,
  type InvoiceRow,
  linkToPdf,
  presentInvoice,
  toCents,
} from "./queries.ts";

/** The invoices of a list of the company. */
export async function findListedInvoices(
  reader: DbOrTx,
  { where, orderBy }: ListSelection,
): Promise<InvoiceCard[]> {
  const rows = await reader
    .select({ invoice: invoices, organizationName: organizations.organizationName })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.organizationId, invoices.organizationId))
    .where(where)
    .orderBy(...orderBy);
  return rows.map(({ invoice, organizationName }) => presentInvoiceCard(invoice, organizationName));
}

function presentInvoiceCard(row: InvoiceRow, organizationName: string): InvoiceCard {
  return {
    ...presentInvoice(row),
    organizationName,
    issuedAt: row.issuedAt?.toISOString() ?? null,
  };
}

/** One invoice of any organization. Throws AppError "not-found". */
export async function getManagedInvoice(
  reader: DbOrTx,
  deps: Pick<Deps, "links" | "clock" | "env">,
  invoiceId: Id,
): Promise<ManagedInvoice> {
  const [found] = await reader
    .select({
      invoice: invoices,
      organizationName: organizations.organizationName,
      document: { name: uniqueDocuments.name, externalId: uniqueDocuments.externalId },
    })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.organizationId, invoices.organizationId))
    .leftJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, invoices.uniqueDocumentId))
    .where(eq(invoices.invoiceId, invoiceId));
  if (!found) throw INVOICE_NOT_FOUND;
  const { invoice, organizationName, document } = found;
  const { uniqueDocumentId, percent } = invoice;
  const amounts = await findAmounts(reader, invoice);
  const buyer =
    invoice.issuedAt === null
      ? await findBuyer(reader, invoice.organizationId)
      : (invoice.buyer ?? buyerNamed(organizationName));
  const printed = [invoice.externalId, invoice.name, buyer.name, buyer.address, amounts?.lines];
  const isDraft = invoice.issuedAt === null && amounts !== null;
  return {
    ...presentInvoiceCard(invoice, organizationName),
    amounts,
    buyer,
    lettersWithoutFont: isDraft ? await lettersWithoutFont(shownTexts(printed).join(" ")) : [],
    uri: linkToPdf(deps, invoice),
    recordVersion: invoice.recordVersion,
    linesVersion: invoice.linesVersion,
    ...(invoice.issuedAt === null
      ? await findTerms(reader, deps, invoice)
      : { terms: invoice.terms, reference: invoice.reference ?? invoice.externalId }),
    payments: await findManagedPayments(reader, invoiceId),
    part: uniqueDocumentId && document ? { uniqueDocumentId, ...document, percent: Number(percent) } : null,
  };
}

/** The terms and the reference of an invoice that is issued now. */
export async function findTerms(
  reader: DbOrTx,
  deps: Pick<Deps, "env">,
  { externalId }: Pick<InvoiceRow, "externalId">,
): Promise<{ terms: string | null; reference: string }> {
  const settings = await findSettingsRow(reader, deps);
  return { terms: settings.paymentTerms, reference: referenceOf(settings, externalId) };
}

/** The payments of an invoice with those who recorded them, the first paid first. */
async function findManagedPayments(reader: DbOrTx, of: Id): Promise<ManagedPayment[]> {
  const { paymentId, invoiceId, paidOn, amount, reference, recordedAt } = invoicePayments;
  const rows = await reader
    .select({ paymentId, paidOn, amount, reference, recordedAt, recordedBy: nameOf(userProfiles) })
    .from(invoicePayments)
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, invoicePayments.recordedBy))
    .where(eq(invoiceId, of))
    .orderBy(asc(paidOn), asc(paymentId));
  return rows.map((row) => ({
    ...row,
    amount: toCents(row.amount),
    recordedAt: row.recordedAt.toISOString(),
  }));
}

/** Reads and locks an invoice, and before it the document that it invoices a part of, like every change of both. */
export async function lockInvoice(tx: Tx, invoiceId: Id): Promise<InvoiceRow> {
  const isThis = eq(invoices.invoiceId, invoiceId);
  const [seen] = await tx.select().from(invoices).where(isThis);
  if (seen && seen.uniqueDocumentId !== null) {
    await lockDocument(tx, seen.organizationId, seen.uniqueDocumentId);
  }
  const [row] = await tx.select().from(invoices).where(isThis).for("update");
  if (!row) throw INVOICE_NOT_FOUND;
  return row;
}

/** The invoices of parts of a document, without cancelled ones. Lock the document first. */
export async function findParts(tx: Tx, uniqueDocumentId: Id): Promise<InvoicedPart[]> {
  const { percent, gst, total } = invoices;
  const rows = await tx
    .select({ percent, gst, total })
    .from(invoices)
    .where(and(eq(invoices.uniqueDocumentId, uniqueDocumentId), isNotCancelled()))
    .orderBy(asc(invoices.createdAt), asc(invoices.invoiceId));
  return rows.map((row) => ({ percent: Number(row.percent), gst: row.gst ?? "0", total: row.total ?? "0" }));
}

/** The parts of a document that its payment plan still invoices by itself. */
export async function findPlannedPercents(tx: Tx, uniqueDocumentId: Id): Promise<{ percent: number }[]> {
  const { percent, preparedAt } = paymentPlanParts;
  const rows = await tx
    .select({ percent })
    .from(paymentPlanParts)
    .where(and(eq(paymentPlanParts.uniqueDocumentId, uniqueDocumentId), isNull(preparedAt)));
  return rows.map((row) => ({ percent: Number(row.percent) }));
}

/** The newest invoice of a document that its client sees and that is not cancelled. */
export async function findNewestPart(tx: Tx, uniqueDocumentId: Id): Promise<Id | null> {
  const [row] = await tx
    .select({ invoiceId: invoices.invoiceId })
    .from(invoices)
    .where(
      and(
        eq(invoices.uniqueDocumentId, uniqueDocumentId),
        isNotCancelled(),
        invoiceVisibleToClients(invoices),
      ),
    )
    .orderBy(desc(invoices.issuedAt), desc(invoices.invoiceId))
    .limit(1);
  return row?.invoiceId ?? null;
}

function isNotCancelled(): SQL {
  return ne(invoices.invoiceStatus, "CANCELLED");
}

const MAX = 50;

/** Accepted documents with a part that no invoice asks for yet, the last accepted first. */
export async function findInvoiceable(
  reader: DbOrTx,
  { q, uniqueDocumentId, organizationId }: z.output<typeof calls.listInvoiceableDocuments.query>,
): Promise<InvoiceableDocument[]> {
  const invoiced = sql<string>`coalesce((select sum(${invoices.percent}) from ${invoices} where ${and(
    eq(invoices.uniqueDocumentId, uniqueDocuments.uniqueDocumentId),
    isNotCancelled(),
  )}), 0) + coalesce((select sum(${paymentPlanParts.percent}) from ${paymentPlanParts} where ${and(
    eq(paymentPlanParts.uniqueDocumentId, uniqueDocuments.uniqueDocumentId),
    isNull(paymentPlanParts.preparedAt),
  )}), 0)`;
  const rows = await reader
    .select({
      uniqueDocumentId: uniqueDocuments.uniqueDocumentId,
      organizationId: uniqueDocuments.organizationId,
      organizationName: organizations.organizationName,
      externalId: uniqueDocuments.externalId,
      name: uniqueDocuments.name,
      acceptedAt: documentDecisions.decidedAt,
      total: sql<string>`${documentDecisions.totalCost}`,
      openPercent: sql<string>`100 - (${invoiced})`,
      otherInvoices: numbersOfOthers(),
    })
    .from(documentDecisions)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, documentDecisions.uniqueDocumentId))
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(
      and(
        eq(documentDecisions.decision, "APPROVED"),
        gt(documentDecisions.totalCost, "0"),
        sql`(${invoiced}) < 100`,
        uniqueDocumentId === undefined ? undefined : eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId),
        organizationId === undefined ? undefined : eq(uniqueDocuments.organizationId, organizationId),
        q === undefined ? undefined : containing(q),
      ),
    )
    .orderBy(desc(documentDecisions.decidedAt), desc(documentDecisions.uniqueDocumentId))
    .limit(MAX);
  return rows.map((row) => ({
    ...row,
    acceptedAt: row.acceptedAt.toISOString(),
    total: roundToCents(exact(row.total)),
    openPercent: Number(row.openPercent),
  }));
}

/** Of the invoices that a document or its work orders name: the numbers of those that ask no part of it. */
function numbersOfOthers(): SQL<string[]> {
  const { invoiceId, externalId, uniqueDocumentId, invoiceStatus } = invoices;
  return sql`array(
    select ${externalId} from ${invoices}
    where ${uniqueDocumentId} is distinct from ${uniqueDocuments.uniqueDocumentId}
      and ${invoiceStatus} <> 'CANCELLED'
      and (${invoiceId} = ${uniqueDocuments.invoiceId} or ${invoiceId} in (
        select ${workOrders.invoiceId} from ${workOrders}
        where ${workOrders.uniqueDocumentId} = ${uniqueDocuments.uniqueDocumentId}
      ))
    order by ${externalId}
  )`;
}

function containing(q: string): SQL | undefined {
  const texts = [
    uniqueDocuments.nameComparable,
    uniqueDocuments.externalIdComparable,
    organizations.nameComparable,
  ];
  return or(...texts.map((text) => contains(text, comparableText(q))));
}
