import { count, desc, eq, sql } from "drizzle-orm";
import { ACCEPTED_ON_HOME, type Home, NAMED_ON_HOME } from "#domain/home/home.ts";
import { sumInCents } from "../db/cents-sql.ts";
import type { DbOrTx } from "../db/database.ts";
import { documentDecisions, isNotInvoiced, notInvoicedOf, plannedOf } from "../schema/document-versions.ts";
import { invoices, isDraftInvoice, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";

/**
 * The accepted documents of which a part is not invoiced: first those with a part that no payment plan invoices, and
 * the last accepted before others. An index has the newest acceptances, so the read is bounded.
 */
export async function findToInvoice(reader: DbOrTx): Promise<Home["toInvoice"]> {
  const { uniqueDocumentId, decision, decidedAt, totalCost } = documentDecisions;
  const newest = reader
    .select({ uniqueDocumentId, decidedAt, totalCost })
    .from(documentDecisions)
    .where(eq(decision, "APPROVED"))
    .orderBy(desc(decidedAt))
    .limit(ACCEPTED_ON_HOME)
    .as("newest");
  const open = notInvoicedOf(newest.totalCost);
  const planned = plannedOf(newest.totalCost);
  const rows = await reader
    .select({
      uniqueDocumentId: uniqueDocuments.uniqueDocumentId,
      externalId: uniqueDocuments.externalId,
      name: uniqueDocuments.name,
      documentType: uniqueDocuments.documentType,
      organizationId: uniqueDocuments.organizationId,
      organizationName: organizations.organizationName,
      acceptedAt: newest.decidedAt,
      openAmount: sql<string>`round(${open}, 2)::text`,
      plannedAmount: sql<string>`round(${planned}, 2)::text`,
      total: sql<number>`(count(*) over ())::int`,
      worth: sql<string>`round(sum(${open}) over (), 2)::text`,
    })
    .from(newest)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, newest.uniqueDocumentId))
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(isNotInvoiced())
    .orderBy(sql`${planned} >= ${open}`, desc(newest.decidedAt), desc(uniqueDocuments.uniqueDocumentId))
    .limit(NAMED_ON_HOME);
  return {
    total: rows[0]?.total ?? 0,
    worth: rows[0]?.worth ?? null,
    rows: rows.map(({ total: _, worth: __, acceptedAt, ...row }) => ({
      ...row,
      acceptedAt: acceptedAt.toISOString(),
    })),
  };
}

/** The invoices that are not issued. A partial index has them alone. */
export async function countDrafts(reader: DbOrTx): Promise<Home["drafts"]> {
  const [found] = await reader
    .select({ total: count(), worth: sumInCents(invoices.total) })
    .from(invoices)
    .where(isDraftInvoice(invoices));
  return found ?? { total: 0, worth: null };
}
