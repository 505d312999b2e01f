import { expect, test } from "vitest";
import { historyUntil, UNREAD } from "#contract/first-inputs.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import { byDay, newestFirst, opensNewTab, withMarked } from "./notification-history.ts";

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

test("NOTE-1 notifications stand under their days, newest first", () => {
  const all = [
    notification("a", "2026-11-20T09:00:00.000Z"),
    notification("c", "2026-11-21T10:00:00.000Z"),
    notification("b", "2026-11-21T09:00:00.000Z"),
  ];
  const days = byDay(all, (iso) => iso.slice(0, 10));
  expect(
    days.map(({ date, notifications }) => [date, notifications.map((one) => one.notificationId)]),
  ).toEqual([
    ["2026-11-21", ["c", "b"]],
    ["2026-11-20", ["a"]],
  ]);
});
