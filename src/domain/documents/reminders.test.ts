import { expect, test } from "vitest";
import {
  DEFAULT_HOURS,
  DEFAULT_SCHEDULE,
  hourIn,
  isSendingTime,
  NO_REMINDERS,
  planReminder,
  type Reminded,
} from "./reminders.ts";

// 2026-11-23 is a Monday.
const SENT: Reminded = {
  sentDay: "2026-11-23",
  mailedDay: "2026-11-23",
  validUntil: "2026-12-18",
  hasOpened: false,
  sent: [],
};

function plan(day: string, reminded: Partial<Reminded> = {}, schedule = DEFAULT_SCHEDULE, hour = 9) {
  const planned = planReminder(schedule, DEFAULT_HOURS, { ...SENT, ...reminded }, { day, hour });
  return planned && `${planned.kind} ${planned.day}`;
}

test.each<[string, string | null, string, Partial<Reminded>?]>([
  ["not opened after three days", "UNOPENED 2026-11-26", "2026-11-23"],
  ["opened by its recipient", "UNDECIDED 2026-11-30", "2026-11-23", { hasOpened: true }],
  ["after the first one", "UNDECIDED 2026-11-30", "2026-11-27", { sent: ["UNOPENED"] }],
  ["three days before the last day", "ENDING 2026-12-15", "2026-12-01", { sent: ["UNDECIDED"] }],
  ["each kind was sent", null, "2026-12-16", { sent: ["ENDING", "UNDECIDED"] }],
  ["no last day", null, "2026-12-01", { sent: ["UNDECIDED"], validUntil: null }],
  ["a weekend follows", "UNOPENED 2026-11-30", "2026-11-28", { sentDay: "2026-11-25" }],
  [
    "the end is on a Monday: before the weekend",
    "ENDING 2026-12-11",
    "2026-12-01",
    { validUntil: "2026-12-14", sent: ["UNDECIDED"] },
  ],
  [
    "two on one day: the more urgent one",
    "ENDING 2026-11-26",
    "2026-11-23",
    { validUntil: "2026-11-29", hasOpened: false },
  ],
  [
    "a more urgent one takes the place of the others",
    null,
    "2026-11-27",
    { validUntil: "2026-11-29", sent: ["ENDING"] },
  ],
  ["five days late", "UNDECIDED 2026-12-04", "2026-12-04", { validUntil: null }],
  ["more days late", null, "2026-12-10", { validUntil: null }],
  [
    "never on the day on which they were mailed it",
    "UNOPENED 2026-11-27",
    "2026-11-26",
    { mailedDay: "2026-11-26" },
  ],
  ["valid for less days than the reminder has", null, "2026-11-23", { validUntil: "2026-11-24" }],
])("FIRST-7 the next reminder: %s", (_case, expected, day, reminded = {}) => {
  expect(plan(day, reminded)).toBe(expected);
});

test("FIRST-7 a reminder that is due after the hours leaves on the next day that has some", () => {
  expect(plan("2026-11-26", {}, DEFAULT_SCHEDULE, 17)).toBe("UNOPENED 2026-11-26");
  expect(plan("2026-11-26", {}, DEFAULT_SCHEDULE, 18)).toBe("UNOPENED 2026-11-27");
  expect(plan("2026-11-27", { sentDay: "2026-11-24" }, DEFAULT_SCHEDULE, 18)).toBe("UNOPENED 2026-11-30");
});

test("FIRST-7 no schedule, no reminder", () => {
  expect(plan("2026-11-27", {}, NO_REMINDERS)).toBeNull();
});

test("FIRST-7 hours are those of the company's zone, also when its summer time begins", () => {
  const at = (iso: string) => hourIn("Australia/Sydney", new Date(iso));
  expect(at("2026-10-03T15:59:00Z")).toBe(1);
  expect(at("2026-10-03T16:00:00Z")).toBe(3);
  expect(at("2026-11-22T13:00:00Z")).toBe(0);
  expect(isSendingTime({ day: "2026-11-27", hour: 7 }, DEFAULT_HOURS)).toBe(false);
  expect(isSendingTime({ day: "2026-11-27", hour: 8 }, DEFAULT_HOURS)).toBe(true);
  expect(isSendingTime({ day: "2026-11-27", hour: 18 }, DEFAULT_HOURS)).toBe(false);
  expect(isSendingTime({ day: "2026-11-28", hour: 9 }, DEFAULT_HOURS)).toBe(false);
  expect(isSendingTime({ day: "2026-11-28", hour: 9 }, { ...DEFAULT_HOURS, isOnWeekends: true })).toBe(true);
});
