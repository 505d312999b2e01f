import { ArrowUpRight, Bell, FileText, ListChecks, type LucideIcon, ReceiptText } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Exact, ExactIn } from "#blocks/exact.tsx";
import type { Notification } from "#domain/notifications/notification.ts";
import { classNames } from "#web/lib/class-names.ts";
import { companyDate } from "#web/lib/company-time.ts";
import { drawnWith } from "#web/lib/first-answers.ts";
import { daysAgo, relativeTime } from "#web/lib/relative-time.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useIsHydrated } from "#web/lib/use-delayed.ts";
import { type DateTextProps, TimeText } from "#web/ui/date-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { KIND_LABELS, type NotificationKind, notificationKind, opensNewTab } from "./notification-history.ts";
import { useMarkRead } from "./use-notifications.ts";

const ROW =
  "grid w-full grid-cols-[1.25rem_minmax(0,1fr)_0.5rem] gap-x-3 px-4 py-2.5 text-left outline-offset-[-2px] transition-colors hover:bg-hover sm:px-5";

const ICONS: Record<NotificationKind, LucideIcon> = {
  document: FileText,
  invoice: ReceiptText,
  workOrder: ListChecks,
  website: ArrowUpRight,
  message: Bell,
};

/** Notifications as rows of a card. A press marks one as read and follows its link. */
export function NotificationList({ notifications }: { notifications: readonly Notification[] }) {
  const markRead = useMarkRead();
  useEveryMinute();
  return (
    <ul className="divide-y divide-line">
      {notifications.map((notification) => (
        <li key={notification.notificationId}>
          <Opener notification={notification} onOpen={() => markRead(notification)}>
            <Row notification={notification} />
          </Opener>
        </li>
      ))}
    </ul>
  );
}

function Row({ notification }: { notification: Notification }) {
  const { message, read, createdAt } = notification;
  const kind = notificationKind(notification);
  const Icon = ICONS[kind];
  return (
    <>
      <Icon
        aria-hidden="true"
        strokeWidth={1.5}
        className={classNames("mt-0.5 size-5", read ? "text-ink-faint" : "text-brand")}
      />
      <span className="min-w-0">
        <span
          dir="auto"
          className={classNames("wrap-anywhere block text-pretty", read ? "text-ink-soft" : "font-medium")}
        >
          <ExactIn text={message} names={[deciderIn(message)]} />
        </span>
        <span className="block text-ink-faint text-sm">
          {KIND_LABELS[kind]}, <RelativeTimeText iso={createdAt} />
        </span>
      </span>
      <UnreadDot isUnread={!read} />
    </>
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
          className="grid min-h-16 grid-cols-[1.25rem_minmax(0,1fr)] content-center gap-x-3 gap-y-2 px-4 sm:px-5"
        >
          <Skeleton className="size-5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="col-start-2 h-3 w-32" />
        </li>
      ))}
    </ul>
  );
}

/** "3 hours ago", "5 days ago, 21 Nov 2026"; hovering shows the exact time. */
function RelativeTimeText({ iso, className = "whitespace-nowrap" }: DateTextProps) {
  const madeAt = drawnWith()?.madeAt;
  const now = useIsHydrated() || madeAt === undefined ? new Date() : new Date(madeAt);
  return (
    <TimeText iso={iso} className={className}>
      {relativeTime(iso, now)}
      {daysAgo(iso, now) > 1 ? (
        <>
          , <Exact>{companyDate(iso)}</Exact>
        </>
      ) : null}
    </TimeText>
  );
}
