/** A column must contain this text. */
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
  const wanted = new Map<string, Filter>();
  for (const filter of filters) {
    if (filter.value !== "" && !wanted.has(filter.id)) wanted.set(filter.id, filter);
  }
  return [...wanted.values()];
}
