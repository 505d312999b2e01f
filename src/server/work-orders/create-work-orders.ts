import { sql } from "drizzle-orm";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { NO_PROPOSAL, type WorkOrder, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import {
  beginCreation,
  type Created,
  checkReferences,
  createRecords,
  type Reference,
} from "../creation/creation.ts";
import { ADVISORY_LOCKS, type Tx } from "../db/database.ts";
import { insertMany } from "../db/many-rows.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { workOrderProducts, workOrders } from "../schema/work-orders.ts";

export type WorkOrderDraft = Omit<WorkOrder, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
  /** Since when clients see it; null: not yet. */
  shownAt: Date | null;
  /** When it came to its earlier statuses, if that is known. */
  reachedAt?: Partial<Record<WorkOrderStatus, string>>;
};

/** Adds new work orders with their products. Does not update the totals of their documents. */
export async function createWorkOrders(
  tx: Tx,
  drafts: readonly WorkOrderDraft[],
): Promise<Created<WorkOrderDraft>> {
  const creation = await beginCreation(tx, "workOrders", drafts);
  await checkReferences(tx, creation, referencesOf);
  const created = await createRecords(tx, creation, workOrders, toRow);
  await addLines(tx, created.added);
  return created;
}

type Naming = Pick<WorkOrder, "organizationId" | "uniqueDocument" | "invoice" | "products">;

/** The records that a work order names. Document and invoice must be of its own organization. */
export function referencesOf({ organizationId, uniqueDocument, invoice, products }: Naming): Reference[] {
  return [
    { path: "organizationId", to: "organizations", name: organizationId },
    {
      path: "uniqueDocument",
      to: "documents",
      name: unless(NO_PROPOSAL, uniqueDocument),
      within: organizationId,
    },
    { path: "invoice", to: "invoices", name: unless(NO_INVOICE, invoice), within: organizationId },
    ...products.map(({ productId }, index) => ({
      path: `products[${index}].productId`,
      to: "products" as const,
      name: productId,
    })),
  ];
}

const FEW_LINES = 200;

/** Adds the lines of work orders that have none. */
export async function addLines(
  tx: Tx,
  of: readonly Pick<WorkOrder, "workOrderId" | "products">[],
): Promise<void> {
  const lines = of.flatMap(({ workOrderId, products }) =>
    products.map(({ productId, total }, position) => ({
      workOrderId,
      position,
      productId,
      total: total === null ? null : String(total),
    })),
  );
  if (lines.length > FEW_LINES) await insertMany(tx, workOrderProducts, lines);
  else if (lines.length > 0) await tx.insert(workOrderProducts).values(lines);
}

function toRow({ uniqueDocument, invoice, optional, products: _, ...draft }: WorkOrderDraft) {
  return {
    ...draft,
    ...optional,
    movedAt: draft.updatedAt,
    description: sanitiseHtml(draft.description),
    uniqueDocumentId: unless(NO_PROPOSAL, uniqueDocument),
    invoiceId: unless(NO_INVOICE, invoice),
    discountPercent: String(draft.discountPercent),
  };
}

export function unless<Name extends string>(placeholder: string, name: Name): Name | null {
  return name === placeholder ? null : name;
}

/** The next free numbers ("WO-3404"), after those `given` in this transaction. Others wait until it ends. */
export async function allocateNumbers(
  tx: Tx,
  count: number,
  given: readonly string[] = [],
): Promise<string[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.workOrderNumbers})`);
  const [row] = await tx
    .select({
      highest: sql<number>`coalesce(max(substring(${workOrders.externalId} from '^WO-([0-9]{1,9})$')::int), 0)`,
    })
    .from(workOrders);
  const highest = given.reduce(
    (most, one) => Math.max(most, Number(/^WO-([0-9]{1,9})$/.exec(one)?.[1] ?? 0)),
    row?.highest ?? 0,
  );
  return Array.from({ length: count }, (_, at) => `WO-${highest + at + 1}`);
}
