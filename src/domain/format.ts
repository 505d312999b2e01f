import { type Dollars, exact } from "./decimal.ts";

// Dollars and day-month-year for everybody, because the specification's company is Australian.
const LOCALE = "en-AU";

const currency = new Intl.NumberFormat(LOCALE, {
  style: "currency",
  currency: "AUD",
  minimumFractionDigits: 2,
});

/** "$1,234.50". Formats the digits of the text, so no cent passes through a float. */
export function formatDollars(amount: Dollars): string {
  const decimal = exact(amount).round(2, 1).toFixed(2);
  return currency.format(decimal as Intl.StringNumericLiteral);
}

/** A quantity with 2 decimals (spec 2 section 9): "12.50". */
export function formatQuantity(quantity: number): string {
  return exact(quantity).round(2, 1).toFixed(2);
}

/** Medium date: "21 Nov 2026". An unreadable date gives an empty text. */
export function formatDate(iso: string, timeZone?: string): string {
  return format(iso, { dateStyle: "medium" }, timeZone);
}

/** Medium date and time: "21 Nov 2026, 9:41:05 am". */
export function formatDateTime(iso: string, timeZone?: string): string {
  return format(iso, { dateStyle: "medium", timeStyle: "medium" }, timeZone);
}

function format(iso: string, style: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return formatter(style, timeZone).format(date);
}

// Creating a formatter takes far longer than using it, and a table formats thousands of dates.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(style: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  const name = JSON.stringify([style, timeZone]);
  const made =
    formatters.get(name) ?? new Intl.DateTimeFormat(LOCALE, timeZone ? { ...style, timeZone } : style);
  formatters.set(name, made);
  return made;
}
