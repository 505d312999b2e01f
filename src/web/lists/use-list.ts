import { useState } from "react";
import type { SWRConfiguration } from "swr";
import type { z } from "zod";
import type { Call, PageOf } from "#contract/call.ts";
import { FIRST_ROWS } from "#contract/first-inputs.ts";
import type { CountedPage, ListPage, ListQuery } from "#contract/list-query.ts";
import { encodeColumnFilters, ROWS_IN_MEMORY } from "#domain/lists/list-columns.ts";
import { useActingOrganization } from "#web/lib/acting-organization.ts";
import { callPage, type Input } from "#web/lib/call.ts";
import { usePage } from "#web/lib/use-call.ts";
import { existingPage, PAGE_SIZE } from "#web/ui/data-table/data-table-pagination.tsx";
import type { ServerRows } from "#web/ui/data-table/server-rows.ts";
import type { TableAddress } from "#web/ui/data-table/use-table-address.ts";

/** A call that returns rows, all or page by page. */
export type ListCall = Call & { page: z.ZodType<ListPage & Partial<CountedPage>> };
export type RowOf<C extends ListCall> = PageOf<C>["data"] extends readonly (infer Row)[] ? Row : never;

/** Further parameters of a list call, which select the rows of a screen. */
export type OwnQuery<C extends ListCall> = Omit<NonNullable<z.input<C["query"]>>, keyof ListQuery>;

/** The call accepts no higher page. */
const LAST_PAGE = 999_999;

export type List<Row> = {
  /** The rows to show; undefined while loading. */
  rows: Row[] | undefined;
  error: Error | undefined;
  retry: () => void;
  /** For a list with more rows than the browser holds: the server searches, filters, sorts and pages it. */
  server: ServerRows<Row> | null;
};

/** The rows of a list for a table's address: all of a short list, or one page of a long one. */
export function useList<C extends ListCall>(
  what: C,
  own: OwnQuery<C>,
  address: TableAddress,
  options: SWRConfiguration = {},
): List<RowOf<C>> {
  const inputOf = (limit: number) => ({ query: { ...own, limit } }) as Input<C>;
  const first = usePage<C>(what, inputOf(FIRST_ROWS), options);
  const total = first.data?.page.total ?? 0;
  const isLarge = total > ROWS_IN_MEMORY;
  const isMedium = total > FIRST_ROWS && !isLarge;
  const all = usePage<C>(what, isMedium ? inputOf(ROWS_IN_MEMORY) : null, options);
  const large = useLargeList(what, own, address, isLarge);
  if (isLarge) return large;
  const whole = isMedium ? all : first;
  return {
    rows: whole.data?.data as RowOf<C>[] | undefined,
    error: whole.error,
    retry: () => void whole.mutate(),
    server: null,
  };
}

type Remembered<C extends ListCall> = { list: string; question: string; answer: PageOf<C> };

function useLargeList<C extends ListCall>(
  what: C,
  own: OwnQuery<C>,
  address: TableAddress,
  isEnabled: boolean,
): List<RowOf<C>> {
  const acting = useActingOrganization();
  const question = listQuestion(address);
  const here = { list: JSON.stringify([acting, what.path, own]), question: JSON.stringify(question) };
  // The previous answer to the same list. Its rows stay on screen while the next answer loads.
  const [remembered, setRemembered] = useState<Remembered<C> | null>(null);
  const before = remembered?.list === here.list ? remembered : null;
  const known = before?.question === here.question ? before.answer.page : undefined;
  const pageIndex = pageIndexIn(known, address.pageIndex);
  const offset = Math.min(pageIndex, LAST_PAGE) * PAGE_SIZE;
  const query = { ...own, ...question };
  const page = usePage<C>(
    what,
    isEnabled ? ({ query: { ...query, limit: PAGE_SIZE, offset } } as Input<C>) : null,
  );
  const { data: answer } = page;
  if (answer !== undefined && remembered?.answer !== answer) setRemembered({ ...here, answer });

  const shown = answer ?? (page.error ? undefined : before?.answer);
  return {
    rows: shown && rowsOf<C>(shown),
    error: page.error,
    retry: () => void page.mutate(),
    server: {
      ...countsOf(answer?.page ?? known, shown?.page),
      pageIndex,
      isBehind: answer === undefined,
      readAll: async (reading) => {
        const { readAllRows } = await import("./read-all-rows.ts");
        return readAllRows({
          fetchPage: async (cursor) => {
            const part = { query: { ...query, limit: ROWS_IN_MEMORY, cursor } } as Input<C>;
            return (await callPage(what, part)) as { data: RowOf<C>[]; page: ListPage };
          },
          ...reading,
        });
      },
    },
  };
}

function pageIndexIn(known: ListPage | undefined, pageIndex: number): number {
  return known && !known.isMore ? existingPage(pageIndex, known.total) : pageIndex;
}

/** A page beyond the last is empty and has no rows to show; the last page is then being fetched. */
function rowsOf<C extends ListCall>({ data, page }: PageOf<C>): RowOf<C>[] | undefined {
  const rows = data as RowOf<C>[];
  const isBeyond = rows.length === 0 && page.total !== 0 && !page.isMore;
  return isBeyond ? undefined : rows;
}

type Counted = ListPage & Partial<CountedPage>;

/** What is known of the number of rows, and which of them the page on screen counts by status. */
function countsOf(known: Counted | undefined, shown: Counted | undefined) {
  const counts = shown?.counts;
  // A search that finds too many rows counts none by status.
  const isUncounted = counts !== undefined && shown?.total !== 0 && Object.keys(counts).length === 0;
  return {
    total: known?.total,
    isMore: known?.isMore === true,
    hasNext: shown?.nextCursor !== null,
    counts: isUncounted ? undefined : counts,
    isUncounted,
  };
}

/** The state of a table's address without the page. */
type TableState = Pick<TableAddress, "search" | "columnFilters" | "sort">;

export function listQuestion({ search, columnFilters, sort }: TableState) {
  return {
    ...(search === "" ? {} : { q: search }),
    ...(columnFilters.length === 0 ? {} : { filter: encodeColumnFilters(columnFilters) }),
    ...(sort === null ? {} : { sort: `${sort.desc ? "-" : ""}${sort.id}` }),
  };
}
