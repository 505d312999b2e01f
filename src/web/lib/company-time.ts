import { formatDate, formatDateTime, formatForEverybody, formatIsoDay } from "#domain/format.ts";
import { dayIn } from "#domain/invoices/invoice.ts";
import { BRAND } from "./brand.ts";

// Every screen shows dates in the company's time zone, as the PDFs and mails do, wherever the reader is.

export function companyDate(iso: string): string {
  return formatDate(iso, BRAND.timeZone);
}

export function companyDateTime(iso: string): string {
  return formatDateTime(iso, BRAND.timeZone);
}

/** "2026-11-21", for a file. */
export function companyIsoDay(iso: string): string {
  return formatIsoDay(iso, BRAND.timeZone);
}

/** "2026-11-21": the day that it is for the company. */
export function companyToday(): string {
  return dayIn(BRAND.timeZone, new Date());
}

/** The text for hovering. */
export function timeForEverybody(iso: string): string {
  return formatForEverybody(iso, BRAND.timeZone, undefined);
}
