import type { Dollars } from "./decimal.ts";

// Day-month-year for everybody, because the specification's company is Australian.
const LOCALE = "en-AU";

const DIGITS = /^(-?)(\d*)\.?(\d*)$/;

/** U+2212, which is as wide as a digit, and after which no line breaks. */
const MINUS = "\u2212";

/** "$1,234.50", "−$2.00": rounded half up in whole numbers, without a float or library. An unreadable amount is 0. */
export function formatDollars(amount: Dollars): string {
  const [, sign = "", whole = "", decimals = ""] = DIGITS.exec(amount) ?? [];
  const thousandths = BigInt(`0${whole}${decimals.padEnd(3, "0").slice(0, 3)}`);
  const cents = String((thousandths + 5n) / 10n).padStart(3, "0");
  const shownSign = sign && thousandths >= 5n ? MINUS : "";
  return `${shownSign}$${separated(cents.slice(0, -2))}.${cents.slice(-2)}`;
}

/** "−$10.00": an amount that is taken off. */
export function formatDeduction(amount: Dollars): string {
  return formatDollars(amount.startsWith("-") ? amount.slice(1) : `-${amount}`);
}

/** "$99.50", "$0.0125": a rate with every digit that counts. Times the quantity it gives the amount (decision 55). */
export function formatRate(rate: number): string {
  return digitsOf(rate, "$");
}

/** "12.50", "0.004", "123,456.789": a quantity with every digit that counts (decision 55). */
export function formatQuantity(quantity: number): string {
  return digitsOf(quantity);
}

/** "40 hours", "1 hour", "1.50 hours", "12 each": a quantity that is not in a price block, which has decimals (decision 55). */
export function formatUnits(quantity: number, unit: string): { number: string; unit: string } {
  return { number: formatQuantity(quantity).replace(/\.00$/, ""), unit: inNumber(unit, quantity) };
}

const COUNTED_UNIT =
  /^(minute|hour|day|week|fortnight|month|quarter|year|page|piece|item|session|seat|user)s?$/i;

/** A usual unit in the singular or plural; what else people type stays as it is. */
function inNumber(unit: string, quantity: number): string {
  const [, singular] = COUNTED_UNIT.exec(unit) ?? [];
  if (!singular) return unit;
  return quantity === 1 ? singular : `${singular}s`;
}

/** Every digit of a number below a trillion, with 2 decimals or more. */
function digitsOf(value: number, currency = ""): string {
  const text = String(value);
  // JavaScript writes a millionth and less with an exponent.
  const written = text.includes("e") ? value.toFixed(20) : text;
  const [, sign = "", whole = "", decimals = ""] = DIGITS.exec(written) ?? [];
  const counting = decimals.replace(/0+$/, "").padEnd(2, "0");
  return `${sign && MINUS}${currency}${separated(whole || "0")}.${counting}`;
}

function separated(whole: string): string {
  return whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A zone such as "Australia/Sydney"; undefined: the zone of this machine. */
type TimeZone = string | undefined;

/** Medium date: "21 Nov 2026". An unreadable date gives an empty text. */
export function formatDate(iso: string, timeZone: TimeZone): string {
  const date = readMoment(iso);
  if (date === null) return "";
  const day = formatter(LOCALE, { dateStyle: "medium", timeZone }).format(date);
  return unknownZones.has(timeZone) ? `${day} (UTC)` : day;
}

/** The day for a file: "2026-11-21". An unreadable date gives an empty text. */
export function formatIsoDay(iso: string, timeZone: TimeZone): string {
  const date = readMoment(iso);
  const style = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return date === null ? "" : formatter("en-CA", { ...style, timeZone }).format(date);
}

/** Medium date and time with the zone: "21 Nov 2026, 9:41 am AEDT". */
export function formatDateTime(iso: string, timeZone: TimeZone): string {
  return formatTimestamp(iso, timeZone, "short");
}

/** With seconds, for evidence: "21 Nov 2026, 9:41:05 am AEDT". */
export function formatExactTime(iso: string, timeZone: TimeZone): string {
  return formatTimestamp(iso, timeZone, "medium");
}

function formatTimestamp(iso: string, timeZone: TimeZone, timeStyle: "short" | "medium"): string {
  const date = readMoment(iso);
  if (date === null) return "";
  const time = formatter(LOCALE, { dateStyle: "medium", timeStyle, timeZone }).format(date);
  return `${time} ${zoneName(date, timeZone)}`;
}

/** The exact time for everybody, a line each: in the company's zone, in the reader's own if it differs, in UTC. */
export function formatForEverybody(iso: string, companyZone: string, ownZone: TimeZone): string {
  const [company, own, utc] = [companyZone, ownZone, "UTC"].map((zone) => formatExactTime(iso, zone));
  const isOwnAnother = own !== company && own !== utc;
  return [...new Set([company, ...(isOwnAnother ? [`${own} (your time)`] : []), utc])].join("\n");
}

/** Whether this machine knows a time zone such as "Australia/Sydney". */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat(LOCALE, { timeZone: name }));
  } catch {
    return false;
  }
}

function readMoment(iso: string): Date | null {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Each locale abbreviates the zones of its own part of the world, and writes the others as "GMT+11". */
const ZONE_LOCALES = [LOCALE, "en-GB", "en-US", "en-IE", "en-IN", "en-ZA"];

/** "AEDT", or the distance from UTC ("GMT+8") of a zone without an English abbreviation. */
export function zoneName(date: Date, timeZone: TimeZone): string {
  let distance = "";
  for (const locale of ZONE_LOCALES) {
    const parts = formatter(locale, { timeZoneName: "short", timeZone }).formatToParts(date);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    if (!/\d/.test(name)) return name;
    distance = name;
  }
  return distance;
}

// Creating a formatter takes far longer than using it, and a table formats thousands of dates.
const formatters = new Map<string, Intl.DateTimeFormat>();

type Style = Omit<Intl.DateTimeFormatOptions, "timeZone"> & { timeZone: TimeZone };

/** Zones that an older browser does not know. Their dates and times are shown in UTC, and say so. */
const unknownZones = new Set<TimeZone>();

export function formatter(locale: string, { timeZone, ...style }: Style): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, style, timeZone]);
  const made = formatters.get(name) ?? makeFormatter(locale, style, timeZone);
  formatters.set(name, made);
  return made;
}

function makeFormatter(locale: string, style: Intl.DateTimeFormatOptions, timeZone: TimeZone) {
  try {
    return new Intl.DateTimeFormat(locale, timeZone ? { ...style, timeZone } : style);
  } catch {
    unknownZones.add(timeZone);
    return new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });
  }
}

const HIGHEST_SHOWN_COUNT = 99;

/** "7"; above 99, "99+". */
export function formatCount(count: number): string {
  return count > HIGHEST_SHOWN_COUNT ? `${HIGHEST_SHOWN_COUNT}+` : String(count);
}
