import type { ListPage } from "#contract/list-query.ts";

type Page<Row> = { data: readonly Row[]; page: ListPage };

export type Reading<Row> = {
  ask: (cursor: string | undefined) => Promise<Page<Row>>;
  /** No more rows than these. */
  most: number;
  /** Told after each part. */
  onPart: (read: number, total: number) => void;
  signal: AbortSignal;
};

/** Reads a list part by part, and how many rows it has. Throws what the signal says when it is not wanted any more. */
export async function readAllRows<Row>({ ask, most, onPart, signal }: Reading<Row>) {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { data, page } = await ask(cursor);
    signal.throwIfAborted();
    rows.push(...data.slice(0, most - rows.length));
    const { total, nextCursor } = page;
    onPart(rows.length, Math.min(total, most));
    if (nextCursor === null || data.length === 0 || rows.length >= most) return { rows, total };
    cursor = nextCursor;
  }
}
