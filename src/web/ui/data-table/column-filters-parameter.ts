/** The query parameter: a base64 JSON array of filter entries. */
export const COLUMN_FILTERS_PARAMETER = "columnFilters";

export type ColumnFilter = { id: string; value: string };

/** Longer texts match nothing that a table holds and would not fit an address. */
export const FILTER_TEXT_LIMIT = 200;

export function encodeColumnFilters(filters: readonly ColumnFilter[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(filters));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The filters on these columns that a query parameter asks for; what cannot be read is no filter. */
export function decodeColumnFilters(parameter: string | null, columnIds: readonly string[]): ColumnFilter[] {
  const wanted = new Map<string, string>();
  for (const { id, value } of readEntries(parameter ?? "")) {
    const text = String(value).slice(0, FILTER_TEXT_LIMIT);
    if (text !== "" && columnIds.includes(id) && !wanted.has(id)) wanted.set(id, text);
  }
  return Array.from(wanted, ([id, value]) => ({ id, value }));
}

type Entry = { id: string; value: string | number };

function readEntries(parameter: string): Entry[] {
  try {
    // A "+" that was not escaped arrives as a space; links made by others may use the URL-safe alphabet.
    const base64 = parameter.replaceAll(" ", "+").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const entries: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is Entry {
  if (typeof entry !== "object" || entry === null) return false;
  const { id, value } = entry as Record<string, unknown>;
  return typeof id === "string" && (typeof value === "string" || typeof value === "number");
}
