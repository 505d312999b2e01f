import { changedFields } from "../canonical-json.ts";
import {
  namedOnce,
  type PlannedRow,
  soundRow,
  type Wrong,
  wrongCells,
  wrongRow,
} from "../csv/planned-row.ts";
import type { TableRow } from "../csv/read-table.ts";
import type { Id } from "../id.ts";
import { NO_INVOICE } from "../invoices/invoice.ts";
import { organizationIndex } from "../organizations/organization-index.ts";
import { priceOwnWork } from "../pricing/price-work-orders.ts";
import type { CataloguedProduct } from "../products/product.ts";
import type { NumberStyle } from "../read-number.ts";
import { typedDecimal } from "../typed-decimal.ts";
import { trimEdges } from "../typed-text.ts";
import { productReader, quantitiesIn, writeProducts } from "./product-cell.ts";
import { NO_PROPOSAL } from "./work-order.ts";
import { type DetailsAsRead, WorkOrderDetails } from "./work-order-details.ts";

/** The columns of work orders as CSV. A file of ours also tells the status, which is moved on the board. */
export const WORK_ORDER_COLUMNS = {
  Number: { isNeeded: false },
  Organization: { isNeeded: true },
  Name: { isNeeded: true },
  Document: { isNeeded: false },
  Products: { isNeeded: false, numbersIn: quantitiesIn },
  Discount: { isNeeded: false, numbersIn: (cell: string) => [cell] },
  "Discount name": { isNeeded: false },
  Optional: { isNeeded: false },
  Description: { isNeeded: false },
} as const;

const DISCOUNT = { missing: "", wrong: "Please enter a percentage, such as 10 or 12.5" };

type Row = TableRow<keyof typeof WORK_ORDER_COLUMNS>;

type NumberedWork = { workOrderId: Id; externalId: string };

type KnownWorkOrder = DetailsAsRead & NumberedWork & { organizationId: Id; isShown: boolean };

type NumberedDocument = { uniqueDocumentId: Id; externalId: string; organizationId: Id };

type KnownDocument = NumberedDocument & {
  /** How it is over, such as "has expired"; null: it is not. */
  over: string | null;
};

export type KnownWork = {
  organizations: readonly { organizationId: Id; organizationName: string }[];
  documents: readonly KnownDocument[];
  workOrders: readonly KnownWorkOrder[];
  catalogue: readonly CataloguedProduct[];
  gstPercent: number;
  /** Makes a text harmless HTML. */
  sanitise: (html: string) => string;
};

/** `was` is the work order that a row changes; null for a new one, whose `externalId` may be left to the portal. */
export type PlannedWorkOrder = {
  was: KnownWorkOrder | null;
  organizationId: Id;
  externalId: string | null;
  next: DetailsAsRead;
};

/**
 * What each row of a file does. It names its work order by the number or ID, or else by organization, document and
 * name: then it means none that another row numbers. An empty cell leaves the value. What clients see is changed in the
 * portal, not by a file.
 */
export function planWorkOrderImport(
  rows: readonly Row[],
  known: KnownWork,
  style: NumberStyle = ".",
): (row: Row) => PlannedRow<PlannedWorkOrder> {
  const found = lookUpIn(rows, known, style);
  return (row) => {
    const base = { line: row.line, name: row.cells.Name };
    const planned = row.problem === null ? plan(row, found) : { note: row.problem };
    return "note" in planned
      ? wrongRow(base, planned)
      : soundRow(base, planned.data, planned.data.was === null, planned.changes);
  };
}

type Lookup = ReturnType<typeof lookUpIn>;

/** What the cells of a file are compared with. */
function lookUpIn(rows: readonly Row[], known: KnownWork, style: NumberStyle) {
  const { organizations, documents, workOrders, catalogue, gstPercent, sanitise } = known;
  const findNumbered = numberFinder(workOrders);
  const numbered = new Set(rows.flatMap(({ cells }) => findNumbered(cells.Number)));
  return {
    findOrganization: organizationIndex(organizations),
    readProducts: productReader(catalogue, style),
    typedDiscount: typedDecimal(DISCOUNT, "percent", style),
    retired: new Set(catalogue.flatMap((one) => (one.isRetired ? [one.productId] : []))),
    productOf: new Map(catalogue.map((one) => [one.productId, one])),
    findDocument: documentFinder(documents),
    overOf: new Map(documents.map((one) => [one.uniqueDocumentId, one.over])),
    findNumbered,
    byKey: Map.groupBy(
      workOrders.filter((one) => !numbered.has(one)),
      (one) => keyOf(one.organizationId, one.uniqueDocument, one.name),
    ),
    firstLineOf: namedOnce(),
    gstPercent,
    sanitise,
  };
}

function plan({ cells, line }: Row, found: Lookup): Wrong | { data: PlannedWorkOrder; changes: string[] } {
  const meant = findClosest(cells, line, found);
  if ("note" in meant) return meant;
  const { was, organizationId, document } = meant;
  if (was && isWritten(cells, was, document, found))
    return { data: { was, organizationId, externalId: was.externalId, next: was }, changes: [] };
  const next = readDetails(cells, was, document, found);
  if ("note" in next) return next;
  const changes = was ? changedFields(next, was) : [];
  const refusal = refuseOver(next, was, found) ?? refuseProducts(next, was, found);
  if (refusal) return refusal;
  if (was?.isShown && changes.length > 0)
    return { note: `Clients see this work order: change its ${changes.map(fieldName).join(", ")} there` };
  if (was === null && cells.Number.length > 64)
    return { note: "Please use at most 64 characters", column: "Number" };
  const externalId = cells.Number === "" ? null : cells.Number;
  return { data: { was, organizationId, externalId, next }, changes: changes.map(fieldName) };
}

/** The organization, the document and the work order that a row means. */
function findClosest(
  cells: Row["cells"],
  line: number,
  { findOrganization, findDocument, byKey, findNumbered, firstLineOf }: Lookup,
): Wrong | { was: KnownWorkOrder | null; organizationId: Id; document: Id | null } {
  const organization = findOrganization(cells.Organization);
  if ("note" in organization) return organization;
  const { organizationId } = organization;
  const document = cells.Document === "" ? null : findDocument(cells.Document, organizationId);
  if (document !== null && typeof document !== "string") return document;
  const ownKey = keyOf(organizationId, document ?? NO_PROPOSAL, cells.Name);
  const [was = null, ...others] =
    cells.Number === "" ? (byKey.get(ownKey) ?? []) : findNumbered(cells.Number);
  if (others.length > 0) return meansMany(others.length + 1, cells.Number);
  if (was && was.organizationId !== organizationId)
    return { note: "This number is a work order of another organization", column: "Number" };
  const first = firstLineOf(was?.workOrderId ?? (cells.Number.toLowerCase() || ownKey), line);
  if (first !== null) return { note: `Line ${first} has this work order already` };
  return { was, organizationId, document };
}

/** Whether the row says what is there. Work of an import need not follow the rules of the form. */
function isWritten(
  cells: Row["cells"],
  was: KnownWorkOrder,
  document: Id | null,
  { productOf }: Lookup,
): boolean {
  return (
    cells.Name === trimEdges(was.name) &&
    (document ?? NO_PROPOSAL) === was.uniqueDocument &&
    cells.Products === writeProducts(was.products, productOf) &&
    cells.Discount === String(was.discountPercent) &&
    cells["Discount name"] === trimEdges(was.discountName ?? "") &&
    YES_OR_NO[cells.Optional.toLowerCase()] === was.isOptional &&
    cells.Description === trimEdges(was.description)
  );
}

/** What a work order is where a row leaves a cell empty. */
const NEW_WORK = {
  description: "",
  uniqueDocument: NO_PROPOSAL,
  invoice: NO_INVOICE,
  products: [],
  discountPercent: 0,
  discountName: null,
  isOptional: false,
};

function readDetails(
  cells: Row["cells"],
  was: KnownWorkOrder | null,
  document: Id | null,
  { readProducts, typedDiscount, sanitise }: Lookup,
): WorkOrderDetails | Wrong {
  const before = was ?? NEW_WORK;
  const products = cells.Products === "" ? before.products : readProducts(cells.Products);
  if ("note" in products) return products;
  const isOptional = cells.Optional === "" ? before.isOptional : YES_OR_NO[cells.Optional.toLowerCase()];
  if (isOptional === undefined) return { note: "Optional is Yes or No, or left empty", column: "Optional" };
  const discount =
    cells.Discount === "" ? { data: before.discountPercent } : typedDiscount.safeParse(cells.Discount);
  if (discount.data === undefined)
    return { note: discount.error?.issues[0]?.message ?? DISCOUNT.wrong, column: "Discount" };
  const read = WorkOrderDetails.safeParse({
    name: cells.Name,
    description: cells.Description === "" ? before.description : sanitise(cells.Description),
    uniqueDocument: document ?? before.uniqueDocument,
    invoice: before.invoice,
    products,
    discountPercent: discount.data,
    discountName: cells["Discount name"] || before.discountName,
    isOptional,
  });
  if (read.success) return read.data;
  return wrongCells(read.error, COLUMN_OF);
}

function refuseOver(next: WorkOrderDetails, was: KnownWorkOrder | null, { overOf }: Lookup): Wrong | null {
  const over = next.uniqueDocument === was?.uniqueDocument ? null : overOf.get(next.uniqueDocument);
  if (!over) return null;
  return { note: `This document ${over}, so no work can be added to it`, column: "Document" };
}

function refuseProducts(
  next: WorkOrderDetails,
  was: KnownWorkOrder | null,
  { retired, productOf, gstPercent }: Lookup,
): Wrong | null {
  const known = new Set(was?.products.map(({ productId }) => productId));
  if (next.products.some(({ productId }) => retired.has(productId) && !known.has(productId)))
    return { note: "A product is retired, so new work can't choose it", column: "Products" };
  const priced = next.products.flatMap(({ productId }) => productOf.get(productId) ?? []);
  return priceOwnWork(next, priced, gstPercent).isUncountable
    ? { note: "This work would come to a trillion dollars or more", column: "Products" }
    : null;
}

/** Finds the document of an organization that a cell names by its number or ID, or tells why there is none. */
function documentFinder(all: readonly NumberedDocument[]): (cell: string, organizationId: Id) => Id | Wrong {
  const byId = new Map(all.map((one) => [one.uniqueDocumentId, one]));
  const byNumber = Map.groupBy(all, (one) => JSON.stringify([one.organizationId, one.externalId]));
  return (cell, organizationId) => {
    const named =
      byId.get(cell)?.organizationId === organizationId ? [cell] : numbersIn(organizationId, cell);
    const [uniqueDocumentId] = named;
    if (named.length === 1 && uniqueDocumentId !== undefined) return uniqueDocumentId;
    const note =
      named.length === 0
        ? "This organization has no document with this number or ID"
        : `${named.length} documents have this number: give the ID`;
    return { note, column: "Document" };
  };

  function numbersIn(organizationId: Id, number: string): Id[] {
    const found = byNumber.get(JSON.stringify([organizationId, number])) ?? [];
    return found.map(({ uniqueDocumentId }) => uniqueDocumentId);
  }
}

/** Finds the work orders that a cell names by their number or ID: none for an empty cell. */
function numberFinder<One extends NumberedWork>(all: readonly One[]): (cell: string) => readonly One[] {
  const byId = new Map(all.map((one) => [one.workOrderId, one]));
  const byNumber = Map.groupBy(all, (one) => one.externalId.toLowerCase());
  return (cell) => {
    if (cell === "") return [];
    const found = byId.get(cell);
    return found ? [found] : (byNumber.get(cell.toLowerCase()) ?? []);
  };
}

/** The cells by which an import finds work orders and documents again: numbers, or IDs where these are not unique. */
export function numberCells(workOrders: readonly NumberedWork[], documents: readonly NumberedDocument[]) {
  const findNumbered = numberFinder(workOrders);
  const findDocument = documentFinder(documents);
  return {
    numberOf({ workOrderId, externalId }: NumberedWork): string {
      const found = findNumbered(trimEdges(externalId));
      return found.length === 1 && found[0]?.workOrderId === workOrderId ? externalId : workOrderId;
    },
    documentOf({ uniqueDocumentId, externalId, organizationId }: NumberedDocument): string {
      const number = trimEdges(externalId);
      const isFound = number !== "" && findDocument(number, organizationId) === uniqueDocumentId;
      return isFound ? externalId : uniqueDocumentId;
    },
  };
}

function meansMany(count: number, number: string): Wrong {
  const note =
    number === ""
      ? `${count} work orders are meant: give the Number`
      : `${count} work orders have this number: give the ID`;
  return { note, column: "Number" };
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
  return JSON.stringify([organizationId, document, trimEdges(name)]);
}
