import { asc, eq, or, type SQL, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { TableRow } from "#domain/csv/read-table.ts";
import { writeCsv } from "#domain/csv/write-csv.ts";
import { describeOver, statusOn } from "#domain/documents/validity.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { csvCellForOrganization } from "#domain/organizations/organization-index.ts";
import {
  type KnownWork,
  numberCells,
  type PlannedWorkOrder,
  planWorkOrderImport,
  WORK_ORDER_COLUMNS,
} from "#domain/work-orders/plan-work-order-import.ts";
import { writeProducts } from "#domain/work-orders/product-cell.ts";
import { NO_PROPOSAL, WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import { detailsOf } from "#domain/work-orders/work-order-details.ts";
import type { Change } from "../access/change.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { insertMany, isAnyOf } from "../db/many-rows.ts";
import { updateStoredTotals } from "../documents/content.ts";
import { presentWorkOrder, selectProducts } from "../documents/find-work.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { type ImportNoun, inBatches } from "../imports/import-noun.ts";
import { CONFLICT } from "../imports/run-import.ts";
import { findAllOrganizations } from "../organizations/queries.ts";
import { findCatalogue } from "../products/queries.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { products } from "../schema/products.ts";
import { workOrderProducts, workOrders } from "../schema/work-orders.ts";
import { findGstPercent } from "../settings/queries.ts";
import { addLines, allocateNumbers, unless } from "./create-work-orders.ts";

type Row = TableRow<keyof typeof WORK_ORDER_COLUMNS>;

type WorkOrderImport = ImportNoun<keyof typeof WORK_ORDER_COLUMNS, PlannedWorkOrder>;

/** How work orders are imported on a day of the company. */
export const workOrderImport = (today: string): WorkOrderImport => ({
  columns: WORK_ORDER_COLUMNS,
  plan: async (reader, { rows, style }) =>
    planWorkOrderImport(rows, await findKnown(reader, rows, today), style),
  // Documents first, like every change of work orders.
  async lock(tx, plannedRows) {
    const { uniqueDocumentId } = uniqueDocuments;
    await tx
      .select({ uniqueDocumentId })
      .from(uniqueDocuments)
      .where(isAnyOf(uniqueDocumentId, documentIdsOf(plannedRows)))
      .orderBy(uniqueDocumentId)
      .for("update");
    const ids = plannedRows.flatMap(({ was }) => (was ? [was.workOrderId] : []));
    await tx
      .select({ id: workOrders.workOrderId })
      .from(workOrders)
      .where(isAnyOf(workOrders.workOrderId, ids))
      .orderBy(workOrders.workOrderId)
      .for("update");
  },
  async apply(opened, deps, { added, changed }, wrote) {
    await lockReferences(opened.tx, [...added, ...changed]);
    await inBatches(await numbered(opened.tx, added), wrote, (part) => addNew(opened, part));
    await changeOthers(opened, changed);
    wrote(changed.length);
    if (added.length + changed.length > 0)
      await deps.live.publish(opened.tx, { company: true }, { kind: "work-order", id: "work-orders" });
  },
});

/** Keeps what the planned rows name from being deleted until the import ends. Throws AppError if something is gone. */
async function lockReferences(tx: Tx, plannedRows: readonly PlannedWorkOrder[]): Promise<void> {
  const productIds = [
    ...new Set(plannedRows.flatMap(({ next }) => next.products.map((line) => line.productId))),
  ];
  const documentIds = documentIdsOf(plannedRows);
  const { productId } = products;
  const { uniqueDocumentId } = uniqueDocuments;
  // Documents before products, like everybody else.
  const lockedDocuments = await tx
    .select({ uniqueDocumentId })
    .from(uniqueDocuments)
    .where(isAnyOf(uniqueDocumentId, documentIds))
    .orderBy(uniqueDocumentId)
    .for("key share");
  const locked = await tx
    .select({ productId })
    .from(products)
    .where(isAnyOf(productId, productIds))
    .orderBy(productId)
    .for("key share");
  if (locked.length < productIds.length || lockedDocuments.length < documentIds.length) throw CONFLICT;
}

function documentIdsOf(plannedRows: readonly PlannedWorkOrder[]): string[] {
  const ids = plannedRows.flatMap(({ was, next }) => [was?.uniqueDocument, next.uniqueDocument]);
  return [...new Set(ids)].filter((id) => id !== undefined && id !== NO_PROPOSAL) as string[];
}

async function findKnown(reader: DbOrTx, rows: readonly Row[], today: string): Promise<KnownWork> {
  const cellsOf = (column: keyof Row["cells"]) => [...new Set(rows.map(({ cells }) => cells[column]))];
  const documents = cellsOf("Document");
  const numbers = cellsOf("Number");
  const lowerCaseNumbers = numbers.map((one) => one.toLowerCase());
  const found = await reader
    .select()
    .from(workOrders)
    .where(
      or(
        isAnyOf(workOrders.workOrderId, numbers),
        isAnyOf(workOrders.externalId, numbers),
        isAnyOf(sql`lower(${workOrders.externalId})`, lowerCaseNumbers),
        isAnyOf(workOrders.name, cellsOf("Name")),
      ),
    );
  const linesOf = await selectProducts(reader, found);
  const { uniqueDocumentId, externalId } = uniqueDocuments;
  const isNamed = or(isAnyOf(uniqueDocumentId, documents), isAnyOf(externalId, documents));
  return {
    organizations: await findAllOrganizations(reader),
    documents: (await findDocuments(reader, isNamed)).map(({ validity, ...one }) => ({
      ...one,
      over: describeOver(statusOn(validity, today)),
    })),
    workOrders: found.map((row) => ({
      ...detailsOf(presentWorkOrder(row, linesOf(row))),
      workOrderId: row.workOrderId,
      organizationId: row.organizationId,
      externalId: row.externalId,
      isShown: row.shownAt !== null,
    })),
    catalogue: await findCatalogue(reader),
    gstPercent: await findGstPercent(reader),
    sanitise: remembering(sanitiseHtml),
  };
}

function findDocuments(reader: DbOrTx, where?: SQL) {
  const { uniqueDocumentId, externalId, organizationId } = uniqueDocuments;
  const { status, withdrawnAt, expiredAt, validUntil } = uniqueDocuments;
  const validity = { status, withdrawnAt, expiredAt, validUntil };
  return reader
    .select({ uniqueDocumentId, externalId, organizationId, validity })
    .from(uniqueDocuments)
    .where(where);
}

/** Files repeat texts, and sanitising one takes a while. */
function remembering(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const before = made.get(text) ?? make(text);
    made.set(text, before);
    return before;
  };
}

type NumberedNew = Pick<PlannedWorkOrder, "organizationId" | "next"> & { externalId: string };

/** New work with its numbers. */
async function numbered(tx: Tx, plannedRows: readonly PlannedWorkOrder[]): Promise<NumberedNew[]> {
  if (plannedRows.length === 0) return [];
  const allocated = plannedRows.flatMap(({ externalId }) => externalId ?? []);
  const numbers = (await allocateNumbers(tx, plannedRows.length - allocated.length, allocated)).values();
  return plannedRows.map(({ organizationId, externalId, next }) => ({
    organizationId,
    externalId: externalId ?? numbers.next().value ?? "",
    next,
  }));
}

async function addNew({ tx, at, recordAll }: Change, plannedRows: readonly NumberedNew[]): Promise<void> {
  const added = plannedRows.map((planned) => ({ workOrderId: v7(), ...planned }));
  const rows = added.map(({ next, ...own }) => ({
    ...own,
    ...columnsOf(next),
    workOrderStatus: "DRAFT" as const,
    doesClientWantWorkDone: false,
    createdAt: at,
    updatedAt: at,
    movedAt: at,
  }));
  await insertMany(tx, workOrders, rows);
  const lines = added.map(({ workOrderId, next: { products } }) => ({ workOrderId, products }));
  await addLines(tx, lines);
  await recordAll(
    added.map(({ workOrderId, organizationId, externalId, next: { name } }) => ({
      action: "work-order.add" as const,
      subjectId: workOrderId,
      organizationId,
      details: { name, externalId },
    })),
  );
}

function columnsOf({ uniqueDocument, invoice, products: _, ...plain }: PlannedWorkOrder["next"]) {
  return {
    ...plain,
    uniqueDocumentId: unless(NO_PROPOSAL, uniqueDocument),
    invoiceId: unless(NO_INVOICE, invoice),
    discountPercent: String(plain.discountPercent),
  };
}

async function changeOthers(
  { tx, at, recordAll }: Change,
  plannedRows: readonly PlannedWorkOrder[],
): Promise<void> {
  const changed = plannedRows.flatMap(({ was, next }) => (was ? [{ was, next }] : []));
  if (changed.length === 0) return;
  const rows = changed.map(({ was, next }) => ({ workOrderId: was.workOrderId, ...columnsOf(next) }));
  await tx.execute(sql`
    update work_orders set name = given.name, description = given.description,
      unique_document_id = given."uniqueDocumentId", discount_percent = given."discountPercent",
      discount_name = given."discountName", is_optional = given."isOptional",
      record_version = record_version + 1, updated_at = ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("workOrderId" text, name text,
      description text, "uniqueDocumentId" text, "discountPercent" numeric, "discountName" text,
      "isOptional" boolean)
    where work_order_id = given."workOrderId"`);
  const lines = changed.map(({ was: { workOrderId }, next: { products } }) => ({ workOrderId, products }));
  const ids = lines.map(({ workOrderId }) => workOrderId);
  await tx.delete(workOrderProducts).where(isAnyOf(workOrderProducts.workOrderId, ids));
  await addLines(tx, lines);
  for (const [organizationId, own] of Map.groupBy(plannedRows, (one) => one.organizationId)) {
    await updateStoredTotals(tx, organizationId, documentIdsOf(own));
  }
  await recordAll(
    changed.map(({ was, next: { name } }) => ({
      action: "work-order.change" as const,
      subjectId: was.workOrderId,
      organizationId: was.organizationId,
      details: { name, externalId: was.externalId },
    })),
  );
}

/** All work orders, as an import takes them back. */
export async function writeWorkOrders(reader: DbOrTx): Promise<string> {
  const found = await reader
    .select({ row: workOrders, organizationName: organizations.organizationName })
    .from(workOrders)
    .innerJoin(organizations, eq(organizations.organizationId, workOrders.organizationId))
    .orderBy(asc(workOrders.externalIdOrder), asc(workOrders.workOrderId));
  const workRows = found.map(({ row }) => row);
  const linesOf = await selectProducts(reader, workRows);
  const cellOf = csvCellForOrganization(await findAllOrganizations(reader));
  const productOf = new Map((await findCatalogue(reader)).map((one) => [one.productId, one]));
  const documents = await findDocuments(reader);
  const documentOf = new Map(documents.map((one) => [one.uniqueDocumentId, one]));
  const cells = numberCells(workRows, documents);
  const rows = found.map(({ row, organizationName }) => {
    const { products, discountPercent } = presentWorkOrder(row, linesOf(row));
    const document = documentOf.get(row.uniqueDocumentId ?? "");
    return [
      cells.numberOf(row),
      cellOf({ organizationId: row.organizationId, organizationName }),
      row.name,
      document ? cells.documentOf(document) : null,
      writeProducts(products, productOf),
      String(discountPercent),
      row.discountName,
      row.isOptional ? "Yes" : "No",
      row.description,
      WORK_ORDER_STATUS_LABELS[row.workOrderStatus],
    ];
  });
  return writeCsv([...Object.keys(WORK_ORDER_COLUMNS), "Status"], rows);
}
