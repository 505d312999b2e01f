import { FIRST_NOTIFICATIONS, historyUntil, latestUntil } from "#contract/first-inputs.ts";
import { listNotifications, markAllNotifications, markNotification } from "#contract/notifications.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useCached, useCall, usePage } from "#web/lib/use-call.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { newestFirst, withMarked } from "./notification-history.ts";

// One shared function, so that all callers share one cached list. It reads the clock at the time of the call.
const untilNow = () => ({ body: historyUntil(new Date()) });

/** The notifications of the last year. */
export function useNotifications() {
  return useCall(listNotifications, untilNow);
}

const LATEST = { name: String(FIRST_NOTIFICATIONS) };

export function useLatestNotifications() {
  return usePage(listNotifications, () => latestUntil(new Date()), LATEST);
}

/** Marks a notification as read. Following its link does not wait for the answer. */
export function useMarkRead(): (notification: Notification) => void {
  const cached = useCached();
  async function markRead({ notificationId, read }: Notification) {
    if (read) return;
    try {
      const changed = await call(markNotification, { body: { notificationId, read: true } });
      await cached.replaceEach(listNotifications, (answer, input) => withMarked(answer, input, changed));
    } catch {
      showToast({ tone: "error", title: "Error", text: "The notification couldn't be marked as read." });
    }
  }
  return (notification) => void markRead(notification);
}

/**
 * Marks all notifications on screen as read; those that arrive in the meantime stay unread. Resolves to how many were
 * unread, or to null if none could be marked.
 */
export function useMarkAllRead(): (notifications: readonly Notification[]) => Promise<number | null> {
  const cached = useCached();
  return async (notifications) => {
    const until = newestFirst(notifications, 1)[0]?.createdAt;
    if (until === undefined) return null;
    try {
      const marked = await call(markAllNotifications, { body: { until } });
      await cached.refetch(listNotifications);
      return marked.length;
    } catch (error) {
      showToast({ tone: "error", title: "Nothing was marked as read", text: explainFailure(error) });
      return null;
    }
  };
}
