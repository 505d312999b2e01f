import { useState } from "react";
import { ExactIn } from "#blocks/exact.tsx";
import type { Notification } from "#domain/notifications/notification.ts";
import { companyDate } from "#web/lib/company-time.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, EmptyState } from "#web/ui/card.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { FilterChips } from "#web/ui/filter-chips.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { byDay } from "./notification-history.ts";
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

function MarkAllRead({ notifications }: { notifications: readonly Notification[] }) {
  const [isMarking, setIsMarking] = useState(false);
  const markAllRead = useMarkAllRead();
  return (
    <Button
      size="sm"
      isBusy={isMarking}
      onClick={() => {
        setIsMarking(true);
        void markAllRead(notifications).finally(() => setIsMarking(false));
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
  const days = byDay(shown === UNREAD ? unread : all, companyDate);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <FilterChips
          label="Which notifications"
          chips={[
            { value: "all", label: "All", count: all.length },
            { value: UNREAD, label: "Unread", count: unread.length },
          ]}
          value={shown}
          onChange={(value) => setParameters(value === UNREAD ? { [SHOWN]: UNREAD } : {}, { replace: true })}
        />
        {unread.length > 0 ? <MarkAllRead notifications={all} /> : null}
      </div>
      {days.length === 0 ? (
        <Card>
          <EmptyState title="You're all caught up">There are no unread notifications.</EmptyState>
        </Card>
      ) : (
        <Card className="divide-y divide-line overflow-hidden">
          {days.map(({ date, notifications }) => (
            <section key={date} aria-label={dayName(date)} className="divide-y divide-line">
              <h2 className="bg-hover px-4 py-1.5 font-medium text-ink-soft text-sm sm:px-5">
                <ExactIn text={dayName(date)} />
              </h2>
              <NotificationList notifications={notifications} />
            </section>
          ))}
        </Card>
      )}
    </>
  );
}

const DAY_MS = 86_400_000;

function dayName(date: string): string {
  if (date === companyDate(new Date().toISOString())) return "Today";
  if (date === companyDate(new Date(Date.now() - DAY_MS).toISOString())) return "Yesterday";
  return date;
}
