import { listNotifications, markNotification } from "#contract/notifications.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { historyUntil, withNotification } from "./notification-history.ts";

// One function for all callers: they share one cached list, asked for up to the moment of asking.
const untilNow = () => ({ body: historyUntil(new Date()) });

/** The notifications of the last year. */
export function useNotifications() {
  return useCall(listNotifications, untilNow);
}

/** Marks a notification read; following its link does not wait for that. */
export function useMarkRead(): (notification: Notification) => void {
  const cached = useCached();
  async function markRead({ notificationId, read }: Notification) {
    if (read) return;
    try {
      const changed = await call(markNotification, { body: { notificationId, read: true } });
      await cached.replace(listNotifications, untilNow, (now) => withNotification(now, changed));
    } catch {
      showToast({ tone: "error", title: "Error", text: "The notification could not be marked as read." });
    }
  }
  return (notification) => void markRead(notification);
}
