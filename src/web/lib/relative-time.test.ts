import { expect, test } from "vitest";
import { relativeTime } from "./relative-time.ts";

const NOW = new Date("2026-11-21T09:00:00Z");

test.each([
  ["2026-11-21T08:59:40Z", "just now"],
  ["2026-11-21T09:00:20Z", "just now"],
  ["2026-11-21T08:55:00Z", "5 minutes ago"],
  ["2026-11-21T06:00:00Z", "3 hours ago"],
  ["2026-11-20T08:00:00Z", "yesterday"],
  // The evenings of 20 and 19 November in Sydney, 20 and 44 hours ago.
  ["2026-11-20T12:59:00Z", "20 hours ago"],
  ["2026-11-19T12:59:00Z", "2 days ago"],
  ["2026-11-10T09:00:00Z", "last week"],
  ["2026-08-01T09:00:00Z", "3 months ago"],
  ["2024-11-01T09:00:00Z", "2 years ago"],
  ["not a date", ""],
])("NOTE-1 %s reads %j", (iso, expected) => {
  expect(relativeTime(iso, NOW)).toBe(expected);
});
