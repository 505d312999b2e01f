import { expect, test } from "vitest";
import { INVOICE_STATUSES } from "./invoice.ts";
import { markRefusal } from "./mark-refusal.ts";

test("COMPANY-7 an issued invoice is paid and unpaid again; only an unpaid one is cancelled, for good", () => {
  const told = INVOICE_STATUSES.flatMap((from) =>
    INVOICE_STATUSES.map((to) => [from, to, markRefusal({ invoiceStatus: from, issuedAt: "now" }, to)]),
  );
  expect(told.filter(([from, to]) => from !== to)).toEqual([
    ["PAID", "UNPAID", null],
    ["PAID", "CANCELLED", "paid"],
    ["UNPAID", "PAID", null],
    ["UNPAID", "CANCELLED", null],
    ["CANCELLED", "PAID", "cancelled"],
    ["CANCELLED", "UNPAID", "cancelled"],
  ]);
});

test("COMPANY-7 an invoice that its client has not seen is cancelled, but not paid", () => {
  const draft = { invoiceStatus: "UNPAID", issuedAt: null } as const;
  expect(markRefusal(draft, "PAID")).toBe("not-issued");
  expect(markRefusal(draft, "CANCELLED")).toBeNull();
});
