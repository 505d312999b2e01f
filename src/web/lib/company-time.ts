import { formatDate, formatDateTime, formatForEverybody } from "#domain/format.ts";
import { BRAND } from "./brand.ts";

// Every screen shows dates in the company's time zone, as the PDFs and mails do, wherever the reader is.

export function companyDate(iso: string): string {
  return formatDate(iso, BRAND.timeZone);
}

export function companyDateTime(iso: string): string {
  return formatDateTime(iso, BRAND.timeZone);
}

/** The text for hovering. */
export function timeForEverybody(iso: string): string {
  return formatForEverybody(iso, BRAND.timeZone, undefined);
}
