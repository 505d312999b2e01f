import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { momentAt, type WorldMoment } from "#domain/world/world-moment.ts";
import type { Tx } from "../db/database.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { invoices } from "../invoices/tables.ts";
import { products } from "../products/tables.ts";
import { workOrderProducts, workOrders } from "../work-orders/tables.ts";
import { addRows, partsOf } from "./add-rows.ts";
import { documentSlug } from "./document-slug.ts";
import type { IdentifiedWorld } from "./identify-world.ts";
import { sanitisePage } from "./sanitise-page.ts";

export async function addProducts(tx: Tx, list: IdentifiedWorld["products"], now: Date): Promise<Set<Id>> {
  const rows = list.map(({ id, value }) => ({
    productId: id,
    productName: value.productName,
    productUnit: value.productUnit,
    productRate: decimalText(value.productRate),
    createdAt: now,
  }));
  return addRows(tx, products, products.productId, rows);
}

export async function addInvoices(tx: Tx, list: IdentifiedWorld["invoices"], now: Date): Promise<Set<Id>> {
  const rows = list.map(({ id, value }) => ({
    invoiceId: id,
    organizationId: value.organizationId,
    externalId: value.externalId,
    name: value.name,
    xeroLink: value.xeroLink,
    invoiceStatus: value.invoiceStatus,
    ...momentsOf(value, now),
  }));
  return addRows(tx, invoices, invoices.invoiceId, rows);
}

/** The documents without their totals and decisions, which follow from the work orders. */
export async function addDocuments(tx: Tx, list: IdentifiedWorld["documents"], now: Date): Promise<Set<Id>> {
  const rows = list.map(({ id, value }) => ({
    uniqueDocumentId: id,
    organizationId: value.organizationId,
    externalId: value.externalId,
    name: value.name,
    slug: documentSlug(value),
    templateId: value.templateId,
    documentType: value.documentType,
    status: value.status,
    invoiceId: value.invoice,
    puckState: sanitisePage(value.puckState),
    ...momentsOf(value, now),
  }));
  return addRows(tx, uniqueDocuments, uniqueDocuments.uniqueDocumentId, rows);
}

export async function addWorkOrders(
  tx: Tx,
  list: IdentifiedWorld["workOrders"],
  now: Date,
): Promise<Set<Id>> {
  const rows = list.map(({ id, value }) => ({
    workOrderId: id,
    organizationId: value.organizationId,
    externalId: value.externalId,
    name: value.name,
    description: sanitiseHtml(value.description),
    uniqueDocumentId: value.uniqueDocument === NO_PROPOSAL ? null : value.uniqueDocument,
    invoiceId: value.invoice === NO_INVOICE ? null : value.invoice,
    workOrderStatus: value.workOrderStatus,
    ...value.optional,
    discountPercent: String(value.discountPercent),
    discountName: value.discountName,
    ...momentsOf(value, now),
  }));
  const added = await addRows(tx, workOrders, workOrders.workOrderId, rows);
  const lines = list
    .filter(({ id }) => added.has(id))
    .flatMap(({ id, value }) =>
      value.products.map((product, position) => ({
        workOrderId: id,
        position,
        productId: product.productId,
        total: decimalText(product.total),
      })),
    );
  for (const part of partsOf(lines)) await tx.insert(workOrderProducts).values(part);
  return added;
}

function decimalText(value: number | null): string | null {
  return value === null ? null : String(value);
}

/** Of the two moments one stands for the other; without either it is the moment of loading. */
function momentsOf(
  record: { createdAt?: WorldMoment | undefined; updatedAt?: WorldMoment | undefined },
  now: Date,
): { createdAt: Date; updatedAt: Date } {
  const createdAt = record.createdAt ?? record.updatedAt;
  const updatedAt = record.updatedAt ?? record.createdAt;
  return {
    createdAt: createdAt ? momentAt(createdAt, now) : now,
    updatedAt: updatedAt ? momentAt(updatedAt, now) : now,
  };
}
