import { listNotifications, markNotification } from "#contract/notifications.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall, usePage } from "#web/lib/use-call.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { historyUntil, UNREAD, withMarked } from "./notification-history.ts";

// One function for all callers: they share one cached list, asked for up to the moment of asking.
const untilNow = () => ({ body: historyUntil(new Date()) });

/** The notifications of the last year. */
export function useNotifications() {
  return useCall(listNotifications, untilNow);
}

/** The latest of them only. */
export function useLatestNotifications(limit: number) {
  return usePage(listNotifications, () => ({ ...untilNow(), query: { limit } }), { name: `${limit}` });
}

/** How many of them are unread; undefined while that is not known. */
export function useUnreadCount(): number | undefined {
  const query = { read: "false", limit: 1 } as const;
  const { data } = usePage(listNotifications, () => ({ ...untilNow(), query }), { name: UNREAD });
  return data?.page.total;
}

/** Marks a notification read; following its link does not wait for that. */
export function useMarkRead(): (notification: Notification) => void {
  const cached = useCached();
  async function markRead({ notificationId, read }: Notification) {
    if (read) return;
    try {
      const changed = await call(markNotification, { body: { notificationId, read: true } });
      await cached.replaceEach(listNotifications, (answer, asked) => withMarked(answer, asked, changed));
    } catch {
      showToast({ tone: "error", title: "Error", text: "The notification could not be marked as read." });
    }
  }
  return (notification) => void markRead(notification);
}
