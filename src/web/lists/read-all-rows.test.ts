import { expect, test } from "vitest";
import { readAllRows } from "./read-all-rows.ts";

/** A list of numbers from 1, three per page. */
function makeList(total: number, mostCounted = total) {
  const cursors: (string | undefined)[] = [];
  async function fetchPage(cursor: string | undefined) {
    cursors.push(cursor);
    const from = Number(cursor ?? 0);
    const data = Array.from({ length: Math.min(3, total - from) }, (_, index) => from + index + 1);
    const nextCursor = from + 3 < total ? String(from + 3) : null;
    const counted = total > mostCounted ? ({ total: mostCounted, isMore: true } as const) : { total };
    return { data, page: { ...counted, nextCursor, previousCursor: null } };
  }
  return { fetchPage, cursors };
}

const read = (total: number, maxRows: number, mostCounted?: number) => {
  const parts: string[] = [];
  const { fetchPage, cursors } = makeList(total, mostCounted);
  const onPart = (rows: number, of: number) => parts.push(`${rows} of ${of}`);
  return {
    reading: readAllRows({ fetchPage, maxRows, onPart, signal: new AbortController().signal }),
    parts,
    cursors,
  };
};

test("a list is read to its end, part by part", async () => {
  const { reading, parts, cursors } = read(7, 100);
  expect(await reading).toEqual({ rows: [1, 2, 3, 4, 5, 6, 7], total: 7 });
  expect(cursors).toEqual([undefined, "3", "6"]);
  expect(parts).toEqual(["3 of 7", "6 of 7", "7 of 7"]);
});

test("no more is read than is wanted, and how much there is all the same", async () => {
  const { reading, parts } = read(100, 5);
  expect(await reading).toEqual({ rows: [1, 2, 3, 4, 5], total: 100 });
  expect(parts).toEqual(["3 of 5", "5 of 5"]);
});

test("a list that is too long to count is read all the same, and its total is known at its end", async () => {
  const some = read(100, 5, 4);
  expect(await some.reading).toEqual({ rows: [1, 2, 3, 4, 5], total: null });
  expect(some.parts).toEqual(["3 of 5", "5 of 5"]);
  expect(await read(7, 100, 4).reading).toEqual({ rows: [1, 2, 3, 4, 5, 6, 7], total: 7 });
});

test("an empty list is read at once", async () => {
  expect(await read(0, 5).reading).toEqual({ rows: [], total: 0 });
});

test("reading that is not wanted any more ends", async () => {
  const ending = new AbortController();
  const { fetchPage, cursors } = makeList(100);
  const reading = readAllRows({
    fetchPage,
    maxRows: 100,
    onPart: () => ending.abort(),
    signal: ending.signal,
  });
  await expect(reading).rejects.toThrow("aborted");
  expect(cursors).toHaveLength(2);
});
