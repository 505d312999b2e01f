import { expect, test } from "vitest";
import { dayIn, isOverdue } from "./overdue.ts";

test("COMPANY-7 the day of a moment is that of the company's zone", () => {
  const moment = new Date("2026-11-21T13:30:00Z");
  expect(dayIn("Australia/Sydney", moment)).toBe("2026-11-22");
  expect(dayIn("UTC", moment)).toBe("2026-11-21");
});

test.each([
  ["UNPAID", "2026-11-20", true],
  ["UNPAID", "2026-11-21", false],
  ["UNPAID", null, false],
  ["PAID", "2026-11-20", false],
  ["CANCELLED", "2026-11-20", false],
] as const)(
  "COMPANY-7 an invoice that is %s and due on %s is overdue on the 21st: %s",
  (status, dueDate, is) => {
    expect(isOverdue({ invoiceStatus: status, dueDate }, "2026-11-21")).toBe(is);
  },
);
