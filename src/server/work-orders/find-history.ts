import { and, desc, eq, inArray, not, or, sql } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { InvoiceStatus } from "#domain/invoices/invoice.ts";
import type { WorkOrderEvent } from "#domain/work-orders/managed-work-order.ts";
import { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import type { DbOrTx } from "../db/database.ts";
import { userProfiles } from "../schema/account.ts";
import { auditEvents } from "../schema/audit.ts";
import { invoices } from "../schema/documents.ts";
import { workOrders } from "../schema/work-orders.ts";

const ACTION_OF: ReadonlyMap<string, WorkOrderEvent["what"]> = new Map([
  ["invoice.issue", "issue-invoice"],
  ["invoice.mark", "mark-invoice"],
  ...(["add", "change", "move", "settle", "show", "choose"] as const).map(
    (verb) => [`work-order.${verb}`, verb] as const,
  ),
]);

const MAX = 500;

/** What happened to a work order and the invoices of its work, from their audit rows, the latest first. */
export async function findHistory(reader: DbOrTx, workOrderId: Id): Promise<WorkOrderEvent[]> {
  const { at, action, details, subjectId, userProfileId, auditEventId } = auditEvents;
  const { firstName, lastName, email } = userProfiles;
  // The order names its newest invoice. Deposits and other parts name the document, whose left-out work they are not
  // about.
  const invoicesOf = reader
    .select({ invoiceId: invoices.invoiceId })
    .from(workOrders)
    .innerJoin(
      invoices,
      or(
        eq(invoices.invoiceId, workOrders.invoiceId),
        and(
          eq(invoices.uniqueDocumentId, workOrders.uniqueDocumentId),
          or(not(workOrders.isOptional), workOrders.doesClientWantWorkDone),
        ),
      ),
    )
    .where(eq(workOrders.workOrderId, workOrderId));
  const rows = await reader
    .select({ at, action, details, person: { firstName, lastName, email } })
    .from(auditEvents)
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, userProfileId))
    .where(
      and(
        sql`${subjectId} = any(array(select ${workOrderId}::text union all ${invoicesOf}))`,
        inArray(action, [...ACTION_OF.keys()]),
      ),
    )
    .orderBy(desc(at), desc(auditEventId))
    .limit(MAX);
  return rows.flatMap((row) => {
    const what = ACTION_OF.get(row.action);
    if (what === undefined) return [];
    const { fields, from, to, doesClientWantWorkDone, externalId } = row.details;
    return {
      at: row.at.toISOString(),
      what,
      // Null for the portal itself.
      who: row.person && displayName(row.person),
      fields: Array.isArray(fields) ? fields.map(String) : [],
      from: statusOf(from),
      to: statusOf(to),
      invoice: what.endsWith("invoice")
        ? {
            externalId: typeof externalId === "string" ? externalId : "",
            status: InvoiceStatus.safeParse(to).data ?? null,
          }
        : null,
      isWanted: typeof doesClientWantWorkDone === "boolean" ? doesClientWantWorkDone : null,
    };
  });
}

function statusOf(found: unknown): WorkOrderStatus | null {
  return WorkOrderStatus.safeParse(found).data ?? null;
}
