import { useEffect, useRef, useState } from "react";
import type { Notification } from "#domain/notifications/notification.ts";
import { companyIsoDay, companyToday } from "#web/lib/company-time.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, EmptyState } from "#web/ui/card.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { FilterChips } from "#web/ui/filter-chips.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { byPeriod } from "./notification-history.ts";
import { NotificationList, NotificationListLoading } from "./notification-list.tsx";
import { useMarkAllRead, useNotifications } from "./use-notifications.ts";

export function NotificationsPage() {
  const { data, error, mutate } = useNotifications();
  const unread = data?.filter((one) => !one.read) ?? [];
  return (
    <Screen title="Notifications">
      <div className="max-w-4xl">
        {data ? (
          <History all={data} unread={unread} />
        ) : (
          (fetchFailure({ error, mutate }, "We were unable to fetch your notifications.") ?? (
            <Card>
              <Loading label="Loading notifications">
                <NotificationListLoading count={6} />
              </Loading>
            </Card>
          ))
        )}
      </div>
    </Screen>
  );
}

type MarkAllReadProps = { notifications: readonly Notification[]; onMarked: (count: number) => void };

function MarkAllRead({ notifications, onMarked }: MarkAllReadProps) {
  const [isMarking, setIsMarking] = useState(false);
  const markAllRead = useMarkAllRead();
  return (
    <Button
      size="sm"
      className="mt-1"
      isBusy={isMarking}
      onClick={() => {
        setIsMarking(true);
        void markAllRead(notifications)
          .then((count) => count !== null && onMarked(count))
          .finally(() => setIsMarking(false));
      }}
    >
      Mark all as read
    </Button>
  );
}

/** The query parameter that shows unread notifications only. */
const SHOWN = "show";
const UNREAD = "unread";

function History({ all, unread }: { all: readonly Notification[]; unread: readonly Notification[] }) {
  const [parameters, setParameters] = useSearchParams();
  const [marked, setMarked] = useState<number | null>(null);
  const controls = useRef<HTMLDivElement>(null);
  // The button has gone with the last unread one.
  useEffect(() => {
    if (marked !== null) controls.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
  }, [marked]);
  const shown = parameters.get(SHOWN) === UNREAD ? UNREAD : "all";
  if (all.length === 0) {
    return (
      <Card>
        <EmptyState title="No notifications yet">
          We'll let you know here when a document is shared, accepted or ready to download.
        </EmptyState>
      </Card>
    );
  }
  const periods = byPeriod(shown === UNREAD ? unread : all, companyIsoDay, companyToday());
  return (
    <>
      <p role="status" className="sr-only">
        {marked === null ? "" : markedText(marked)}
      </p>
      <div ref={controls} className="flex flex-wrap items-start justify-between gap-x-4">
        <FilterChips
          label="Which notifications"
          chips={[
            { value: "all", label: "All", count: all.length },
            { value: UNREAD, label: "Unread", count: unread.length },
          ]}
          value={shown}
          onChange={(value) => setParameters(value === UNREAD ? { [SHOWN]: UNREAD } : {}, { replace: true })}
        />
        {unread.length > 0 ? <MarkAllRead notifications={all} onMarked={setMarked} /> : null}
      </div>
      {periods.length === 0 ? (
        <Card>
          <EmptyState title="You're all caught up">There are no unread notifications.</EmptyState>
        </Card>
      ) : (
        <Card className="divide-y divide-line overflow-hidden">
          {periods.map(({ period, notifications }) => (
            <section key={period} aria-label={period} className="divide-y divide-line">
              <h2 className="bg-hover px-4 py-1.5 font-medium text-ink-soft text-sm sm:px-5">{period}</h2>
              <NotificationList notifications={notifications} />
            </section>
          ))}
        </Card>
      )}
    </>
  );
}

function markedText(count: number): string {
  return count === 1 ? "1 notification marked as read" : `${count} notifications marked as read`;
}
