import { type Judged, namedOnce, soundRow, type Wrong, wrongCells, wrongRow } from "../csv/judged-row.ts";
import type { TableRow } from "../csv/read-table.ts";
import type { Id } from "../id.ts";
import { NO_INVOICE } from "../invoices/invoice.ts";
import { organizationIndex } from "../organizations/organization-index.ts";
import { priceOwnWork } from "../pricing/price-own-work.ts";
import type { CataloguedProduct } from "../products/catalogued-product.ts";
import { productReader, writeProducts } from "./product-cell.ts";
import { NO_PROPOSAL } from "./work-order.ts";
import { changedFields, type DetailsAsRead, WorkOrderDetails } from "./work-order-details.ts";

/** The columns of work orders as CSV. A file of ours also tells the status, which is moved on the board. */
export const WORK_ORDER_COLUMNS = {
  Number: { isNeeded: false },
  Organization: { isNeeded: true },
  Name: { isNeeded: true },
  Document: { isNeeded: false },
  Products: { isNeeded: false },
  Discount: { isNeeded: false },
  "Discount name": { isNeeded: false },
  Optional: { isNeeded: false },
  Description: { isNeeded: false },
} as const;

type Row = TableRow<keyof typeof WORK_ORDER_COLUMNS>;

type KnownWorkOrder = DetailsAsRead & {
  workOrderId: Id;
  organizationId: Id;
  externalId: string;
  isShown: boolean;
};

export type KnownWork = {
  organizations: readonly { organizationId: Id; organizationName: string }[];
  documents: readonly { uniqueDocumentId: Id; externalId: string; organizationId: Id }[];
  workOrders: readonly KnownWorkOrder[];
  catalogue: readonly CataloguedProduct[];
  gstPercent: number;
  /** Makes a text harmless HTML. */
  sanitise: (html: string) => string;
};

/** `was` is the work order that a row changes; null for a new one, whose `externalId` may be left to the portal. */
export type WorkOrderWork = {
  was: KnownWorkOrder | null;
  organizationId: Id;
  externalId: string | null;
  wanted: DetailsAsRead;
};

/**
 * What each row of a file does. A row names its work order by the number, or else by organization, document and name
 * together. An empty cell leaves what is there. What clients see is changed in the portal, not by a file.
 */
export function judgeWorkOrders(rows: readonly Row[], known: KnownWork): Judged<WorkOrderWork>[] {
  const findOrganization = organizationIndex(known.organizations);
  const readProducts = productReader(known.catalogue);
  const retired = new Set(known.catalogue.flatMap((one) => (one.isRetired ? [one.productId] : [])));
  const productOf = new Map(known.catalogue.map((one) => [one.productId, one]));
  const documentsOf = Map.groupBy(
    known.documents.flatMap((one) =>
      [...new Set([one.uniqueDocumentId, one.externalId])].map((cell) => ({ ...one, cell })),
    ),
    ({ organizationId, cell }) => JSON.stringify([organizationId, cell]),
  );
  const byNumber = Map.groupBy(known.workOrders, (one) => one.externalId.toLowerCase());
  const byKey = Map.groupBy(known.workOrders, (one) =>
    keyOf(one.organizationId, one.uniqueDocument, one.name),
  );
  const firstLineOf = namedOnce();
  return rows.map((row) => {
    const told = { line: row.line, name: row.cells.Name };
    const judged = judge(row);
    return "note" in judged
      ? wrongRow(told, judged)
      : soundRow(told, judged.work, judged.work.was === null, judged.changes);
  });

  function judge({ cells, line, problem }: Row): Wrong | { work: WorkOrderWork; changes: string[] } {
    if (problem !== null) return { note: problem };
    const organization = findOrganization(cells.Organization);
    if ("note" in organization) return organization;
    const { organizationId } = organization;
    const document = findDocument(cells.Document, organizationId);
    if (document !== null && typeof document !== "string") return document;
    const named =
      cells.Number === ""
        ? (byKey.get(keyOf(organizationId, document ?? NO_PROPOSAL, cells.Name)) ?? [])
        : (byNumber.get(cells.Number.toLowerCase()) ?? []);
    if (named.length > 1)
      return { note: `${named.length} work orders are meant: give the Number`, column: "Number" };
    const was = named[0] ?? null;
    if (was && was.organizationId !== organizationId)
      return { note: "This number is a work order of another organization", column: "Number" };
    const key = was
      ? was.workOrderId
      : cells.Number.toLowerCase() || keyOf(organizationId, document ?? NO_PROPOSAL, cells.Name);
    const first = firstLineOf(key, line);
    if (first !== null) return { note: `Line ${first} has this work order already` };
    if (was && isWritten(cells, was, document))
      return { work: { was, organizationId, externalId: was.externalId, wanted: was }, changes: [] };
    const wanted = readWanted(cells, was, document);
    if ("note" in wanted) return wanted;
    const kept = new Set(was?.products.map(({ productId }) => productId));
    if (wanted.products.some(({ productId }) => retired.has(productId) && !kept.has(productId)))
      return { note: "A product is retired, so new work cannot choose it", column: "Products" };
    const priced = wanted.products.flatMap(({ productId }) => productOf.get(productId) ?? []);
    if (priceOwnWork(wanted, priced, known.gstPercent).isUncountable)
      return { note: "This work would come to a trillion dollars or more", column: "Products" };
    const changes = was ? changedFields(was, wanted) : [];
    if (was?.isShown && changes.length > 0)
      return { note: `Clients see this work order: change its ${changes.map(fieldName).join(", ")} there` };
    if (was === null && cells.Number.length > 64)
      return { note: "Please use at most 64 characters", column: "Number" };
    const externalId = cells.Number === "" ? null : cells.Number;
    return { work: { was, organizationId, externalId, wanted }, changes: changes.map(fieldName) };
  }

  function findDocument(cell: string, organizationId: Id): Id | null | Wrong {
    if (cell === "") return null;
    const named = documentsOf.get(JSON.stringify([organizationId, cell])) ?? [];
    if (named.length === 1) return named[0]?.uniqueDocumentId ?? null;
    const note =
      named.length === 0
        ? "This organization has no document with this number or ID"
        : `${named.length} documents have this number: give the ID`;
    return { note, column: "Document" };
  }

  /** Whether the row says what is there. Work of an import need not follow the rules of the form. */
  function isWritten(cells: Row["cells"], was: KnownWorkOrder, document: Id | null): boolean {
    return (
      cells.Name === was.name.trim() &&
      (document ?? NO_PROPOSAL) === was.uniqueDocument &&
      cells.Products === writeProducts(was.products, productOf) &&
      cells.Discount === String(was.discountPercent) &&
      cells["Discount name"] === (was.discountName ?? "").trim() &&
      YES_OR_NO[cells.Optional.toLowerCase()] === was.isOptional &&
      cells.Description === was.description.trim()
    );
  }

  function readWanted(
    cells: Row["cells"],
    was: KnownWorkOrder | null,
    document: Id | null,
  ): WorkOrderDetails | Wrong {
    const products = cells.Products === "" ? (was?.products ?? []) : readProducts(cells.Products);
    if ("note" in products) return products;
    const isOptional =
      cells.Optional === "" ? (was?.isOptional ?? false) : YES_OR_NO[cells.Optional.toLowerCase()];
    if (isOptional === undefined) return { note: "Optional is Yes or No, or left empty", column: "Optional" };
    const discount = cells.Discount.replace(/\s*%$/, "");
    if (discount !== "" && !/^\d+(\.\d+)?$/.test(discount))
      return { note: "Please enter a percentage, such as 10 or 12.5", column: "Discount" };
    const read = WorkOrderDetails.safeParse({
      name: cells.Name,
      description: cells.Description === "" ? (was?.description ?? "") : known.sanitise(cells.Description),
      uniqueDocument: document ?? was?.uniqueDocument ?? NO_PROPOSAL,
      invoice: was?.invoice ?? NO_INVOICE,
      products,
      discountPercent: discount === "" ? (was?.discountPercent ?? 0) : Number(discount),
      discountName: cells["Discount name"] || (was?.discountName ?? null),
      isOptional,
    });
    if (read.success) return read.data;
    return wrongCells(read.error, COLUMN_OF);
  }
}

const YES_OR_NO: Record<string, boolean> = { yes: true, no: false };

const COLUMN_OF: Record<string, string> = {
  name: "Name",
  description: "Description",
  uniqueDocument: "Document",
  products: "Products",
  discountPercent: "Discount",
  discountName: "Discount name",
};

function fieldName(field: string): string {
  return (COLUMN_OF[field] ?? "Optional").toLowerCase();
}

function keyOf(organizationId: Id, document: string, name: string): string {
  return JSON.stringify([organizationId, document, name.trim()]);
}
