import { expect, test } from "vitest";
import { refuseLines } from "./lines-refusal.ts";

const TYPED = { isIssued: false, isPart: false, invoiceStatus: "UNPAID" } as const;

test.each([
  [TYPED, null],
  [{ ...TYPED, isIssued: true }, "issued"],
  [{ ...TYPED, isPart: true }, "accepted-work"],
  [{ ...TYPED, invoiceStatus: "CANCELLED" as const }, "cancelled"],
])("COMPANY-6 the lines of an invoice that is %o are refused for: %s", (invoice, refusal) => {
  expect(refuseLines(invoice)).toBe(refusal);
});
