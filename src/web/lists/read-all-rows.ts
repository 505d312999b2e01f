import type { ListPage } from "#contract/list-query.ts";
import type { ReadRows } from "#web/ui/data-table/server-rows.ts";

type Page<Row> = { data: readonly Row[]; page: ListPage };

export type Reading<Row> = ReadRows & { fetchPage: (cursor: string | undefined) => Promise<Page<Row>> };

/** Reads a list page by page; `total` is null if it is too large to count. Throws the signal's reason if it aborts. */
export async function readAllRows<Row>({ fetchPage, maxRows, onPart, signal }: Reading<Row>) {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { data, page } = await fetchPage(cursor);
    signal.throwIfAborted();
    rows.push(...data.slice(0, maxRows - rows.length));
    const { total, isMore = false, nextCursor } = page;
    onPart(rows.length, isMore ? maxRows : Math.min(total, maxRows));
    if (nextCursor === null || data.length === 0 || rows.length >= maxRows) {
      if (!isMore) return { rows, total };
      return { rows, total: nextCursor === null ? rows.length : null };
    }
    cursor = nextCursor;
  }
}
