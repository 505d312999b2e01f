import { and, asc, eq } from "drizzle-orm";
import { exact, roundToCents } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import {
  amountsPaid,
  type DetailedInvoice,
  type InvoiceBuyer,
  type ListedInvoice,
} from "#domain/invoices/invoice.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import type { InvoicePayment } from "#domain/invoices/payment.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { ListSelection } from "../lists/read-list.ts";
import { invoiceLines, invoicePayments, invoices, invoiceVisibleToClients } from "../schema/documents.ts";
import { organizationDetails } from "../schema/organization-details.ts";
import { organizations } from "../schema/organizations.ts";

export type InvoiceRow = typeof invoices.$inferSelect;

export async function findInvoices(
  reader: DbOrTx,
  { where, orderBy }: ListSelection,
): Promise<ListedInvoice[]> {
  const rows = await reader
    .select()
    .from(invoices)
    .where(where)
    .orderBy(...orderBy);
  return rows.map(presentInvoice);
}

export const INVOICE_NOT_FOUND = new AppError("not-found", "There is no such invoice.");

/** One invoice of an organization as its people see it. Throws AppError "not-found". */
export async function getInvoice(
  reader: DbOrTx,
  deps: Pick<Deps, "links" | "clock" | "settings">,
  organizationId: Id,
  invoiceId: Id,
): Promise<DetailedInvoice> {
  const [found] = await reader
    .select({ row: invoices, organizationName: organizations.organizationName })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.organizationId, invoices.organizationId))
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        eq(invoices.invoiceId, invoiceId),
        invoiceVisibleToClients(invoices),
      ),
    );
  if (!found) throw INVOICE_NOT_FOUND;
  const { row, organizationName } = found;
  return {
    ...presentInvoice(row),
    buyer: row.buyer ?? buyerNamed(organizationName),
    reference: row.reference ?? row.externalId,
    terms: row.terms,
    payments: await findPayments(reader, invoiceId),
    bankDetails: row.invoiceStatus === "UNPAID" ? deps.settings.now().bankDetails : null,
    amounts: await findAmounts(reader, row),
    uri: linkToPdf(deps, row),
  };
}

/** The buyer of an invoice from before invoices stored theirs. */
export function buyerNamed(name: string): InvoiceBuyer {
  return { name, abn: null, address: null };
}

/** Who would pay an invoice that is issued now. Only the company reads the details of an organization. */
export async function findBuyer(reader: DbOrTx, organizationId: Id): Promise<InvoiceBuyer> {
  const { legalName, abn, billingAddress: address } = organizationDetails;
  const [found] = await reader
    .select({ name: organizations.organizationName, legalName, abn, address })
    .from(organizations)
    .leftJoin(organizationDetails, eq(organizationDetails.organizationId, organizations.organizationId))
    .where(eq(organizations.organizationId, organizationId));
  if (!found) throw new Error("The organization of the invoice is gone.");
  return { name: found.legalName ?? found.name, abn: found.abn, address: found.address };
}

/** The frozen lines and sums of an invoice; null if it was made elsewhere. */
export async function findAmounts(
  reader: DbOrTx,
  { invoiceId, subtotal, gst, gstPercent, total }: InvoiceRow,
): Promise<InvoiceAmounts | null> {
  if (subtotal === null || gst === null || gstPercent === null || total === null) return null;
  const rows = await reader
    .select()
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, invoiceId))
    .orderBy(asc(invoiceLines.position));
  return {
    lines: rows.map((row) => ({
      description: row.description,
      quantity: Number(row.quantity),
      unit: row.unit,
      rate: Number(row.rate),
      discountPercent: Number(row.discountPercent),
      amount: toCents(row.amount),
      hasGst: row.hasGst,
    })),
    gstPercent: Number(gstPercent),
    subtotal: toCents(subtotal),
    gst: toCents(gst),
    total: toCents(total),
  };
}

/** The payments of an invoice, the first paid first. */
async function findPayments(reader: DbOrTx, of: Id): Promise<InvoicePayment[]> {
  const { paymentId, invoiceId, paidOn, amount, reference } = invoicePayments;
  const rows = await reader
    .select({ paidOn, amount, reference })
    .from(invoicePayments)
    .where(eq(invoiceId, of))
    .orderBy(asc(paidOn), asc(paymentId));
  return rows.map((row) => ({ ...row, amount: toCents(row.amount) }));
}

export function linkToPdf(
  { links, clock }: Pick<Deps, "links" | "clock">,
  { fileId }: InvoiceRow,
): string | null {
  return fileId === null ? null : links.sign(fileId, clock());
}

export function presentInvoice(row: InvoiceRow): ListedInvoice {
  return {
    invoiceId: row.invoiceId,
    organizationId: row.organizationId,
    externalId: row.externalId,
    name: row.name,
    xeroLink: row.xeroLink,
    invoiceStatus: row.invoiceStatus,
    dueDate: row.dueDate,
    total: row.total === null ? null : toCents(row.total),
    ...amountsPaid(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function toCents(stored: string): string {
  return roundToCents(exact(stored));
}
