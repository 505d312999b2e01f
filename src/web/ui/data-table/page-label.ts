/** The rows of one page (spec 1 section 9). */
export const PAGE_SIZE = 10;

/**
 * "{from} - {to} of {total}" for a page counted from 0; "0 - 0 of 0" for an empty table. With `isMore`, there are more
 * rows than the total.
 */
export function pageLabel(pageIndex: number, total: number, isMore = false): string {
  if (total === 0) return "0 - 0 of 0";
  const from = pageIndex * PAGE_SIZE + 1;
  if (isMore) return `${from} - ${from + PAGE_SIZE - 1} of more than ${total.toLocaleString("en-AU")}`;
  return `${from} - ${Math.min(from + PAGE_SIZE - 1, total)} of ${total}`;
}

/** The wanted page, or the last one if there are fewer. */
export function existingPage(pageIndex: number, total: number): number {
  const last = Math.max(Math.ceil(total / PAGE_SIZE) - 1, 0);
  return Math.min(Math.max(pageIndex, 0), last);
}
