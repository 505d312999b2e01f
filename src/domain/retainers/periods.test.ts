import { expect, test } from "vitest";
import {
  duePeriods,
  nextPeriod,
  type Pause,
  type Period,
  pausedFrom,
  periodEnd,
  periodStart,
  resumedOn,
} from "./periods.ts";

function startsOf(startsOn: string, period: Period, count: number): string[] {
  return Array.from({ length: count }, (_, index) => periodStart({ startsOn, period }, index));
}

test.each<[string, Period, string[]]>([
  ["2027-12-31", "MONTH", ["2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"]],
  ["2027-01-31", "MONTH", ["2027-01-31", "2027-02-28", "2027-03-31"]],
  ["2026-11-30", "QUARTER", ["2026-11-30", "2027-02-28", "2027-05-30", "2027-08-30"]],
  ["2028-02-29", "YEAR", ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]],
  ["2026-09-28", "WEEK", ["2026-09-28", "2026-10-05", "2026-10-12"]],
  ["2027-12-20", "FORTNIGHT", ["2027-12-20", "2028-01-03", "2028-01-17"]],
])("FIRST-9 periods from %s by %s are computed from the first day", (startsOn, period, expected) => {
  expect(startsOf(startsOn, period, expected.length)).toEqual(expected);
});

test("FIRST-9 a period ends on the day before the next one", () => {
  const monthly = { startsOn: "2028-01-31", period: "MONTH" as const };
  expect([0, 1, 2].map((index) => periodEnd(monthly, index))).toEqual([
    "2028-02-28",
    "2028-03-30",
    "2028-04-29",
  ]);
});

const MONTHLY = { startsOn: "2026-01-15", period: "MONTH" as const, endsOn: null };

test("FIRST-9 periods that begin during a pause are left out, and those before it are still due", () => {
  const paused = pausedFrom([], "2026-03-01");
  const schedule = { ...MONTHLY, pauses: paused };
  expect(duePeriods(schedule, 0, "2026-06-30", 99).map((one) => one.startsOn)).toEqual([
    "2026-01-15",
    "2026-02-15",
  ]);
  expect(nextPeriod(schedule, 2)).toBeNull();
  const pauses = resumedOn(paused, "2026-05-15");
  expect(nextPeriod({ ...MONTHLY, pauses }, 2)).toEqual({ index: 4, startsOn: "2026-05-15" });
});

test("FIRST-9 a pause that is resumed on its day, or on an earlier day of a clock set back, leaves nothing out", () => {
  const paused = pausedFrom([], "2026-03-15");
  expect(resumedOn(paused, "2026-03-15")).toEqual([]);
  expect(resumedOn(paused, "2026-03-01")).toEqual([]);
  expect(pausedFrom(paused, "2026-04-01")).toEqual<Pause[]>([{ from: "2026-03-15", until: null }]);
});

test("FIRST-9 no period begins after the last day, and the limit bounds how many are due", () => {
  const schedule = { ...MONTHLY, endsOn: "2026-03-15", pauses: [] };
  expect(duePeriods(schedule, 0, "2027-01-01", 99)).toHaveLength(3);
  expect(nextPeriod(schedule, 3)).toBeNull();
  expect(duePeriods({ ...MONTHLY, pauses: [] }, 0, "2036-01-01", 10)).toHaveLength(10);
});
