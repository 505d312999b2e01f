import { expect, test } from "vitest";
import { historyUntil, UNREAD } from "#contract/first-inputs.ts";
import { formatIsoDay } from "#domain/format.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import {
  byPeriod,
  newestFirst,
  notificationKind,
  opensNewTab,
  periodOf,
  withMarked,
} from "./notification-history.ts";

function notification(notificationId: string, createdAt: string, read = false): Notification {
  return { notificationId, message: `Message ${notificationId}`, read, createdAt };
}

test.each([
  ["2026-11-21T09:41:05.000Z", "2025-11-21T09:41:05.000Z"],
  ["2028-02-29T23:00:00.000Z", "2027-03-01T23:00:00.000Z"],
])("NOTE-3 from %s back to %s, as UTC", (startDate, endDate) => {
  expect(historyUntil(new Date(startDate))).toEqual({ startDate, endDate });
});

test("NOTE-1 all are listed, newest first, whatever zone their moments are written in", () => {
  const all = [
    notification("old", "2026-01-01T00:00:00.000Z"),
    notification("newest", "2026-11-21T20:00:00.000+11:00"),
    notification("new", "2026-11-21T08:00:00.000Z"),
  ];
  expect(newestFirst(all).map((one) => one.notificationId)).toEqual(["newest", "new", "old"]);
});

test("DASH-5 a limit keeps the latest", () => {
  const all = Array.from({ length: 7 }, (_, day) =>
    notification(`${day}`, `2026-11-0${day + 1}T00:00:00.000Z`),
  );
  expect(newestFirst(all, 5).map((one) => one.notificationId)).toEqual(["6", "5", "4", "3", "2"]);
});

test.each([
  ["https://xero.example/1", true],
  ["http://xero.example/1", true],
  ["/doc/website-rebuild", false],
  ["/invoices/inv-1", false],
])("NOTE-2 %s opens in a new tab: %s", (link, isNewTab) => {
  expect(opensNewTab(link)).toBe(isNewTab);
});

const UNREAD_B = notification("b", "2026-11-02T00:00:00.000Z");
const READ_B = { ...UNREAD_B, read: true };
const page = (total: number) => ({ total, nextCursor: null, previousCursor: null });

test("NOTE-2 API-4 the cached lists take the record that the server returned", () => {
  const all = [notification("a", "2026-11-01T00:00:00.000Z"), UNREAD_B];
  expect(withMarked(all, "latest", READ_B)).toEqual([all[0], READ_B]);
  expect(withMarked({ data: all, page: page(7) }, "5", READ_B)).toEqual({
    data: [all[0], READ_B],
    page: page(7),
  });
  expect(all[1]).toBe(UNREAD_B);
});

test("NOTE-2 API-4 there is one unread less, and never fewer than none", () => {
  expect(withMarked({ data: [UNREAD_B], page: page(3) }, UNREAD, READ_B)).toEqual({
    data: [],
    page: page(2),
  });
  expect(withMarked({ data: [], page: page(0) }, UNREAD, READ_B)).toEqual({ data: [], page: page(0) });
});

test.each([
  // A Saturday.
  ["2026-11-28", "2026-11-28", "Today"],
  ["2026-11-29", "2026-11-28", "Today"],
  ["2026-11-27", "2026-11-28", "Yesterday"],
  ["2026-11-26", "2026-11-28", "This week"],
  ["2026-11-23", "2026-11-28", "This week"],
  ["2026-11-22", "2026-11-28", "Earlier"],
  // A Monday, a Tuesday and a Sunday.
  ["2026-11-29", "2026-11-30", "Yesterday"],
  ["2026-11-28", "2026-11-30", "Earlier"],
  ["2026-11-30", "2026-12-01", "Yesterday"],
  ["2026-11-29", "2026-12-01", "Earlier"],
  ["2026-11-23", "2026-11-29", "This week"],
  ["2026-12-31", "2027-01-02", "This week"],
])("FIRST-11 a notification of %s, seen on %s, is grouped under %s", (day, today, period) => {
  expect(periodOf(day, today)).toBe(period);
});

test("FIRST-11 NOTE-1 notifications are grouped by period, newest first, by the days of the company's time zone", () => {
  const all = [
    notification("early", "2026-11-20T09:00:00.000Z"),
    // Already the 21st in Sydney.
    notification("late evening", "2026-11-20T13:30:00.000Z"),
    notification("morning", "2026-11-20T22:00:00.000Z"),
    notification("month", "2026-10-01T10:00:00.000Z"),
  ];
  const dayOf = (iso: string) => formatIsoDay(iso, "Australia/Sydney");
  expect(
    byPeriod(all, dayOf, "2026-11-21").map(({ period, notifications }) => [
      period,
      notifications.map((one) => one.notificationId),
    ]),
  ).toEqual([
    ["Today", ["morning", "late evening"]],
    ["Yesterday", ["early"]],
    ["Earlier", ["month"]],
  ]);
});

test.each([
  ["/doc/website-rebuild", "document"],
  ["/documents/doc-1", "document"],
  ["/general-document/terms", "document"],
  ["/invoices/inv-1", "invoice"],
  ["/work-orders/wo-1", "workOrder"],
  ["/permissions", "message"],
  ["/dashboard", "message"],
  ["https://boards.example/invoices/1", "website"],
  ["/workshop", "message"],
  [undefined, "message"],
])("FIRST-11 a notification that leads to %s has the icon of its kind: %s", (link, kind) => {
  expect(notificationKind(link === undefined ? {} : { link })).toBe(kind);
});
