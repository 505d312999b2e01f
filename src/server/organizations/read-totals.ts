import { and, eq, type SQL, sql } from "drizzle-orm";
import { exact, roundToCents } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { OrganizationTotals, RecordsTotal } from "#domain/organizations/organization-totals.ts";
import type { DbOrTx } from "../db/database.ts";
import { documentDecisions, isNotInvoiced, notInvoicedOf, plannedOf } from "../schema/document-versions.ts";
import {
  invoices,
  isDraftInvoice,
  isListed,
  isUnpaid,
  uniqueDocuments,
  waitsForDecision,
} from "../schema/documents.ts";
import { requireOrganization } from "./queries.ts";

/** The totals of an organization. Throws AppError "not-found" for an unknown id. */
export async function readTotalsOf(reader: DbOrTx, organizationId: Id): Promise<OrganizationTotals> {
  await requireOrganization(reader, organizationId);
  const { totalCost: accepted } = documentDecisions;
  const decided = sql`${uniqueDocuments} join ${documentDecisions}
    on ${eq(documentDecisions.uniqueDocumentId, uniqueDocuments.uniqueDocumentId)}
      and ${eq(documentDecisions.decision, "APPROVED")}`;
  const isOfIt = eq(uniqueDocuments.organizationId, organizationId);
  const isAccepted = and(isOfIt, eq(uniqueDocuments.status, "APPROVED"), isListed(uniqueDocuments));
  const isOpen = and(isAccepted, isNotInvoiced());
  return {
    waiting: await addUp(
      reader,
      sql`${uniqueDocuments}`,
      uniqueDocuments.totalCost.getSQL(),
      and(isOfIt, waitsForDecision(uniqueDocuments)),
    ),
    accepted: await addUp(reader, decided, accepted.getSQL(), isAccepted),
    notInvoiced: await addUp(reader, decided, notInvoicedOf(accepted), isOpen),
    planned: (await addUp(reader, decided, plannedOf(accepted), isOpen)).total,
    drafts: await addUp(
      reader,
      sql`${invoices}`,
      invoices.total.getSQL(),
      and(eq(invoices.organizationId, organizationId), isDraftInvoice(invoices)),
    ),
    unpaid: await addUp(
      reader,
      sql`${invoices}`,
      sql`${invoices.total} - ${invoices.amountPaid}`,
      and(eq(invoices.organizationId, organizationId), isUnpaid(invoices)),
    ),
  };
}

/** Each amount is rounded to the cent first, so that the sum is that of the amounts on screen. */
async function addUp(reader: DbOrTx, from: SQL, amount: SQL, where: SQL | undefined): Promise<RecordsTotal> {
  const { rows } = await reader.execute<RecordsTotal>(sql`
    select count(*)::int as records, (count(*) - count(${amount}))::int as "withoutAmount",
      coalesce(sum(round(${amount}, 2)), 0)::text as total
    from ${from} where ${where}`);
  const [found] = rows;
  if (!found) throw new Error("The database returned no totals.");
  return { ...found, total: roundToCents(exact(found.total)) };
}
