import { encodeColumnFilters } from "#domain/lists/column-filters.ts";
import type { TableAddress } from "#web/ui/data-table/use-table-address.ts";

/** The state of a table's address without the page. */
type Wish = Pick<TableAddress, "search" | "columnFilters" | "sort">;

/** The part of a list call's query that searches, filters and sorts. */
type ListQuestion = { q?: string; filter?: string; sort?: string };

/** Translates a table's address into the query of a list call. */
export function listQuestion({ search, columnFilters, sort }: Wish): ListQuestion {
  return {
    ...(search === "" ? {} : { q: search }),
    ...(columnFilters.length === 0 ? {} : { filter: encodeColumnFilters(columnFilters) }),
    ...(sort === null ? {} : { sort: `${sort.desc ? "-" : ""}${sort.id}` }),
  };
}
