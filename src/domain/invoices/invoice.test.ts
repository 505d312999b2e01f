import { expect, test } from "vitest";
import {
  amountsPaid,
  DueDate,
  dayIn,
  dueDateAfter,
  INVOICE_STATUSES,
  isOverdue,
  markRefusal,
  refuseLines,
} from "./invoice.ts";

test("COMPANY-7 an issued invoice is paid and unpaid again; only an unpaid one is cancelled, for good", () => {
  const transitions = INVOICE_STATUSES.flatMap((from) =>
    INVOICE_STATUSES.map((to) => [
      from,
      to,
      markRefusal({ invoiceStatus: from, issuedAt: "now", amountPaid: "0" }, to),
    ]),
  );
  expect(transitions.filter(([from, to]) => from !== to)).toEqual([
    ["PAID", "UNPAID", null],
    ["PAID", "CANCELLED", "paid"],
    ["UNPAID", "PAID", null],
    ["UNPAID", "CANCELLED", null],
    ["CANCELLED", "PAID", "cancelled"],
    ["CANCELLED", "UNPAID", "cancelled"],
  ]);
});

test("COMPANY-7 an invoice that its client has not seen is cancelled, but not paid", () => {
  const draft = { invoiceStatus: "UNPAID", issuedAt: null, amountPaid: "0" } as const;
  expect(markRefusal(draft, "PAID")).toBe("not-issued");
  expect(markRefusal(draft, "CANCELLED")).toBeNull();
});

test("FIRST-8 an invoice that is paid in part is not cancelled", () => {
  const paidInPart = { invoiceStatus: "UNPAID", issuedAt: "now", amountPaid: "0.01" } as const;
  expect(markRefusal(paidInPart, "CANCELLED")).toBe("has-payments");
  expect(markRefusal(paidInPart, "PAID")).toBeNull();
});

test.each([
  ["UNPAID", "110", "10.5", { amountPaid: "10.50", amountDue: "99.50" }],
  ["PAID", "110", "0", { amountPaid: "110.00", amountDue: "0.00" }],
  ["CANCELLED", "110", "0", { amountPaid: "0.00", amountDue: "0.00" }],
  ["UNPAID", null, "0", { amountPaid: "0.00", amountDue: null }],
] as const)(
  "FIRST-8 of a %s invoice of %s, with payments of %s, is paid and due: %o",
  (status, total, paid, is) => {
    expect(amountsPaid({ invoiceStatus: status, total, amountPaid: paid })).toEqual(is);
  },
);

test("FIRST-8 a due date of the year 0 or of five digits is refused", () => {
  const isDay = (day: string) => DueDate.safeParse(day).success;
  expect(["2000-01-01", "9999-12-31", "0000-01-01", "1999-12-31", "10000-01-01"].map(isDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

const TYPED = { isIssued: false, isPart: false, invoiceStatus: "UNPAID" } as const;

test.each([
  [TYPED, null],
  [{ ...TYPED, isIssued: true }, "issued"],
  [{ ...TYPED, isPart: true }, "accepted-work"],
  [{ ...TYPED, invoiceStatus: "CANCELLED" as const }, "cancelled"],
])("COMPANY-6 the lines of an invoice that is %o are refused for: %s", (invoice, refusal) => {
  expect(refuseLines(invoice)).toBe(refusal);
});

test("COMPANY-7 the day of a moment is that of the company's zone", () => {
  const instant = new Date("2026-11-21T13:30:00Z");
  expect(dayIn("Australia/Sydney", instant)).toBe("2026-11-22");
  expect(dayIn("UTC", instant)).toBe("2026-11-21");
});

test.each([
  ["UNPAID", "2026-11-20", "1.00", true],
  ["UNPAID", "2026-11-20", null, true],
  ["UNPAID", "2026-11-20", "0.00", false],
  ["UNPAID", "2026-11-21", "1.00", false],
  ["UNPAID", null, "1.00", false],
  ["PAID", "2026-11-20", "0.00", false],
  ["CANCELLED", "2026-11-20", "0.00", false],
] as const)(
  "COMPANY-7 FIRST-8 an invoice that is %s and due on %s with %s to pay is overdue on the 21st: %s",
  (invoiceStatus, dueDate, amountDue, is) => {
    expect(isOverdue({ invoiceStatus, dueDate, amountDue }, "2026-11-21")).toBe(is);
  },
);

test("FIRST-8 an invoice is due the days of the settings after the day on which it is made; without days it has no due date", () => {
  expect(dueDateAfter("2026-12-25", 14)).toBe("2027-01-08");
  expect(dueDateAfter("2028-02-28", 1)).toBe("2028-02-29");
  expect(dueDateAfter("2026-12-25", 0)).toBe("2026-12-25");
  expect(dueDateAfter("2026-12-25", null)).toBeNull();
});
