import { formatDate, formatter } from "../format.ts";
import type { Invoice } from "./invoice.ts";

/** "2026-11-21": the day that it is at a moment in a time zone. */
export function dayIn(timeZone: string, moment: Date): string {
  const style = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return formatter("en-CA", style).format(moment);
}

/** Whether an invoice waits for payment although its last day has passed. The due date itself is in time. */
export function isOverdue(
  { invoiceStatus, dueDate }: Pick<Invoice, "invoiceStatus"> & { dueDate: string | null },
  today: string,
): boolean {
  return invoiceStatus === "UNPAID" && dueDate !== null && dueDate < today;
}

/** "21 Nov 2026" of a day such as "2026-11-21", the same in every time zone. */
export function formatDay(day: string): string {
  return formatDate(`${day}T00:00:00Z`, "UTC");
}
