import { companyIsoDay } from "./company-time.ts";

const DAY = 24 * 60 * 60;

const UNITS = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["week", 7 * DAY],
  ["day", DAY],
  ["hour", 60 * 60],
  ["minute", 60],
] as const;

const format = new Intl.RelativeTimeFormat("en-AU", { numeric: "auto" });

/**
 * "3 hours ago", "yesterday"; "just now" below a minute, and for a clock that is slightly ahead. From a day on, the
 * company's days count: Monday, 11 pm is two days before Wednesday, 7 am.
 */
export function relativeTime(iso: string, now: Date): string {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return "";
  const length = Math.abs(seconds) < DAY ? seconds : -DAY * daysAgo(iso, now);
  const unit = UNITS.find(([, size]) => Math.abs(length) >= size);
  if (unit === undefined) return "just now";
  return format.format(Math.trunc(length / unit[1]), unit[0]);
}

/** The number of the company's days between a time and now. */
export function daysAgo(iso: string, now: Date): number {
  const today = companyIsoDay(now.toISOString());
  return (Date.parse(today) - Date.parse(companyIsoDay(iso))) / (DAY * 1000);
}
