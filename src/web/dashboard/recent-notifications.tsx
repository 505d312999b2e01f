import { FIRST_NOTIFICATIONS } from "#contract/first-inputs.ts";
import { newestFirst } from "#web/notifications/notification-history.ts";
import { NotificationList, NotificationListLoading } from "#web/notifications/notification-list.tsx";
import { useLatestNotifications } from "#web/notifications/use-notifications.ts";
import { PATHS } from "#web/paths.ts";
import { Card, CardHeading, EmptyState } from "#web/ui/card.tsx";
import { FailedNotice } from "#web/ui/notice.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Overview card two: the latest notifications. */
export function RecentNotifications() {
  return (
    <Card aria-labelledby="recent-notifications" className="overflow-hidden">
      <CardHeading
        id="recent-notifications"
        action={
          <TextLink to={PATHS.notifications} className="text-sm">
            See all notifications
          </TextLink>
        }
      >
        Recent Notifications
      </CardHeading>
      <Latest />
    </Card>
  );
}

function Latest() {
  const { data: latest, error, mutate } = useLatestNotifications();
  const data = latest?.data;
  if (data === undefined && error) {
    return (
      <div className="p-5">
        <FailedNotice onRetry={() => void mutate()}>We were unable to fetch your notifications.</FailedNotice>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <Loading label="Loading notifications">
        <NotificationListLoading count={FIRST_NOTIFICATIONS} />
      </Loading>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title="No notifications yet">
        We'll let you know here when a document is shared, accepted or ready to download.
      </EmptyState>
    );
  }
  return <NotificationList notifications={newestFirst(data)} />;
}
