import { expect, test } from "vitest";
import { DEFAULT_HOURS } from "../documents/reminders.ts";
import { DEFAULT_OVERDUE, dueReminder, type OverdueKind } from "./overdue-reminders.ts";

/** Due on Monday, 1 June 2026, and issued before. */
const remind = (today: string, sent: OverdueKind[] = [], issuedDay = "2026-05-18") =>
  dueReminder(DEFAULT_OVERDUE, DEFAULT_HOURS, { dueDate: "2026-06-01", issuedDay, sent }, today);

test.each([
  ["before its day", "2026-06-03", [], null],
  ["on its day", "2026-06-04", [], "FIRST"],
  ["on the next day, if it could not leave before", "2026-06-05", [], "FIRST"],
  ["once", "2026-06-05", ["FIRST"], null],
  ["as the latest of those that are due", "2026-06-09", [], "SECOND"],
  ["never after a later one", "2026-06-09", ["SECOND"], null],
  ["not if it is more than five days late", "2026-06-22", [], null],
] satisfies [string, string, OverdueKind[], OverdueKind | null][])(
  "FIRST-8 a reminder of an overdue invoice leaves %s",
  (_, today, sent, kind) => {
    expect(remind(today, sent)).toBe(kind);
  },
);

test("FIRST-8 no reminder leaves on a weekend or on the day of issue", () => {
  expect(["2026-06-06", "2026-06-07"].map((day) => remind(day, ["FIRST"]))).toEqual([null, null]);
  expect(remind("2026-06-04", [], "2026-06-04")).toBeNull();
  expect(remind("2026-06-05", [], "2026-06-04")).toBe("FIRST");
});
