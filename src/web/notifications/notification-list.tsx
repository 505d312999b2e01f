import { type ReactNode, useEffect, useState } from "react";
import { ExactIn } from "#blocks/exact.tsx";
import type { Notification } from "#domain/notifications/notification.ts";
import { classNames } from "#web/lib/class-names.ts";
import { drawnWith } from "#web/lib/first-answers.ts";
import { relativeTime } from "#web/lib/relative-time.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useIsHydrated } from "#web/lib/use-delayed.ts";
import { type DateTextProps, TimeText } from "#web/ui/date-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { opensNewTab } from "./notification-history.ts";
import { useMarkRead } from "./use-notifications.ts";

const ROW =
  "grid w-full grid-cols-[0.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3 text-left outline-offset-[-2px] transition-colors hover:bg-hover sm:grid-cols-[0.5rem_minmax(0,1fr)_auto] sm:px-5";

/** Notifications as rows of a card. A press marks one as read and follows its link. */
export function NotificationList({ notifications }: { notifications: readonly Notification[] }) {
  const markRead = useMarkRead();
  useEveryMinute();
  return (
    <ul className="divide-y divide-line">
      {notifications.map((notification) => (
        <li key={notification.notificationId}>
          <Opener notification={notification} onOpen={() => markRead(notification)}>
            <UnreadDot isUnread={!notification.read} />
            <span
              dir="auto"
              className={classNames("text-pretty", notification.read ? "text-ink-soft" : "font-medium")}
            >
              <ExactIn text={notification.message} names={[deciderIn(notification.message)]} />
            </span>
            <RelativeTimeText
              iso={notification.createdAt}
              className="text-ink-faint text-sm whitespace-nowrap max-sm:col-start-2 sm:leading-6"
            />
          </Opener>
        </li>
      ))}
    </ul>
  );
}

type OpenerProps = { notification: Notification; onOpen: () => void; children: ReactNode };

function Opener({ notification: { link }, onOpen, children }: OpenerProps) {
  if (link === undefined) {
    return (
      <button type="button" className={ROW} onClick={onOpen}>
        {children}
      </button>
    );
  }
  if (opensNewTab(link)) {
    return (
      <a href={link} target="_blank" rel="noopener noreferrer" className={ROW} onClick={onOpen}>
        {children}
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    );
  }
  return (
    <Link to={link} className={ROW} onClick={onOpen}>
      {children}
    </Link>
  );
}

/** The person who decided, with whom such a message ends. */
function deciderIn(message: string): string | undefined {
  return / was (?:approved|declined) by (.+)$/.exec(message)?.[1];
}

function UnreadDot({ isUnread }: { isUnread: boolean }) {
  return (
    <span className={classNames("mt-2 size-2 rounded-full", isUnread && "bg-brand")}>
      {isUnread ? <span className="sr-only">Unread</span> : null}
    </span>
  );
}

/** Renders again each minute, so that "2 minutes ago" stays true. */
function useEveryMinute(): void {
  const [, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}

export function NotificationListLoading({ count }: { count: number }) {
  return (
    <ul className="divide-y divide-line">
      {Array.from({ length: count }, (_, row) => `${row}`).map((row) => (
        <li
          key={row}
          className="flex min-h-12 items-center justify-between gap-6 px-4 py-3 max-sm:min-h-17 sm:px-5"
        >
          <Skeleton className="ml-5 h-4 w-3/5" />
          <Skeleton className="h-4 w-20 max-sm:hidden" />
        </li>
      ))}
    </ul>
  );
}

/** "3 hours ago"; hovering shows the exact time. */
function RelativeTimeText({ iso, className = "whitespace-nowrap" }: DateTextProps) {
  const madeAt = drawnWith()?.madeAt;
  const now = useIsHydrated() || madeAt === undefined ? new Date() : new Date(madeAt);
  return (
    <TimeText iso={iso} className={className}>
      {relativeTime(iso, now)}
    </TimeText>
  );
}
