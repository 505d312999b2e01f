import { asc, count, desc, eq } from "drizzle-orm";
import { exact, roundToCents } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { InvoiceLine } from "#domain/invoices/invoice-line.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";
import { ROWS_IN_MEMORY } from "#domain/lists/list-columns.ts";
import { isPaused, nextPeriod, type Schedule } from "#domain/retainers/periods.ts";
import {
  type ListedRetainer,
  MAX_LISTED_PERIODS,
  type ManagedRetainer,
  type PreparedPeriod,
  type RetainerStatus,
} from "#domain/retainers/retainer.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { insertMany, isAnyOf } from "../db/many-rows.ts";
import { invoices } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { retainerLines, retainerPeriods, retainers } from "../schema/retainers.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findGstPercent } from "../settings/queries.ts";

export type RetainerRow = typeof retainers.$inferSelect;
type TypedLine = Omit<InvoiceLine, "amount">;

export const NO_RETAINER = new AppError("not-found", "There is no such retainer.");

/** What follows from a schedule and the first period that may still be prepared. */
export function stateOf(
  schedule: Schedule,
  nextIndex: number,
): { status: RetainerStatus; nextIndex: number; nextOn: string | null } {
  const next = nextPeriod(schedule, nextIndex);
  const status = isPaused(schedule.pauses) ? "PAUSED" : next === null ? "ENDED" : "ACTIVE";
  return { status, nextIndex: next?.index ?? nextIndex, nextOn: next?.startsOn ?? null };
}

/** Reads and locks a retainer: periods are prepared wholly before or after a change. */
export async function lockRetainer(tx: Tx, retainerId: Id): Promise<RetainerRow> {
  const [row] = await tx.select().from(retainers).where(eq(retainers.retainerId, retainerId)).for("update");
  if (!row) throw NO_RETAINER;
  return row;
}

/** The lines of retainers, by their ids. */
export async function findLines(reader: DbOrTx, ids: readonly Id[]): Promise<Map<Id, TypedLine[]>> {
  const rows = await reader
    .select()
    .from(retainerLines)
    .where(isAnyOf(retainerLines.retainerId, ids))
    .orderBy(asc(retainerLines.retainerId), asc(retainerLines.position));
  const lines = new Map<Id, TypedLine[]>(ids.map((id) => [id, []]));
  for (const { retainerId, position: _, quantity, rate, discountPercent, ...line } of rows) {
    const figures = {
      quantity: Number(quantity),
      rate: Number(rate),
      discountPercent: Number(discountPercent),
    };
    lines.get(retainerId)?.push({ ...line, ...figures });
  }
  return lines;
}

export async function replaceLines(tx: Tx, retainerId: Id, lines: readonly TypedLine[]): Promise<void> {
  await tx.delete(retainerLines).where(eq(retainerLines.retainerId, retainerId));
  await insertMany(
    tx,
    retainerLines,
    lines.map(({ quantity, rate, discountPercent, ...line }, position) => ({
      ...line,
      retainerId,
      position,
      quantity: String(quantity),
      rate: String(rate),
      discountPercent: String(discountPercent),
    })),
  );
}

export async function countPrepared(reader: DbOrTx, retainerId: Id): Promise<number> {
  const [found] = await reader
    .select({ prepared: count() })
    .from(retainerPeriods)
    .where(eq(retainerPeriods.retainerId, retainerId));
  return found?.prepared ?? 0;
}

/** The retainers of every organization or of one, newest first. */
export async function listRetainers(
  reader: DbOrTx,
  { organizationId }: { organizationId?: Id | undefined },
): Promise<ListedRetainer[]> {
  const rows = await reader
    .select({ row: retainers, organizationName: organizations.organizationName })
    .from(retainers)
    .innerJoin(organizations, eq(organizations.organizationId, retainers.organizationId))
    .where(organizationId === undefined ? undefined : eq(retainers.organizationId, organizationId))
    .orderBy(desc(retainers.createdAt), desc(retainers.retainerId))
    .limit(ROWS_IN_MEMORY);
  const gstPercent = await findGstPercent(reader);
  const lines = await findLines(
    reader,
    rows.map(({ row }) => row.retainerId),
  );
  return rows.map(({ row, organizationName }) =>
    present(row, organizationName, invoiceOfLines(lines.get(row.retainerId) ?? [], gstPercent).total),
  );
}

/** One retainer with its newest periods. Throws AppError "not-found". */
export async function getRetainer(reader: DbOrTx, retainerId: Id): Promise<ManagedRetainer> {
  const [found] = await reader
    .select({
      row: retainers,
      organizationName: organizations.organizationName,
      organizationStatus: organizations.status,
    })
    .from(retainers)
    .innerJoin(organizations, eq(organizations.organizationId, retainers.organizationId))
    .where(eq(retainers.retainerId, retainerId));
  if (!found) throw NO_RETAINER;
  const { row, organizationName, organizationStatus } = found;
  const lines = (await findLines(reader, [retainerId])).get(retainerId) ?? [];
  const amounts = invoiceOfLines(lines, await findGstPercent(reader));
  return {
    ...present(row, organizationName, amounts.total),
    isOrganizationActive: organizationStatus === "ACTIVE",
    lines,
    amounts,
    work: row.workName === null ? null : { name: row.workName, description: row.workDescription ?? "" },
    prepared: await countPrepared(reader, retainerId),
    periods: await findPeriods(reader, retainerId),
    recordVersion: row.recordVersion,
  };
}

function present(row: RetainerRow, organizationName: string, total: string): ListedRetainer {
  const { retainerId, organizationId, name, period, startsOn, endsOn, status, nextOn, issuesItself } = row;
  return {
    retainerId,
    organizationId,
    organizationName,
    name,
    period,
    startsOn,
    endsOn,
    status,
    nextOn,
    issuesItself,
    total,
    createdAt: row.createdAt.toISOString(),
  };
}

async function findPeriods(reader: DbOrTx, retainerId: Id): Promise<PreparedPeriod[]> {
  const rows = await reader
    .select({ period: retainerPeriods, invoice: invoices })
    .from(retainerPeriods)
    .leftJoin(invoices, eq(invoices.invoiceId, retainerPeriods.invoiceId))
    .where(eq(retainerPeriods.retainerId, retainerId))
    .orderBy(desc(retainerPeriods.startsOn))
    .limit(MAX_LISTED_PERIODS);
  const workIds = rows.flatMap(({ period }) => period.workOrderId ?? []);
  const { workOrderId, externalId } = workOrders;
  const work = await reader
    .select({ workOrderId, externalId })
    .from(workOrders)
    .where(isAnyOf(workOrderId, workIds));
  return rows.map(({ period, invoice }) => ({
    startsOn: period.startsOn,
    endsOn: period.endsOn,
    preparedAt: period.preparedAt.toISOString(),
    invoice: invoice && {
      invoiceId: invoice.invoiceId,
      externalId: invoice.externalId,
      total: invoice.total === null ? null : roundToCents(exact(invoice.total)),
      invoiceStatus: invoice.invoiceStatus,
      issuedAt: invoice.issuedAt?.toISOString() ?? null,
    },
    workOrder: work.find((one) => one.workOrderId === period.workOrderId) ?? null,
  }));
}
