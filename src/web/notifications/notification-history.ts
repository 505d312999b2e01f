import type { PageOf } from "#contract/call.ts";
import { UNREAD } from "#contract/first-inputs.ts";
import type { listNotifications } from "#contract/notifications.ts";
import type { Notification } from "#domain/notifications/notification.ts";

export function newestFirst(notifications: readonly Notification[], limit = Number.POSITIVE_INFINITY) {
  return notifications.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, limit);
}

export type Day = { date: string; notifications: Notification[] };

/** The notifications by the day on which they came, as `dateOf` writes it. They come newest first. */
export function byDay(notifications: readonly Notification[], dateOf: (iso: string) => string): Day[] {
  const days: Day[] = [];
  for (const notification of newestFirst(notifications)) {
    const date = dateOf(notification.createdAt);
    const last = days.at(-1);
    if (last?.date === date) last.notifications.push(notification);
    else days.push({ date, notifications: [notification] });
  }
  return days;
}

/** Whether a notification's link opens in a new tab: links that contain "http" do (spec 1 section 2). */
export function opensNewTab(link: string): boolean {
  return link.includes("http");
}

type NotificationPage = PageOf<typeof listNotifications>;

/** An answer in which the server's new version replaces one record, now read. */
export function withMarked(
  answer: Notification[] | NotificationPage,
  input: unknown,
  changed: Notification,
): Notification[] | NotificationPage {
  if (Array.isArray(answer)) return withRecord(answer, changed);
  const { data, page } = answer;
  if (input !== UNREAD) return { data: withRecord(data, changed), page };
  const others = data.filter((one) => one.notificationId !== changed.notificationId);
  return { data: others, page: { ...page, total: Math.max(page.total - 1, 0) } };
}

function withRecord(notifications: readonly Notification[], changed: Notification): Notification[] {
  return notifications.map((one) => (one.notificationId === changed.notificationId ? changed : one));
}
