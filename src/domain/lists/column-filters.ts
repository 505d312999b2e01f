/** A text that a column must contain. */
export type ColumnFilter = { id: string; value: string };

/** Longer texts match nothing that a list holds, and would not fit an address. */
export const FILTER_TEXT_LIMIT = 200;

/** Filters as addresses carry them: a base64 JSON array. */
export function encodeColumnFilters(filters: readonly ColumnFilter[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(filters));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The entries of such an array, whatever they are; null where it is none. */
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

/** The filter that an entry states: an id, and a text or a number to look for. */
export function toColumnFilter(entry: unknown): ColumnFilter | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { id, value } = entry as Record<string, unknown>;
  if (typeof id !== "string" || (typeof value !== "string" && typeof value !== "number")) return null;
  return { id, value: String(value) };
}

/** The filters that count: the first on each column, and none that looks for nothing. */
export function countingFilters<Filter extends ColumnFilter>(filters: readonly Filter[]): Filter[] {
  const wanted = new Map<string, Filter>();
  for (const filter of filters) {
    if (filter.value !== "" && !wanted.has(filter.id)) wanted.set(filter.id, filter);
  }
  return [...wanted.values()];
}
