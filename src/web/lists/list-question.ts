import { encodeColumnFilters } from "#domain/lists/column-filters.ts";
import type { TableAddress } from "#web/ui/data-table/use-table-address.ts";

/** What a table's address asks for, but for the page. */
type Wish = Pick<TableAddress, "search" | "columnFilters" | "sort">;

/** The part of a list call's query that searches, filters and sorts. */
type ListQuestion = { q?: string; filter?: string; sort?: string; timeZone?: string };

/** What the server is asked for, in the words of the call. */
export function listQuestion({ search, columnFilters, sort }: Wish, timeZone: string): ListQuestion {
  const isSearch = search !== "" || columnFilters.length > 0;
  return {
    ...(search === "" ? {} : { q: search }),
    ...(columnFilters.length === 0 ? {} : { filter: encodeColumnFilters(columnFilters) }),
    ...(sort === null ? {} : { sort: `${sort.desc ? "-" : ""}${sort.id}` }),
    // Days are searched as they read here.
    ...(isSearch && isZoneName(timeZone) ? { timeZone } : {}),
  };
}

/** A browser may tell an offset ("+10:00") where it knows no name; the portal's own zone is then near enough. */
function isZoneName(timeZone: string): boolean {
  return /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(timeZone);
}
