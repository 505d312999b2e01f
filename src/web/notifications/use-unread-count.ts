import { UNREAD, unreadUntil } from "#contract/first-inputs.ts";
import { listNotifications } from "#contract/notifications.ts";
import { usePage } from "#web/lib/use-call.ts";

/** The number of unread notifications; undefined while unknown. */
export function useUnreadCount(): number | undefined {
  const { data } = usePage(listNotifications, () => unreadUntil(new Date()), { name: UNREAD });
  return data?.page.total;
}
