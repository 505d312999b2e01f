import { formatDate } from "../format.ts";

/** "21 Nov 2026" of a day such as "2026-11-21", the same in every time zone. */
export function formatDay(day: string): string {
  return formatDate(`${day}T00:00:00Z`, "UTC");
}
