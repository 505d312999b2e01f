// The columns by which each list can be searched, filtered and sorted, by the ids in its table.

export const DOCUMENT_LIST_COLUMNS = [
  "externalId",
  "name",
  "createdAt",
  "status",
  "approvedBy",
  "approvedTime",
  "totalCost",
  "documentType",
] as const;

export const ADMIN_DOCUMENT_LIST_COLUMNS = [
  "externalId",
  "organizationName",
  "name",
  "documentType",
  "status",
  "totalCost",
  "updatedAt",
] as const;

export const WORK_ORDER_LIST_COLUMNS = [
  "externalId",
  "name",
  "uniqueDocument",
  "invoice",
  "createdAt",
  "workOrderStatus",
] as const;

export const ADMIN_WORK_ORDER_LIST_COLUMNS = ["organizationName", ...WORK_ORDER_LIST_COLUMNS] as const;

export const INVOICE_LIST_COLUMNS = [
  "externalId",
  "name",
  "createdAt",
  "xeroLink",
  "invoiceStatus",
  "total",
  "amountDue",
  "dueDate",
] as const;

export const ADMIN_INVOICE_LIST_COLUMNS = [
  "organizationName",
  "externalId",
  "name",
  "createdAt",
  "invoiceStatus",
  "total",
  "amountDue",
  "dueDate",
] as const;

export const SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS = ["name", "signedBy", "signedAt"] as const;

/** The company's list, of every document or of one. */
export const ADMIN_SIGNATURE_LIST_COLUMNS = [
  "name",
  "signedBy",
  "organizationName",
  "version",
  "address",
  "signedAt",
] as const;

export const NOTIFICATION_LIST_COLUMNS = ["message", "createdAt"] as const;

export const ORGANIZATION_LIST_COLUMNS = [
  "organizationName",
  "ownerName",
  "members",
  "requests",
  "openDocuments",
  "createdAt",
  "status",
] as const;

export const REQUEST_LIST_COLUMNS = ["name", "email", "organizationName", "requestedAt"] as const;

export const ANNOUNCEMENT_LIST_COLUMNS = ["title", "text", "sentBy", "sentAt"] as const;

export const PERSON_LIST_COLUMNS = ["name", "email", "organizations", "lastSignedInAt"] as const;

export const ACTIVITY_LIST_COLUMNS = ["at", "who", "what", "about", "organizationName"] as const;

/** Pictures used before, which are searched by their alternative text. */
export const PICTURE_LIST_COLUMNS = ["alt"] as const;

/** A table with more rows asks the server for each page. */
export const ROWS_IN_MEMORY = 2000;

/** A search counts so many rows. */
export const MAX_FOUND = ROWS_IN_MEMORY;

export type ColumnFilter = { id: string; value: string };

/** No list contains longer texts, and an address could not hold them. */
export const FILTER_TEXT_LIMIT = 200;

/** Filters in addresses: a base64 JSON array. */
export function encodeColumnFilters(filters: readonly ColumnFilter[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(filters));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The entries of such an array, not yet checked; null if it is no array. */
export function readFilterEntries(parameter: string): unknown[] | null {
  try {
    // A "+" that was not escaped arrives as a space; links made by others may use the URL-safe alphabet.
    const base64 = parameter.replaceAll(" ", "+").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const entries: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Array.isArray(entries) ? entries : null;
  } catch {
    return null;
  }
}

/** The filter of an entry: an id and a text or number; null if it is no filter. */
export function toColumnFilter(entry: unknown): ColumnFilter | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { id, value } = entry as Record<string, unknown>;
  if (typeof id !== "string" || (typeof value !== "string" && typeof value !== "number")) return null;
  return { id, value: String(value) };
}

/** The effective filters: the first of each column, without empty ones. */
export function countingFilters<Filter extends ColumnFilter>(filters: readonly Filter[]): Filter[] {
  const query = new Map<string, Filter>();
  for (const filter of filters) {
    if (filter.value !== "" && !query.has(filter.id)) query.set(filter.id, filter);
  }
  return [...query.values()];
}
