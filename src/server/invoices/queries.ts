import { and, desc, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import type { Reader } from "../db/database.ts";
import { invoices } from "./tables.ts";

export async function findInvoices(reader: Reader, organizationId: Id): Promise<Invoice[]> {
  const rows = await reader
    .select()
    .from(invoices)
    .where(eq(invoices.organizationId, organizationId))
    .orderBy(desc(invoices.createdAt), invoices.invoiceId);
  return rows.map(presentInvoice);
}

export async function findInvoice(
  reader: Reader,
  organizationId: Id,
  invoiceId: Id,
): Promise<Invoice | null> {
  const [row] = await reader
    .select()
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.invoiceId, invoiceId)));
  return row ? presentInvoice(row) : null;
}

function presentInvoice(row: typeof invoices.$inferSelect): Invoice {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
