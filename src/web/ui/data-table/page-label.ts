/** "{from} - {to} of {total}" for a page, counted from 0; "0 - 0 of 0" for an empty table. */
export function pageLabel(pageIndex: number, pageSize: number, total: number): string {
  if (total === 0) return "0 - 0 of 0";
  const from = pageIndex * pageSize + 1;
  return `${from} - ${Math.min(from + pageSize - 1, total)} of ${total}`;
}

/** The page to show: the asked one, or the last there is. */
export function existingPage(pageIndex: number, pageSize: number, total: number): number {
  const last = Math.max(Math.ceil(total / pageSize) - 1, 0);
  return Math.min(Math.max(pageIndex, 0), last);
}
