import { Bell } from "lucide-react";
import { Link, useLocation } from "react-router";
import { countLabel } from "#web/lib/count-label.ts";
import { useUnreadCount } from "#web/notifications/use-notifications.ts";
import { PATHS } from "#web/paths.ts";
import { isActive } from "./nav-links.ts";

/** A link to the notifications with the number of unread ones. */
export function NotificationBell() {
  const { pathname } = useLocation();
  const unread = useUnreadCount() ?? 0;
  return (
    <Link
      to={PATHS.notifications}
      title="Notifications"
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${unread} unread`}
      aria-current={isActive({ path: PATHS.notifications }, pathname) ? "page" : undefined}
      className="relative flex size-9 items-center justify-center rounded-md text-ink-soft transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand touch:size-11"
    >
      <Bell aria-hidden="true" strokeWidth={1.5} className="size-5" />
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="absolute top-0 left-1/2 min-w-4.5 rounded-full border-2 border-paper bg-brand px-1 text-center font-semibold text-[0.6875rem] text-on-brand leading-3.5 tabular-nums"
        >
          {countLabel(unread)}
        </span>
      ) : null}
    </Link>
  );
}
