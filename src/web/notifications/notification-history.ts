import type { Notification } from "#domain/notifications/notification.ts";

/** What the list call asks for: from now back to a year earlier, in this order (spec 1 section 7). */
export function historyUntil(now: Date): { startDate: string; endDate: string } {
  const yearEarlier = new Date(now);
  yearEarlier.setUTCFullYear(now.getUTCFullYear() - 1);
  return { startDate: now.toISOString(), endDate: yearEarlier.toISOString() };
}

export function newestFirst(notifications: readonly Notification[], limit = Number.POSITIVE_INFINITY) {
  return notifications.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, limit);
}

/** Whether a notification's link opens in a new tab: those containing "http" do (spec 1 section 2). */
export function opensNewTab(link: string): boolean {
  return link.includes("http");
}

/** The list with one of its records replaced by the record that the server returned. */
export function withNotification(
  notifications: readonly Notification[] | undefined,
  changed: Notification,
): Notification[] | undefined {
  return notifications?.map((one) => (one.notificationId === changed.notificationId ? changed : one));
}
