import fc from "fast-check";
import { expect, test } from "vitest";
import { A_TRILLION, exact, roundToCents } from "./decimal.ts";
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDeduction,
  formatDollars,
  formatExactTime,
  formatForEverybody,
  formatQuantity,
  formatRate,
  formatUnits,
} from "./format.ts";
import { dayIn } from "./invoices/invoice.ts";

const SUMMER = "2026-11-21T01:02:03.000Z";
const WINTER = "2026-06-30T14:30:00.000Z";

test.each([
  [SUMMER, "Australia/Sydney", "21 Nov 2026, 12:02:03 pm AEDT"],
  [WINTER, "Australia/Sydney", "1 July 2026, 12:30:00 am AEST"],
  [SUMMER, "Australia/Perth", "21 Nov 2026, 9:02:03 am AWST"],
  [SUMMER, "Pacific/Auckland", "21 Nov 2026, 2:02:03 pm NZDT"],
  [SUMMER, "Europe/London", "21 Nov 2026, 1:02:03 am GMT"],
  [WINTER, "Europe/London", "30 June 2026, 3:30:00 pm BST"],
  [SUMMER, "Europe/Berlin", "21 Nov 2026, 2:02:03 am CET"],
  [SUMMER, "America/New_York", "20 Nov 2026, 8:02:03 pm EST"],
  [SUMMER, "Asia/Kolkata", "21 Nov 2026, 6:32:03 am IST"],
  [SUMMER, "Asia/Singapore", "21 Nov 2026, 9:02:03 am GMT+8"],
  [SUMMER, "UTC", "21 Nov 2026, 1:02:03 am UTC"],
])("CARE-3 %s reads in %s as %s", (iso, zone, text) => {
  expect(formatExactTime(iso, zone)).toBe(text);
  expect(text.startsWith(`${formatDate(iso, zone)}, `)).toBe(true);
  expect(formatDateTime(iso, zone)).toBe(text.replace(/:\d\d (?=[ap]m)/, " "));
});

test("CARE-3 on hover a moment reads in the company's zone, the reader's own and UTC, each once", () => {
  const company = "21 Nov 2026, 12:02:03 pm AEDT";
  const utc = "21 Nov 2026, 1:02:03 am UTC";
  const seenFrom = (zone: string) => formatForEverybody(SUMMER, "Australia/Sydney", zone).split("\n");
  expect(seenFrom("America/New_York")).toEqual([company, "20 Nov 2026, 8:02:03 pm EST (your time)", utc]);
  expect(seenFrom("Australia/Melbourne")).toEqual([company, utc]);
  expect(seenFrom("UTC")).toEqual([company, utc]);
});

test("an unreadable moment is an empty text", () => {
  expect(formatDate("yesterday", "UTC")).toBe("");
  expect(formatDateTime("", "UTC")).toBe("");
  expect(formatForEverybody("", "UTC", undefined)).toBe("");
});

test("PRICE-4 an amount reads to the cent, half up, however large, and one that cannot be read as nothing", () => {
  fc.assert(
    fc.property(
      fc.bigInt(-(10n ** 18n), 10n ** 18n),
      fc.constantFrom(1, 100, 1000, 1_000_000),
      (parts, of) => {
        const value = exact(String(parts)).div(of);
        fc.pre(value.abs().lt(A_TRILLION));
        const read = formatDollars(value.toFixed()).replaceAll(/[$,]/g, "").replace("\u2212", "-");
        expect(exact(read).toFixed(2)).toBe(exact(roundToCents(value)).toFixed(2));
      },
    ),
  );
  expect(["1234.5", "0.005", "-2.675", "7"].map(formatDollars)).toEqual([
    "$1,234.50",
    "$0.01",
    "−$2.68",
    "$7.00",
  ]);
  for (const nothing of ["0", "-0.001", "-0"]) expect(formatDollars(nothing)).toBe("$0.00");
  for (const unreadable of ["", "a dollar", "NaN"]) expect(formatDollars(unreadable)).toBe("$0.00");
});

test.each([
  [94.5, "94.50"],
  [1450, "1,450.00"],
  [0, "0.00"],
  [-0, "0.00"],
  [0.001, "0.001"],
  [0.004, "0.004"],
  [0.125, "0.125"],
  [1.1, "1.10"],
  [123456.789, "123,456.789"],
  [0.000001, "0.000001"],
  [0.0000004, "0.0000004"],
  [123456789.123456, "123,456,789.123456"],
  [999999999999.99, "999,999,999,999.99"],
])("COMPANY-5 FIELD-7 the quantity and the rate %d are shown with each digit that counts", (value, shown) => {
  expect([formatQuantity(value), formatRate(value)]).toEqual([shown, `$${shown}`]);
  if (value === 0) return;
  expect([formatQuantity(-value), formatRate(-value)]).toEqual([`−${shown}`, `−$${shown}`]);
});

test.each([
  [40, "hour", "40 hours"],
  [1, "hour", "1 hour"],
  [1, "Months", "1 Month"],
  [1.5, "hour", "1.50 hours"],
  [0.004, "hours", "0.004 hours"],
  [1200, "each", "1,200 each"],
  [2, "m²", "2 m²"],
  [-2, "day", "−2 days"],
  [3, "", "3 "],
])("FIRST-11 %d of the unit %j reads %j", (quantity, unit, text) => {
  const shown = formatUnits(quantity, unit);
  expect(`${shown.number} ${shown.unit}`).toBe(text);
});

test("FIELD-7 a figure below zero has one minus sign, and so has an amount that is taken off", () => {
  expect(["-50.00", "-0.001", "1.50"].map(formatDollars)).toEqual(["−$50.00", "$0.00", "$1.50"]);
  expect(["10.00", "-10.00", "0.00"].map(formatDeduction)).toEqual(["−$10.00", "$10.00", "$0.00"]);
});

test("FIELD-11 a zone that a browser does not know is shown in UTC, and says so", () => {
  expect(formatDate(SUMMER, "Mars/Olympus")).toBe(`${formatDate(SUMMER, "UTC")} (UTC)`);
  expect(formatDateTime(SUMMER, "Mars/Olympus")).toBe(formatDateTime(SUMMER, "UTC"));
  expect(dayIn("Mars/Olympus", new Date(SUMMER))).toBe(dayIn("UTC", new Date(SUMMER)));
});

test.each([
  [0, "0"],
  [99, "99"],
  [100, "99+"],
  [12_345, "99+"],
])("DASH-3 a count of %i reads %j", (count, text) => {
  expect(formatCount(count)).toBe(text);
});
