import { expect, test } from "vitest";
import { dayDistance } from "./due-distance.ts";

test.each([
  ["2026-12-07", "in 11 days"],
  ["2026-11-27", "tomorrow"],
  ["2026-11-26", "today"],
  ["2026-11-25", "yesterday"],
  ["2026-11-15", "11 days ago"],
  ["2027-11-26", "in 365 days"],
])("FIRST-8 an invoice due on %s is due %s", (day, distance) => {
  expect(dayDistance(day, "2026-11-26")).toBe(distance);
});
