import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import type { Reader } from "../db/database.ts";
import type { Slice } from "../lists/read-list.ts";
import { invoices } from "./tables.ts";

export async function findInvoices(reader: Reader, { where, orderBy }: Slice): Promise<Invoice[]> {
  const rows = await reader
    .select()
    .from(invoices)
    .where(where)
    .orderBy(...orderBy);
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
  return {
    invoiceId: row.invoiceId,
    organizationId: row.organizationId,
    externalId: row.externalId,
    name: row.name,
    xeroLink: row.xeroLink,
    invoiceStatus: row.invoiceStatus,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
