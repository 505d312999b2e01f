import { asc, count, eq, not, sql } from "drizzle-orm";
import { type Home, NAMED_ON_HOME } from "#domain/home/home.ts";
import { inCents } from "../db/cents-sql.ts";
import type { DbOrTx } from "../db/database.ts";
import { readStoredTotals } from "../lists/count-triggers.ts";
import { findManagedRequests } from "../permissions/managed-people.ts";
import { invoices, isUnpaid } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { IS_GRANTED, organizationPermissionRequests } from "../schema/permissions.ts";

/** The requests for new people that no one has answered, oldest first. */
export async function findRequests(reader: DbOrTx): Promise<Home["requests"]> {
  const where = not(IS_GRANTED);
  const { createdAt, organizationPermissionRequestId } = organizationPermissionRequests;
  const [all] = await reader.select({ total: count() }).from(organizationPermissionRequests).where(where);
  const orderBy = [asc(createdAt), asc(organizationPermissionRequestId)];
  const rows = await findManagedRequests(reader, { where, orderBy, limit: NAMED_ON_HOME });
  return { total: all?.total ?? 0, rows };
}

/** The invoices that clients see and no one has paid, oldest first. */
export async function findUnpaid(reader: DbOrTx): Promise<Home["unpaid"]> {
  const { invoiceId, externalId, name, organizationId, createdAt, total, amountPaid } = invoices;
  const all = await readStoredTotals(reader, { list: "shown invoices", status: "UNPAID" });
  const { organizationName } = organizations;
  const rows = await reader
    .select({
      invoiceId,
      externalId,
      name,
      organizationId,
      organizationName,
      amountDue: inCents(sql`${total} - ${amountPaid}`),
      createdAt,
    })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.organizationId, organizationId))
    .where(isUnpaid(invoices))
    .orderBy(asc(createdAt), asc(invoiceId))
    .limit(NAMED_ON_HOME);
  return { ...all, rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}
