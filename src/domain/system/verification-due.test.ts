import { expect, test } from "vitest";
import { isVerificationDue } from "./verification-due.ts";

// 2 o'clock at night and noon in Sydney (UTC+11).
const NIGHT = new Date("2026-11-27T15:00:00Z");
const NOON = new Date("2026-11-28T01:00:00Z");
const before = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000);

test.each([
  ["at night after a day", NIGHT, before(NIGHT, 24), 7200, true],
  ["at night, a second time", NIGHT, before(NIGHT, 2), 7200, false],
  ["by day after a day", NOON, before(NOON, 24), 7200, false],
  ["by day after a missed night", NOON, before(NOON, 49), 7200, true],
  ["for the first time", NOON, null, 7200, true],
  ["just after the start", NIGHT, null, 60, false],
])("RUN-3 evidence is verified each night: %s", (_name, now, last, uptimeSeconds, isDue) => {
  expect(isVerificationDue(last, { now, timeZone: "Australia/Sydney", uptimeSeconds })).toBe(isDue);
});
