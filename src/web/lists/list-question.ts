import { encodeColumnFilters } from "#domain/lists/column-filters.ts";
import type { TableAddress } from "#web/ui/data-table/use-table-address.ts";

/** The state of a table's address without the page. */
type Wish = Pick<TableAddress, "search" | "columnFilters" | "sort">;

/** The part of a list call's query that searches, filters and sorts. */
type ListQuestion = { q?: string; filter?: string; sort?: string; timeZone?: string };

/** Translates a table's address into the query of a list call. */
export function listQuestion({ search, columnFilters, sort }: Wish, timeZone: string): ListQuestion {
  const isSearch = search !== "" || columnFilters.length > 0;
  return {
    ...(search === "" ? {} : { q: search }),
    ...(columnFilters.length === 0 ? {} : { filter: encodeColumnFilters(columnFilters) }),
    ...(sort === null ? {} : { sort: `${sort.desc ? "-" : ""}${sort.id}` }),
    // Dates are searched as they read in the browser's time zone.
    ...(isSearch && isZoneName(timeZone) ? { timeZone } : {}),
  };
}

/** A browser may report an offset ("+10:00") if it knows no name. The portal's zone is then close enough. */
function isZoneName(timeZone: string): boolean {
  return /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(timeZone);
}
