import { expect, test } from "vitest";
import { lastDayAfter, refuseExtension, statusOn, suggestLastDay, ValidUntil } from "./validity.ts";

const PENDING = { status: "PENDING", withdrawnAt: null, expiredAt: null, validUntil: "2026-11-30" } as const;
const AT = new Date("2026-12-01T00:00:00Z");

test.each([
  [PENDING, "2026-11-30", "PENDING", null],
  [PENDING, "2026-12-01", "DRAFT", "EXPIRED"],
  [{ ...PENDING, validUntil: null }, "2026-12-01", "PENDING", null],
  [{ ...PENDING, status: "APPROVED" as const }, "2026-12-01", "APPROVED", null],
  [{ ...PENDING, status: "DRAFT" as const }, "2026-12-01", "DRAFT", null],
  [{ ...PENDING, status: "DRAFT" as const, expiredAt: AT }, "2026-11-30", "DRAFT", "EXPIRED"],
  [{ ...PENDING, status: "DRAFT" as const, withdrawnAt: AT }, "2026-12-01", "DRAFT", "WITHDRAWN"],
])("FIRST-6 a document %j is on %s: %s, %s", (document, today, status, closedBecause) => {
  expect(statusOn(document, today)).toEqual({ status, closedBecause });
});

test.each([
  ["0000-01-01", false],
  ["1999-12-31", false],
  ["2000-01-01", true],
  ["9999-12-31", true],
  ["10000-01-01", false],
])("FIRST-6 the last day %s is accepted: %s", (day, isAccepted) => {
  expect(ValidUntil.safeParse(day).success).toBe(isAccepted);
});

const OPEN = {
  status: "PENDING",
  closedBecause: null,
  validUntil: "2026-11-30",
  isArchived: false,
  isOrganizationActive: true,
  hasOtherVersion: false,
} as const;
const EXPIRED = { ...OPEN, status: "DRAFT", closedBecause: "EXPIRED" } as const;

test.each([
  [OPEN, "2026-12-24", null],
  [EXPIRED, "2026-12-24", null],
  [EXPIRED, "2026-12-05", null],
  [EXPIRED, "2026-12-04", "not-later"],
  [OPEN, "2026-11-30", "not-later"],
  [{ ...OPEN, validUntil: null }, "2026-12-24", "no-last-day"],
  [{ ...EXPIRED, hasOtherVersion: true }, "2026-12-24", "other-version"],
  [{ ...EXPIRED, isArchived: true }, "2026-12-24", "archived"],
  [{ ...EXPIRED, isOrganizationActive: false }, "2026-12-24", "inactive-organization"],
  [{ ...EXPIRED, closedBecause: "WITHDRAWN" as const }, "2026-12-24", "withdrawn"],
  [{ ...OPEN, status: "DRAFT" as const }, "2026-12-24", "not-sent"],
  [{ ...OPEN, status: "APPROVED" as const }, "2026-12-24", "decided"],
])(
  "FIRST-6 on 5 December a document %j is extended to %s, or refused because: %s",
  (document, to, refusal) => {
    expect(refuseExtension(document, to, "2026-12-05")).toBe(refusal);
  },
);

test("FIRST-6 a document is sent with its own last day while that is ahead, else with that of its template", () => {
  expect(lastDayAfter("2026-12-25", 14)).toBe("2027-01-08");
  expect(lastDayAfter("2026-12-25", null)).toBeNull();
  const own = { validUntil: "2026-12-24", templateValidDays: 7 };
  expect(suggestLastDay(own, "2026-12-24")).toBe("2026-12-24");
  expect(suggestLastDay(own, "2026-12-25")).toBe("2027-01-01");
  expect(suggestLastDay({ ...own, templateValidDays: null }, "2026-12-25")).toBeNull();
});
